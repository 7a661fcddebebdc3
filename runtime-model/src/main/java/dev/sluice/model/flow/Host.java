package dev.sluice.model.flow;

/**
 * A machine that may compute, or be the master.
 *
 * @param link index of the link that it hangs on
 * @param port between host and link: down is what it receives
 * @param slots units it computes at a time, at least 1
 * @param speed of one slot at units, relative to where {@link UnitCosts#unitSeconds} was measured
 * @param masterSpeed at results, relative to where {@link UnitCosts#resultSeconds} was measured; results are accepted
 *     by one processor, whatever the number of slots
 * @param availability the fraction of each processor that a run can expect, 0 to 1
 * @param address where it is reached; empty where not told
 */
public record Host(
        String name,
        int link,
        Wire port,
        int slots,
        double speed,
        double masterSpeed,
        double availability,
        String address) {
    public Host {
        if (name.isEmpty() || link < 0) {
            throw new IllegalArgumentException(
                    "host '" + name + "' on link " + link + " (expected: a name, an index of a link)");
        }
        if (slots < 1 || !positive(speed) || !positive(masterSpeed) || !(availability >= 0 && availability <= 1)) {
            throw new IllegalArgumentException(
                    "host " + name + ": " + slots + " slots, speed " + speed + ", at results "
                            + masterSpeed + ", availability " + availability
                            + " (expected: at least one slot, positive speeds, 0 to 1 available)");
        }
    }

    private static boolean positive(double value) {
        return value > 0 && value < Double.POSITIVE_INFINITY;
    }

    /** With one slot of speed 1 that is all the run's, and a port without limit. */
    public Host(String name, int link) {
        this(name, link, Wire.UNLIMITED);
    }

    /** With one slot of speed 1 that is all the run's. */
    public Host(String name, int link, Wire port) {
        this(name, link, port, 1, 1, 1, 1, "");
    }

    /** The same with these slots and this speed, at units and at results. */
    public Host withSlots(int count, double slotSpeed) {
        return new Host(name, link, port, count, slotSpeed, slotSpeed, availability, address);
    }

    /**
     * Seconds of one unit on one slot, for one that takes {@code seconds} where costs were measured; infinite if none
     * is available.
     */
    public double unitSeconds(double seconds) {
        return seconds / (speed * availability);
    }

    /**
     * Seconds that the result of one unit takes the master here, for one that takes {@code seconds} where costs were
     * measured.
     */
    public double resultSeconds(double seconds) {
        return seconds / (masterSpeed * availability);
    }
}
