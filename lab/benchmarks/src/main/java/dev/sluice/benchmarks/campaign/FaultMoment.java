package dev.sluice.benchmarks.campaign;

/**
 * When a fault happens.
 *
 * @param phase of the run
 * @param value milliseconds for START, accepted results for ACCEPTED, ended cycles for BETWEEN
 */
record FaultMoment(RunPhase phase, long value) {
    /** A phase of a run. */
    enum RunPhase {
        /** Shortly after the start, during the hand-shake of somebody. */
        START,
        /** After a number of accepted results. */
        ACCEPTED,
        /** After a cycle, before the next one. */
        BETWEEN
    }

    boolean hasCome(long millis, LedgerView ledger) {
        return switch (phase) {
            case START -> millis >= value;
            case ACCEPTED -> ledger.progress() >= value;
            case BETWEEN -> ledger.closedCycles() >= value;
        };
    }

    @Override
    public String toString() {
        return switch (phase) {
            case START -> "at " + value + " ms";
            case ACCEPTED -> "after " + value + " units";
            case BETWEEN -> "after cycle " + (value - 1);
        };
    }
}
