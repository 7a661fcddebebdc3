package dev.sluice.worker.sense;

import java.util.OptionalInt;

/**
 * How many processes run or wait to run, sampled several times in an interval: the kernel tells it for this instant
 * only. Confined to the sensor's thread.
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

    /** Looks once; {@code processors} are those of the machine. */
    void sample(int processors) {
        OptionalInt running = files.read("/proc/loadavg").map(RunQueue::running).orElse(OptionalInt.empty());
        if (running.isPresent()) {
            int others = Math.max(0, running.getAsInt() - 1); // the one who looks runs too
            samples++;
            runningSum += others;
            excessSum += Math.max(0, others - processors);
        }
    }

    /** The fourth word of {@code /proc/loadavg} is {@code running/all}. */
    static OptionalInt running(String loadavg) {
        String[] words = loadavg.trim().split("\\s+", -1);
        int slash = words.length > 3 ? words[3].indexOf('/') : -1;
        long running = slash > 0 ? HostFiles.number(words[3].substring(0, slash)) : -1;
        return running < 0 || running > MOST ? OptionalInt.empty() : OptionalInt.of((int) running);
    }

    /** The mean of those that ran or waited; 0 when nothing could be seen. */
    double length() {
        return samples == 0 ? 0 : runningSum / (double) samples;
    }

    /** The mean of those for whom there was no processor. */
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
