package dev.sluice.model.tune;

/** The loss that a change may cause, whatever a model promises of it. */
final class TrialLoss {
    /** The part of the rate that another tree may cost in its trial. */
    private static final double FEARED = 0.3;

    private TrialLoss() {}

    /** The part of the rate that a change may cost: what the hosts compute that are parked, or what is feared. */
    static double ofRate(Setting from, Setting to, Snapshot snapshot) {
        if (!from.tree().equals(to.tree())) {
            return FEARED;
        }
        double all = 0;
        double parked = 0;
        for (Snapshot.HostPart host : snapshot.hosts()) {
            double rate = Math.max(host.rateWups(), Double.MIN_NORMAL);
            all += from.parked().contains(host.host()) ? 0 : rate;
            parked += !from.parked().contains(host.host()) && to.parked().contains(host.host()) ? rate : 0;
        }
        return parked / all;
    }
}
