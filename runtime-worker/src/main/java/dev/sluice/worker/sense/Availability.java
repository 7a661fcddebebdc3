package dev.sluice.worker.sense;

/**
 * The availability of a host: the share of a processor that a newly started compute process would get, estimated from
 * recent processor times. It extends the Network Weather Service's estimate (idle and nice time, and a fair share of
 * the rest) to several processors, and excludes the use by our own slots. The formula is in docs/decisions/0057. Pure.
 */
final class Availability {
    private Availability() {}

    /**
     * Means over an interval, in numbers of processors and of processes.
     *
     * @param processors n, those that the worker may use
     * @param busy running processes of ordinary priority, including ours
     * @param nice running processes of lowered priority
     * @param stolen taken by the hypervisor
     * @param waiting processes that were ready and had to wait
     * @param own used by us
     * @param ownIsNice whether we have lowered priority ourselves; such processes then do not yield to us
     */
    record Interval(
            int processors, double busy, double nice, double stolen, double waiting, double own, boolean ownIsNice) {}

    /** The availability, from 0 to 1. */
    static double of(Interval interval) {
        int n = interval.processors;
        double active = interval.busy + interval.nice;
        double rivals = Math.max(0, (interval.ownIsNice ? active : interval.busy) - interval.own);
        // A waiting process is as likely ours as a running one; a stolen processor still has its process.
        double share = active > 0 ? Math.min(1, rivals / active) : 0;
        double present = rivals + share * interval.stolen;
        double waiting = share * interval.waiting;
        // Without us, waiting processes would run on our processors.
        double advancing = Math.min(waiting, interval.own);
        double excess = waiting - advancing;
        double free = n - present - advancing;
        double saturated = clamp(Math.max(1 - free, Math.min(1, excess)));
        double left = 1;
        if (saturated > 0) {
            double competing = n + excess / saturated;
            // The new process slows the others down, which then need the processors for longer.
            double slowed = saturated * (competing + 1) / competing;
            double then = slowed / (1 - saturated + slowed);
            left = 1 - then + then * n / (competing + 1);
        }
        double stolen = interval.stolen / Math.max(1, active + interval.stolen);
        return clamp(left * (1 - stolen));
    }

    /**
     * The part of one processor that a control group leaves: the unused rest of its quota, but at least a fair share.
     *
     * @param quota processors that the group may use together
     * @param others processors used by other processes of the group
     */
    static double underQuota(double quota, double others) {
        double used = Math.max(0, others);
        return clamp(Math.max(quota - used, quota / (1 + Math.max(1, used))));
    }

    private static double clamp(double share) {
        return Double.isNaN(share) ? 0 : Math.max(0, Math.min(1, share));
    }
}
