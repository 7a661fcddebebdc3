package dev.sluice.launch.ssh;

import org.jspecify.annotations.Nullable;

/** Collects the lines that the steps {@code look.sh} and {@code gauge.sh} print. Confined to one thread. */
final class HostGauge {
    private static final long KIB = 1024;

    /** Columns of a line of {@code /proc/stat}: user, nice, system, idle, iowait, irq, softirq, steal. */
    private static final int COLUMNS = 8;

    private static final int NICE = 1;
    private static final int IDLE = 3;
    private static final int WAITING = 4;

    private final String host;
    private final long beginNanos;
    private int cores;
    private long freeBytes = -1;
    private double busyShare = -1;
    private double sshSeconds = -1;
    private @Nullable String failure;
    private boolean complete;

    /** @param beginNanos of the handshake [ns, monotonic] */
    HostGauge(String host, long beginNanos) {
        this.host = host;
        this.beginNanos = beginNanos;
    }

    /** Takes a line, without its prefix. */
    void hear(String line, long nowNanos) {
        String[] words = line.split(" ", 2);
        String rest = words.length == 1 ? "" : words[1].strip();
        switch (words[0]) {
            case "hello" -> {
                String count = rest.split(" ", 2)[0];
                cores = count.matches("[0-9]{1,5}") ? Math.max(1, Integer.parseInt(count)) : 1;
                sshSeconds = Math.max(0, nowNanos - beginNanos) / 1e9;
            }
            case "memory" -> freeBytes = rest.matches("[0-9]{1,15}") ? Long.parseLong(rest) * KIB : -1;
            case "processors" -> busyShare = busyShare(rest);
            case "failed" -> failure = rest;
            case "seen" -> complete = true;
            default -> {
                // a word of a newer step
            }
        }
    }

    /** The share of busy time between two lines of {@code /proc/stat} with a slash between; negative if unknown. */
    static double busyShare(String said) {
        String[] lines = said.split(" / ", 2);
        if (lines.length != 2) {
            return -1;
        }
        long[] before = times(lines[0]);
        long[] after = times(lines[1]);
        long all = 0;
        long free = 0;
        for (int i = 0; i < COLUMNS; i++) {
            long passed = Math.max(0, after[i] - before[i]);
            all += passed;
            free += i == NICE || i == IDLE || i == WAITING ? passed : 0;
        }
        return all == 0 ? -1 : 1 - (double) free / all;
    }

    /** The columns; missing ones and damaged ones are 0. */
    private static long[] times(String line) {
        String[] words = line.strip().split("\\s+", -1);
        long[] times = new long[COLUMNS];
        for (int i = 0; i < COLUMNS && i + 1 < words.length; i++) {
            times[i] = words[i + 1].matches("[0-9]{1,18}") ? Long.parseLong(words[i + 1]) : 0;
        }
        return times;
    }

    /** The failure that a step has reported; null if none has. */
    @Nullable
    String failure() {
        return failure;
    }

    /** Tells whether the host has answered at all. */
    boolean isConnected() {
        return cores > 0;
    }

    /** Tells whether all steps have ended well. */
    boolean isComplete() {
        return complete;
    }

    LookedHost looked() {
        return new LookedHost(host, null, cores, freeBytes, busyShare, sshSeconds);
    }
}
