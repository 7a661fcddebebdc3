package dev.sluice.model.flow;

/**
 * How load slows units that use their processor for a part of their time only (model.md §2). The waiting part of a unit
 * takes as long on a loaded host as on an idle one.
 */
public final class ProcessorShare {
    /** Units that use less of a processor get it whenever they ask, because schedulers prefer processes that wait. */
    static final double LEAST = 0.05;

    private ProcessorShare() {}

    /**
     * The fraction of a processor that each slot of a host gets while its unit asks for one. Slots that wait leave
     * theirs to the others, so that a·n free processors serve n·φ slots on average.
     *
     * @param available a: the fraction of a processor for each slot if all slots ask all the time, 0 to 1
     * @param slots n
     * @param cpuShare φ: the share of a unit's time in which it uses its processor, 0 to 1
     */
    public static double available(double available, int slots, double cpuShare) {
        if (available <= 0 || cpuShare < LEAST) {
            return available <= 0 ? 0 : 1;
        }
        return Math.min(1, available * slots / Math.max(1, slots * cpuShare));
    }

    /**
     * How many times longer a unit takes: g(φ, a) = φ/a + 1 − φ, infinite if nothing is available.
     *
     * @param available a: as {@link #available(double, int, double)} says
     */
    public static double slowdown(double cpuShare, double available) {
        return cpuShare == 1 || available <= 0 ? 1 / available : cpuShare / available + (1 - cpuShare);
    }

    /**
     * The fraction of a processor for each of several slots, where sensors forecast what one new process would get.
     * Others run as many processes as explain that share; all processes share the processors equally.
     *
     * @param ofOne share of one new process, 0 to 1
     * @param processors of the host, at least 1
     * @param slots that start together
     */
    public static double ofSlots(double ofOne, double processors, int slots) {
        if (ofOne <= 0) {
            return 0;
        }
        double others = Math.max(0, processors / Math.min(1, ofOne) - 1);
        double rivals = ofOne < 1 ? others : 0;
        return Math.min(Math.min(1, ofOne), processors / (rivals + slots));
    }
}
