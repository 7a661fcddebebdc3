package dev.sluice.worker.sense;

/**
 * What a newly started compute process would get of one processor, from what the processors did of late. The Network
 * Weather Service's idea (idle and nice time, and a fair share of the rest), for several processors and without what
 * our own slots use: docs/decisions/0057 has the formula. Pure.
 */
final class Availability {
    private Availability() {}

    /**
     * An interval, in numbers of processors and of processes.
     *
     * @param processors n, those that the worker may use
     * @param busy at work for processes of ordinary priority; ours among them
     * @param nice at work for processes of lowered priority
     * @param stolen not given to this machine by the one below it
     * @param waiting processes that were ready and had to wait, mean
     * @param own used by us
     * @param ownIsNice whether we are of lowered priority ourselves: then such processes do not make way
     */
    record Interval(
            int processors, double busy, double nice, double stolen, double waiting, double own, boolean ownIsNice) {}

    /** From 0 to 1. */
    static double of(Interval interval) {
        int n = interval.processors;
        double active = interval.busy + interval.nice;
        double rivals = Math.max(0, (interval.ownIsNice ? active : interval.busy) - interval.own);
        // Who waits is as likely ours as who runs; and while a processor is stolen, its process is still there.
        double share = active > 0 ? Math.min(1, rivals / active) : 0;
        double present = rivals + share * interval.stolen;
        double waiting = share * interval.waiting;
        // Without us, those that wait would run where we do.
        double advancing = Math.min(waiting, interval.own);
        double excess = waiting - advancing;
        double free = n - present - advancing;
        double saturated = clamp(Math.max(1 - free, Math.min(1, excess)));
        double left = 1;
        if (saturated > 0) {
            double competing = n + excess / saturated;
            // The new process slows the others down, who then need the processors for longer.
            double slowed = saturated * (competing + 1) / competing;
            double then = slowed / (1 - saturated + slowed);
            left = 1 - then + then * n / (competing + 1);
        }
        double stolen = interval.stolen / Math.max(1, active + interval.stolen);
        return clamp(left * (1 - stolen));
    }

    /**
     * What a control group leaves of one processor: what others in it do not use of its quota, and at least a fair
     * share of it.
     *
     * @param quota processors that the group may use together
     * @param others of them that others in it use
     */
    static double underQuota(double quota, double others) {
        double used = Math.max(0, others);
        return clamp(Math.max(quota - used, quota / (1 + Math.max(1, used))));
    }

    private static double clamp(double share) {
        return Double.isNaN(share) ? 0 : Math.max(0, Math.min(1, share));
    }
}
