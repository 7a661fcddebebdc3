package dev.sluice.launch.ssh;

import dev.sluice.launch.LaunchPhases;
import java.util.function.LongSupplier;

/**
 * Times the phases of one start over ssh by the words of its steps. A phase that began before the run file was there
 * contains the wait for it; its time from then on is the least that it takes. Confined to the thread that reads the
 * host's output, but for {@link #told}.
 */
final class PhaseClock {
    /** A run file that comes later than this after the start of the JVM may have kept it waiting [ns]. */
    private static final long WAITED_NANOS = 50_000_000;

    private final String kind;
    private final LongSupplier nanoTime;
    private long beganNanos;
    private long helloNanos;
    private long wantedNanos;
    private long sentNanos;
    private long sentBytes;
    private long readyNanos;
    private long joinedNanos;
    private volatile long toldNanos;

    /**
     * @param kind the way of launching
     * @param nanoTime monotonic [ns]
     */
    PhaseClock(String kind, LongSupplier nanoTime) {
        this.kind = kind;
        this.nanoTime = nanoTime;
        began();
    }

    /** An ssh starts; earlier ones do not count. */
    void began() {
        beganNanos = nanoTime.getAsLong();
        helloNanos = beganNanos;
        readyNanos = beganNanos;
        joinedNanos = beganNanos;
        toldNanos = beganNanos;
        sentNanos = 0;
        sentBytes = 0;
    }

    /** A step has said this word. */
    void hear(String word, String rest) {
        long now = nanoTime.getAsLong();
        switch (word) {
            case "hello" -> helloNanos = now;
            case "jar", "file" -> moved(rest.substring(rest.lastIndexOf(' ') + 1), now);
            case "ready" -> readyNanos = now;
            case "joined" -> joinedNanos = now;
            default -> {
                // no phase begins or ends
            }
        }
    }

    private void moved(String what, long now) {
        switch (what) {
            case "wanted" -> wantedNanos = now;
            case "received" -> sentNanos += now - wantedNanos;
            default -> {
                // the host has it
            }
        }
    }

    /** Records that so many bytes are sent. */
    void sent(long bytes) {
        sentBytes += bytes;
    }

    /** The process has the run file. Any thread. */
    void told() {
        toldNanos = nanoTime.getAsLong();
    }

    /** The phases of a worker that has joined, or of a master that listens. Checks of hashes count for looking. */
    LaunchPhases phases() {
        boolean waited = toldNanos - readyNanos > WAITED_NANOS;
        return new LaunchPhases(
                kind,
                (helloNanos - beganNanos) / 1e9,
                (readyNanos - helloNanos - sentNanos) / 1e9,
                sentNanos / 1e9,
                sentBytes,
                (joinedNanos - (waited ? toldNanos : readyNanos)) / 1e9,
                0);
    }
}
