package dev.sluice.insight.rent;

import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.World;

/**
 * A kind of machine for rent.
 *
 * @param slots of each machine
 * @param pricePerHour of each machine, in the currency of its file
 * @param startSeconds until a machine can be used, which is paid for [s]
 * @param most machines of this kind
 * @param speed of a slot over that of a slot of this machine
 * @param bytesPerSecond of its port, in each direction
 */
public record MachineKind(
        String name,
        int slots,
        double pricePerHour,
        double startSeconds,
        int most,
        double speed,
        double bytesPerSecond) {
    /** Places so many machines of this kind around a switch. The master is beside the workers of one of them. */
    World machines(int count) {
        Wire port = count == 1 ? Wire.UNLIMITED : new Wire(bytesPerSecond, bytesPerSecond, false, 50_000, 0);
        return World.star(count, slots, speed, port);
    }

    /** The price of machines that run for so long after their start. */
    double price(int count, double seconds) {
        return count * pricePerHour * (startSeconds + seconds) / 3_600;
    }
}
