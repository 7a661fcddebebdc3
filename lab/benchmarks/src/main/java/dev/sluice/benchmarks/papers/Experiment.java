package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.harness.Programs;
import java.util.Locale;

/**
 * One experiment of a paper. It is simulated, so that it gives the same figures on every machine, and has real runs as
 * well, whose results are a part of their own. Called by one thread.
 */
interface Experiment {
    /** The name on the command line, and of its page and picture: the class name in small letters. */
    default String name() {
        String words = getClass().getSimpleName().replaceFirst("Experiment$", "");
        return words.replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** The question that it answers, in one line. */
    String question();

    /**
     * Runs it. Every claim is given in every run, with the same id; a claim that does not hold is no reason to throw.
     *
     * @throws Exception if something could not be simulated or measured
     */
    void run(ExperimentRun run) throws Exception;

    /**
     * Measures real runs in test networks, beside the same runs simulated, and gives claims about them.
     *
     * @throws Exception if a run fails, or its network cannot be built
     */
    void measure(ExperimentRun run, Programs programs) throws Exception;
}
