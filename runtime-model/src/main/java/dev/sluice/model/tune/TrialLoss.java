package dev.sluice.model.tune;

import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;

/** The loss that a change may cause, whatever a model promises of it. */
final class TrialLoss {
    /** The part of the rate that another hand-out or tree may cost in its trial. */
    private static final double FEARED = 0.3;

    private TrialLoss() {}

    /** The part of the rate that a change may cost: what the hosts compute that are parked, or what is feared. */
    static double ofRate(Setting from, Setting to, Snapshot snapshot) {
        double all = 0;
        double parked = 0;
        for (Snapshot.HostPart host : snapshot.hosts()) {
            double rate = Math.max(host.rateWups(), Double.MIN_NORMAL);
            all += from.parked().contains(host.host()) ? 0 : rate;
            parked += !from.parked().contains(host.host()) && to.parked().contains(host.host()) ? rate : 0;
        }
        boolean same = from.handout().equals(to.handout()) && from.tree().equals(to.tree());
        return same ? parked / all : FEARED;
    }

    /**
     * Work that the others could do while a slot computes the last chunk of the cycle [s]. A worker keeps the chunk
     * that it computes, so that a change back cannot save this work. The chunk is the first one of the slot that takes
     * longest for it, or the smallest one that begins when nothing else is left. In the last cycle only the chunk
     * itself is missing. The bound follows from the rule of the policy and from measured speeds; it is 0 before any was
     * measured.
     */
    static double ofChunk(Handout to, Snapshot snapshot) {
        double rate = 0;
        int slots = 0;
        for (Snapshot.HostPart host : snapshot.hosts()) {
            rate += host.rateWups();
            slots += host.isIdle() ? 0 : host.slots();
        }
        if (rate == 0) {
            return 0;
        }
        boolean weighted = to.policy().weighting(to.weighting()) != Weighting.EQUAL;
        double together = snapshot.leftUnits() / rate;
        double lost = 0;
        for (Snapshot.HostPart host : snapshot.hosts()) {
            if (host.isIdle()) {
                continue;
            }
            double unit = unitSeconds(host, slots / rate);
            double weight = weighted && host.unitSeconds() > 0 ? slots / (unit * rate) : 1;
            double first = Math.max(1, weight * part(to.policy(), snapshot) / slots);
            double longest = units(Math.min(first, snapshot.leftUnits())) * unit;
            double least = units(1) * unit;
            double idle = Math.max(longest - together, least);
            lost = Math.max(lost, snapshot.last() ? idle / unit : idle * rate);
        }
        return lost * snapshot.cycleWork() / snapshot.units();
    }

    /**
     * Time of a unit on a slot of this host. A host that has returned none takes as long as its oldest unit has been
     * running, and no less than the others.
     *
     * @param others time of a unit on all slots together, times their number [s]
     */
    private static double unitSeconds(Snapshot.HostPart host, double others) {
        return host.unitSeconds() > 0 ? host.unitSeconds() : Math.max(host.runningSeconds(), others);
    }

    /** Mean units that may take as long as the units of a chunk: one unit may be twice as long, many differ less. */
    private static double units(double chunk) {
        return chunk + Math.sqrt(chunk);
    }

    /** Units of which each slot may get its share at once. */
    private static double part(PolicyName policy, Snapshot snapshot) {
        return switch (policy) {
            case SS -> 0;
            case FSC, GSS, FIXED -> snapshot.leftUnits();
            case TSS, FAC, AWF, AF -> snapshot.leftUnits() / 2.0;
        };
    }
}
