package dev.sluice.worker.sense;

import dev.sluice.net.message.HostReport;
import java.util.Arrays;

/**
 * What some processors did in an interval.
 *
 * @param processors that were there all the time
 * @param seconds of each of the states of {@link CpuTimes}, summed over them
 */
record CpuShares(int processors, double[] seconds) {
    private static final double MILLIS = 1e3;

    /** How many of the processors were in this state on average. */
    double of(int state) {
        double all = Arrays.stream(seconds).sum();
        return all > 0 ? processors * seconds[state] / all : 0;
    }

    /** How many were at work for processes of ordinary priority, the kernel and devices. */
    double busy() {
        return of(CpuTimes.USER) + of(CpuTimes.SYSTEM) + of(CpuTimes.INTERRUPT) + of(CpuTimes.SOFT_INTERRUPT);
    }

    /** By how many processors so much processor time was used [s]. */
    double processorsOf(double cpuSeconds) {
        double all = Arrays.stream(seconds).sum();
        return all > 0 ? processors * cpuSeconds / all : 0;
    }

    /** For a report. */
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
