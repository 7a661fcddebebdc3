package dev.sluice.worker.sense;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Processor times since the machine started, by processor number: eight counters each, in one unit of time. Immutable.
 *
 * @param unitsPerSecond resolution of the counters
 */
record CpuTimes(Map<Integer, long[]> byProcessor, double unitsPerSecond) {
    static final int USER = 0;
    static final int NICE = 1;
    static final int SYSTEM = 2;
    static final int IDLE = 3;
    static final int WAITING = 4;
    static final int INTERRUPT = 5;
    static final int SOFT_INTERRUPT = 6;
    static final int STOLEN = 7;
    static final int STATES = 8;

    /** Ticks of the kernel's user interface, the same on every architecture that runs Java. */
    private static final double TICKS_PER_SECOND = 100;

    private static final int MOST_PROCESSORS = 65_536;

    CpuTimes {
        byProcessor = new TreeMap<>(byProcessor);
    }

    /**
     * Parses {@code /proc/stat}; ignores unexpected lines. Guest time is part of the user time, so it is not counted
     * again.
     */
    static CpuTimes parse(String stat) {
        Map<Integer, long[]> times = new TreeMap<>();
        for (String line : stat.split("\n", -1)) {
            if (!line.startsWith("cpu")) {
                if (!times.isEmpty()) {
                    break; // they come first
                }
                continue;
            }
            String[] words = line.trim().split("\\s+", -1);
            long processor = HostFiles.number(words[0].substring(3));
            if (processor < 0 || processor >= MOST_PROCESSORS || words.length < 1 + IDLE + 1) {
                continue;
            }
            long[] states = new long[STATES];
            for (int i = 0; i < Math.min(STATES, words.length - 1); i++) {
                states[i] = Math.max(0, HostFiles.number(words[i + 1]));
            }
            times.put((int) processor, states);
        }
        return new CpuTimes(times, TICKS_PER_SECOND);
    }

    /**
     * The times of the allowed processors since {@code before}. A processor that was offline at either time is left
     * out. A counter that went backwards, as some do when a processor is switched off and on, counts as zero.
     *
     * @param allowed numbers of processors; empty for all
     */
    CpuShares since(CpuTimes before, List<Integer> allowed) {
        double[] sums = new double[STATES];
        int processors = 0;
        List<Integer> chosen = allowed.isEmpty() ? new ArrayList<>(byProcessor.keySet()) : allowed;
        for (int processor : chosen) {
            long[] then = before.byProcessor.get(processor);
            long[] now = byProcessor.get(processor);
            if (then != null && now != null) {
                double[] passed = new double[STATES];
                for (int i = 0; i < STATES; i++) {
                    passed[i] = Math.max(0, now[i] - then[i]) / unitsPerSecond;
                }
                if (Arrays.stream(passed).sum() > 0) {
                    processors++;
                    for (int i = 0; i < STATES; i++) {
                        sums[i] += passed[i];
                    }
                }
            }
        }
        return new CpuShares(processors, sums);
    }

    /** Number of online processors. */
    int online() {
        return byProcessor.size();
    }
}
