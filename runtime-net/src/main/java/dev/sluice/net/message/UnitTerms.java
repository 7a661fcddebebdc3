package dev.sluice.net.message;

/**
 * How a worker treats the units of a run.
 *
 * @param timeoutNanos a unit that computes longer has failed; 0 for no limit [ns]
 * @param isolation whether units are computed in a separate process
 * @param seed of the run, from which those of units are made
 * @param pinned whether each process that computes units has processors of its own
 * @param memory of each unit
 */
public record UnitTerms(long timeoutNanos, Isolation isolation, long seed, boolean pinned, Memory memory) {
    /**
     * The memory of each unit.
     *
     * @param bytes that it may use; 0: nobody said
     * @param learned whether workers learn it, and pack units by it
     */
    public record Memory(long bytes, boolean learned) {
        /** Nobody said anything. */
        public static final Memory ANY = new Memory(0, false);

        public Memory {
            Checks.notNegative("memory", bytes);
        }
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
        return isolation == Isolation.AUTO ? isolated(Isolation.OFF) : this;
    }

    /** The same with another isolation. */
    public UnitTerms isolated(Isolation other) {
        return new UnitTerms(timeoutNanos, other, seed, pinned, memory);
    }

    /** The same with this seed. */
    public UnitTerms seeded(long with) {
        return new UnitTerms(timeoutNanos, isolation, with, pinned, memory);
    }

    /** The same, and each process that computes units has processors of its own. */
    public UnitTerms onOwnProcessors() {
        return new UnitTerms(timeoutNanos, isolation, seed, true, memory);
    }

    /** The same with this memory of each unit. */
    public UnitTerms with(Memory each) {
        return new UnitTerms(timeoutNanos, isolation, seed, pinned, each);
    }

    /** No limit, and no other process. */
    public static final UnitTerms NONE = new UnitTerms(0, Isolation.OFF);

    /** Terms of a run whose seed is set later, if at all. */
    public UnitTerms(long timeoutNanos, Isolation isolation) {
        this(timeoutNanos, isolation, 0, false, Memory.ANY);
    }

    public UnitTerms {
        Checks.notNegative("timeoutNanos", timeoutNanos);
        Checks.notNegative("seed", seed);
    }
}
