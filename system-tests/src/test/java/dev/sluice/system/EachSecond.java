package dev.sluice.system;

import dev.sluice.api.extension.DistributionPolicy;

// tag::readme[]
/** Each chunk keeps its slot busy for about a second, and the last ones are small. */
public final class EachSecond implements DistributionPolicy {
    @Override
    public long chunk(Slot slot) {
        if (slot.timedUnits() == 0) {
            return 1;
        }
        double second = 1 / slot.meanSeconds();
        double half = slot.unassigned() / (2.0 * slot.slots());
        return (long) Math.max(1, Math.min(second, half));
    }
}
// end::readme[]
