package dev.sluice.api;

import org.jspecify.annotations.Nullable;

/**
 * One pass over the units {@code 0 ≤ index < units}. An open cycle begins with these and gets more while it runs, until
 * it is closed ({@link Application#addUnits}, {@link Application#more}).
 *
 * @param units number of units at the beginning; 0 is legal and goes straight to the end of a cycle that is not open
 * @param setup the data that every worker gets before the first unit of the cycle; null only in {@link #none()}
 * @param last whether this is the last cycle
 * @param open whether units may be added while the cycle runs
 * @param parts the unit with index i is computed where those before it of equal i modulo this were computed, if that
 *     worker still takes work; 0 for units that any worker may compute
 */
public record Cycle<S>(long units, @Nullable S setup, boolean last, boolean open, int parts) {
    public Cycle {
        if (units < 0) {
            throw new IllegalArgumentException("cycle of " + units + " units (expected: 0 or more)");
        }
        if (setup == null && !(units == 0 && last && !open)) {
            throw new IllegalArgumentException(
                    "cycle without a setup (expected: a value; None.NONE when workers need none)");
        }
    }

    /** A cycle whose units are known when it begins. */
    public Cycle(long units, @Nullable S setup, boolean last) {
        this(units, setup, last, false);
    }

    /** A cycle of units that any worker may compute. */
    public Cycle(long units, @Nullable S setup, boolean last, boolean open) {
        this(units, setup, last, open, 0);
    }

    /** A cycle after which the application is asked for the next one. */
    public static <S> Cycle<S> of(long units, S setup) {
        return new Cycle<>(units, setup, false);
    }

    /** The last cycle, or the only one. */
    public static <S> Cycle<S> only(long units, S setup) {
        return new Cycle<>(units, setup, true);
    }

    /** An open cycle that begins with these units, after which the application is asked for the next one. */
    public static <S> Cycle<S> open(long units, S setup) {
        return new Cycle<>(units, setup, false, true);
    }

    /** The last cycle, or the only one, which is open and begins with these units. */
    public static <S> Cycle<S> onlyOpen(long units, S setup) {
        return new Cycle<>(units, setup, true, true);
    }

    /** An open cycle of a {@link ResidentApplication}. */
    static <S> Cycle<S> resident(int parts, S setup) {
        return new Cycle<>(parts, setup, false, true, parts);
    }

    /** No cycle: everything has been computed already. */
    public static <S> Cycle<S> none() {
        return new Cycle<>(0, null, true);
    }

    /** False for {@link #none()}: nothing to compute, and no end of cycle to report. */
    public boolean exists() {
        return setup != null;
    }

    /**
     * How many units the current cycle has, and whether it is open. Confined to the thread that calls the application.
     */
    public static final class Growth {
        private long units;
        private boolean open;

        Growth() {}

        /** A cycle begins. */
        public void begin(Cycle<?> cycle) {
            units = cycle.units();
            open = cycle.open();
        }

        /** Adds units to the open cycle, of the application or of its source; returns the index of the first. */
        public long add(long count) {
            if (count < 0 || count > Long.MAX_VALUE - units) {
                throw new IllegalArgumentException(
                        "addUnits(" + count + ") to " + units + " units (expected: 0 or more)");
            }
            demandOpen("addUnits");
            units += count;
            return units - count;
        }

        /** Closes the cycle: it gets no more units. */
        public void close() {
            demandOpen("closeCycle");
            open = false;
        }

        private void demandOpen(String method) {
            if (!open) {
                throw new IllegalStateException(
                        method + ": the cycle is not open (expected: a cycle of Cycle.open that was not closed)");
            }
        }

        /** The cycle ends, whether it was closed or not. */
        public void end() {
            open = false;
        }

        /** Units of the cycle so far. */
        public long units() {
            return units;
        }

        /** Tells whether more units may come. */
        public boolean isOpen() {
            return open;
        }
    }
}
