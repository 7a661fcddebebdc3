package dev.sluice.worker.sense;

import java.util.OptionalInt;

/**
 * Number of processes that run or wait to run, sampled several times in an interval, because the kernel reports only
 * the current value. Confined to the sensor's thread.
 */
final class RunQueue {
    private static final int MOST = 4_000_000;

    private final HostFiles files;
    private long samples;
    private long runningSum;
    private long excessSum;

    RunQueue(HostFiles files) {
        this.files = files;
    }

    /** Takes a sample; {@code processors} are those of the machine. */
    void sample(int processors) {
        OptionalInt running = files.read("/proc/loadavg").map(RunQueue::running).orElse(OptionalInt.empty());
        if (running.isPresent()) {
            int others = Math.max(0, running.getAsInt() - 1); // the one who looks runs too
            samples++;
            runningSum += others;
            excessSum += Math.max(0, others - processors);
        }
    }

    /** Parses {@code /proc/loadavg}, whose fourth word is {@code running/all}. */
    static OptionalInt running(String loadavg) {
        String[] words = loadavg.trim().split("\\s+", -1);
        int slash = words.length > 3 ? words[3].indexOf('/') : -1;
        long running = slash > 0 ? HostFiles.number(words[3].substring(0, slash)) : -1;
        return running < 0 || running > MOST ? OptionalInt.empty() : OptionalInt.of((int) running);
    }

    /** Mean number of running and waiting processes; 0 without samples. */
    double length() {
        return samples == 0 ? 0 : runningSum / (double) samples;
    }

    /** Mean number of processes without a processor. */
    double waiting() {
        return samples == 0 ? 0 : excessSum / (double) samples;
    }

    /** Begins the next interval. */
    void clear() {
        samples = 0;
        runningSum = 0;
        excessSum = 0;
    }
}
