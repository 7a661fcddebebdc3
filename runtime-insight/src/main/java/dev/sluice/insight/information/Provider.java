package dev.sluice.insight.information;

import java.util.List;

/**
 * One source of information: the environment, files of configuration, the history of runs, sensors, forecasts. It says
 * all that it knows and decides nothing.
 */
public interface Provider {
    /** For people: "history". */
    String name();

    /**
     * What it knows about exactly this: facts whose pairs agree with all that is given, and whose quantity is the one
     * asked for. Empty where it knows nothing. Called by the asker's thread, and may read files; what it cannot read it
     * does not know.
     */
    List<Fact> facts(Question question);
}
