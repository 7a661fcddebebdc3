package dev.sluice.model.flow;

/**
 * How load slows units that use their processor for a part of their time only. The waiting part of a unit takes as long
 * on a loaded host as on an idle one, and slots that wait leave their processors to the others.
 */
public final class ProcessorShare {
    /** Units that use less of a processor get it whenever they ask: schedulers prefer those that waited. */
    private static final double LEAST = 0.05;

    /** Units that use at least this share of a processor compute all the time; something else interrupted them. */
    private static final double COMPUTES = 0.9;

    private ProcessorShare() {}

    /** The share of a unit's time in which it uses its processor, as it was measured; 1 if it is not known. */
    public static double used(double measured) {
        return measured >= 0 && measured < COMPUTES ? measured : 1;
    }

    /**
     * How many times longer a unit takes than on an idle host; infinite if nothing is available. A slot alone takes
     * g(φ, a) = φ/a + 1 − φ. The n slots of a host share a·n free processors: a slot gets no more than those, and n
     * units need n·φ of them.
     *
     * @param cpuShare φ: the share of a unit's time in which it uses its processor, 0 to 1
     * @param available a: the fraction of a processor for each slot if all slots ask all the time, 0 to 1
     * @param slots n
     */
    public static double slowdown(double cpuShare, double available, int slots) {
        if (cpuShare == 1 || available <= 0) {
            return 1 / available;
        }
        double most = Math.min(1, available * slots);
        double alone = cpuShare < LEAST ? 1 : cpuShare / most + (1 - cpuShare);
        return Math.max(alone, cpuShare / available);
    }

    /** The fraction of a processor that each slot gets while its unit asks for one, by {@link #slowdown}. */
    public static double available(double cpuShare, double available, int slots) {
        return cpuShare == 1 || available <= 0 ? available : ofSlowdown(cpuShare, slowdown(cpuShare, available, slots));
    }

    /** The fraction of a processor that slows units this many times, while they ask for it. */
    private static double ofSlowdown(double cpuShare, double slowdown) {
        return slowdown <= 1 ? 1 : cpuShare / (slowdown - 1 + cpuShare);
    }

    /** The availability of a host, at which units take this many times longer: the inverse of {@link #slowdown}. */
    public static double needed(double cpuShare, double slowdown, int slots) {
        if (slowdown <= 1) {
            return 1;
        }
        double alone = cpuShare < LEAST ? 0 : ofSlowdown(cpuShare, slowdown) / slots;
        return Math.min(1, Math.max(cpuShare / slowdown, alone));
    }

    /**
     * The fraction of a processor for each of several slots beside other processes, because all processes share the
     * processors of a host equally.
     *
     * @param rivals processes that compute all the time, at least 0
     * @param processors of the host
     * @param slots that start together
     */
    public static double ofSlots(double rivals, double processors, int slots) {
        return Math.min(1, processors / (rivals + slots));
    }
}
