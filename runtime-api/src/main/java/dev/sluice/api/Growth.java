package dev.sluice.api;

/** How many units the current cycle has, and whether it is open. Confined to the thread that calls the application. */
public final class Growth {
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
            throw new IllegalArgumentException("addUnits(" + count + ") to " + units + " units (expected: 0 or more)");
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
