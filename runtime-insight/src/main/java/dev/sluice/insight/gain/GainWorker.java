package dev.sluice.insight.gain;

import dev.sluice.model.IfKnown;
import dev.sluice.model.Written;
import dev.sluice.model.flow.Wire;

/**
 * A worker of a run, as measured.
 *
 * @param name "w3"
 * @param unitSeconds mean compute time of a unit there [s]
 * @param readySeconds when its slots could compute, since the start of the run [s]
 * @param link index of the link of its host
 * @param port of its host
 * @param above index of its sub-master, or -1
 * @param linkWaitSeconds slot time that it waited for results, inputs or setups on their way [s]
 * @param spareSlots further slots for which its host has processors
 * @param resources that it offers to units beside its slots; empty if units have no needs
 */
public record GainWorker(
        @Written("worker") String name,
        String host,
        int slots,
        double unitSeconds,
        double readySeconds,
        int link,
        Wire port,
        int above,
        double linkWaitSeconds,
        int spareSlots,
        @IfKnown String resources) {
    GainWorker withUnitSeconds(double other) {
        return new GainWorker(
                name, host, slots, other, readySeconds, link, port, above, linkWaitSeconds, spareSlots, resources);
    }
}
