package dev.sluice.model.flow;

import dev.sluice.model.Amounts;

/**
 * A machine that may compute, or be the master.
 *
 * @param link index of the link that it is attached to
 * @param port wire between host and link; down is towards the host
 * @param slots units it computes at a time, at least 1
 * @param speed speed of one slot at units, relative to the machine on which {@link UnitCosts#unitSeconds} was measured
 * @param masterSpeed speed at results, relative to the machine on which {@link UnitCosts#resultSeconds} was measured.
 *     One processor accepts results, whatever the number of slots
 * @param availability the fraction of each processor that a run can expect, 0 to 1
 * @param address network address; empty if unknown
 * @param resources that it offers to units beside its slots; none if they are not known
 */
public record Host(
        String name,
        int link,
        Wire port,
        int slots,
        double speed,
        double masterSpeed,
        double availability,
        String address,
        Amounts resources) {
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

    /** A host with one slot of speed 1, full availability and an unlimited port. */
    public Host(String name, int link) {
        this(name, link, Wire.UNLIMITED);
    }

    /** A host with one slot of speed 1 and full availability. */
    public Host(String name, int link, Wire port) {
        this(name, link, port, 1, 1, 1, 1, "", Amounts.NONE);
    }

    /** Copies the host with these resources for units. */
    public Host offering(Amounts other) {
        return new Host(name, link, port, slots, speed, masterSpeed, availability, address, other);
    }

    /** Copies the host with this number of slots. */
    public Host withSlots(int count) {
        return new Host(name, link, port, count, speed, masterSpeed, availability, address, resources);
    }

    /** Copies the host with this port at this link of a view. */
    public Host at(int otherLink, Wire otherPort) {
        return new Host(name, otherLink, otherPort, slots, speed, masterSpeed, availability, address, resources);
    }

    /** Copies the host with this speed at units, and this fraction of a processor for each slot. */
    public Host believed(double unitSpeed, double available) {
        return new Host(name, link, port, slots, unitSpeed, masterSpeed, available, address, resources);
    }

    /** Copies the host with its speeds relative to a machine of this speed. */
    public Host relativeTo(double otherSpeed) {
        return new Host(
                name,
                link,
                port,
                slots,
                speed / otherSpeed,
                masterSpeed / otherSpeed,
                availability,
                address,
                resources);
    }

    /** Copies the host with this number of slots and this speed, at units and at results. */
    public Host withSlots(int count, double slotSpeed) {
        return new Host(name, link, port, count, slotSpeed, slotSpeed, availability, address, resources);
    }

    /**
     * Seconds of one unit on one slot, if it takes {@code seconds} on the machine where costs were measured; infinite
     * if availability is 0.
     */
    public double unitSeconds(double seconds) {
        return seconds / (speed * availability);
    }

    /**
     * Seconds of one unit on one slot that uses its processor for this share of its time, while all slots compute such
     * units; infinite if availability is 0.
     */
    public double unitSeconds(double seconds, double cpuShare) {
        return cpuShare == 1
                ? unitSeconds(seconds)
                : seconds / speed * ProcessorShare.slowdown(cpuShare, availability, slots);
    }

    /** The fraction of a processor that each slot gets while a unit of this share of a processor asks for it. */
    public double availability(double cpuShare) {
        return ProcessorShare.available(cpuShare, availability, slots);
    }

    /**
     * Seconds that the result of one unit takes a master here, if it takes {@code seconds} on the machine where costs
     * were measured.
     */
    public double resultSeconds(double seconds) {
        return seconds / (masterSpeed * availability);
    }
}
