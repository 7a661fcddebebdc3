package dev.sluice.net.message;

/**
 * How a worker treats the units of a run.
 *
 * @param timeoutNanos a unit that computes longer has failed; 0 for no limit [ns]
 * @param isolation whether units are computed in a separate process
 * @param seed of the run, from which those of units are made
 */
public record UnitTerms(long timeoutNanos, Isolation isolation, long seed) {
    /** Terms of a run whose seed is set later, if at all. */
    public UnitTerms(long timeoutNanos, Isolation isolation) {
        this(timeoutNanos, isolation, 0);
    }

    /** When units are computed in another process than the worker's. The order is that of the wire. */
    public enum Isolation {
        /** Once they take longer than a second, or when the master says so in {@link WorkTerms}. */
        AUTO,
        /** Always. */
        ON,
        /** Never. */
        OFF
    }

    /**
     * The same for an application that loads a state: unless the user asks for it, its units are never isolated,
     * because each process would load the state again.
     */
    public UnitTerms keepingState() {
        return isolation == Isolation.AUTO ? new UnitTerms(timeoutNanos, Isolation.OFF, seed) : this;
    }

    /** The same with this seed. */
    public UnitTerms seeded(long with) {
        return new UnitTerms(timeoutNanos, isolation, with);
    }

    /** No limit, and no other process. */
    public static final UnitTerms NONE = new UnitTerms(0, Isolation.OFF);

    public UnitTerms {
        Checks.notNegative("timeoutNanos", timeoutNanos);
        Checks.notNegative("seed", seed);
    }
}
