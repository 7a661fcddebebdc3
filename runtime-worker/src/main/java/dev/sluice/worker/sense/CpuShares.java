package dev.sluice.worker.sense;

import dev.sluice.net.message.HostReport;
import java.util.Arrays;

/**
 * Processor time of some processors in an interval.
 *
 * @param processors that were online all the time
 * @param seconds in each of the states of {@link CpuTimes}, summed over the processors [s]
 */
record CpuShares(int processors, double[] seconds) {
    private static final double MILLIS = 1e3;

    /** Mean number of processors in this state. */
    double of(int state) {
        double all = Arrays.stream(seconds).sum();
        return all > 0 ? processors * seconds[state] / all : 0;
    }

    /** Mean number of processors that ran processes of ordinary priority, the kernel or devices. */
    double busy() {
        return of(CpuTimes.USER) + of(CpuTimes.SYSTEM) + of(CpuTimes.INTERRUPT) + of(CpuTimes.SOFT_INTERRUPT);
    }

    /** Number of processors that correspond to this processor time [s]. */
    double processorsOf(double cpuSeconds) {
        double all = Arrays.stream(seconds).sum();
        return all > 0 ? processors * cpuSeconds / all : 0;
    }

    /** The times in the form of a report. */
    HostReport.Times times() {
        return new HostReport.Times(
                millis(CpuTimes.USER),
                millis(CpuTimes.NICE),
                millis(CpuTimes.SYSTEM),
                millis(CpuTimes.IDLE),
                millis(CpuTimes.WAITING),
                Math.round((seconds[CpuTimes.INTERRUPT] + seconds[CpuTimes.SOFT_INTERRUPT]) * MILLIS),
                millis(CpuTimes.STOLEN));
    }

    private long millis(int state) {
        return Math.round(seconds[state] * MILLIS);
    }
}
