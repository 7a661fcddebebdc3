package dev.sluice.insight.information;

import java.util.List;

/**
 * One source of information: the environment, configuration files, the history of runs, sensors, forecasts. It returns
 * all that it knows and decides nothing.
 */
public interface Provider {
    /** Its name, for people: "history". */
    String name();

    /**
     * The facts that match all given pairs of the question and have its quantity; empty if there are none. Called on
     * the asker's thread, and may read files; unreadable files give no facts.
     */
    List<Fact> facts(Question question);
}
