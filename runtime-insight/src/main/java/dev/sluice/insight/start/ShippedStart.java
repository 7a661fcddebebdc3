package dev.sluice.insight.start;

/**
 * Forecasts the starts of processes on this machine of which no earlier one is known. The command is itself a JVM that
 * has just started here, so its own start says how quick this machine is, and whether class archives are in use.
 *
 * <p>The constants fit runs of one to four worker processes on two processors, with class archives and without: the
 * worker computes after 1.4, 2.2, 3.0 and 4.0 times the start of the command, and the run ends after 1.1 to 1.4 times
 * that time.
 *
 * @param commandSeconds from the command until it launches workers [s]
 * @param perProcessor worker processes that start at the same time, per processor
 */
record ShippedStart(double commandSeconds, double perProcessor) {
    /** The part of a start in which other starts do not matter, over the start of the command. */
    private static final double ALONE = 0.5;

    /** The processor time of a start, over the start of the command. */
    private static final double BUSY = 1.8;

    /** The end of worker processes and the writing of the report, over the start of the command. */
    private static final double END = 1.2;

    /** Returns the time from launching until the worker processes compute [s]. */
    double seconds() {
        return commandSeconds * (ALONE + BUSY * perProcessor);
    }

    /** Returns the time from the last result to the end of the command [s]. */
    double endSeconds() {
        return END * commandSeconds;
    }
}
