package dev.sluice.net.parent;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.session.Cancellable;
import dev.sluice.net.session.Loop;
import org.jspecify.annotations.Nullable;

/**
 * Beats every two seconds while there is a session, and detects a master that has been silent for three beats. If this
 * process itself was suspended or starved, the timeout is extended by the same time. Confined to the worker loop.
 */
public final class Pulse {
    public static final long PERIOD_NANOS = 2_000_000_000L;
    public static final long SILENCE_NANOS = 3 * PERIOD_NANOS;
    /** Time for a master to answer a registration: thousands may register at once [ns]. */
    public static final long ANSWER_NANOS = 30_000_000_000L;

    private static final long PUNCTUAL_NANOS = PERIOD_NANOS / 4;

    private final Loop loop;
    private final Runnable beat;
    private final Runnable silent;
    private @Nullable Cancellable next;
    private long dueNanos;
    private long heardNanos;
    private boolean beats;

    /** @param silent called once when the master has been silent; the pulse has then stopped */
    public Pulse(Loop loop, Runnable beat, Runnable silent) {
        this.loop = loop;
        this.beat = beat;
        this.silent = silent;
    }

    /** The reason of a session that ends because the master was silent. */
    public Closing silence() {
        long nanos = beats ? SILENCE_NANOS : ANSWER_NANOS;
        return new Closing(
                ErrorCode.LEASE_EXPIRED, "nothing heard from the master for " + nanos / 1_000_000_000L + " s", false);
    }

    /** Beats from now on, because the master has answered. */
    public void start() {
        start(true, loop.nanoTime());
    }

    /** Waits for the answer to a registration, and does not beat yet. */
    public void await() {
        start(false, loop.nanoTime() + ANSWER_NANOS - SILENCE_NANOS);
    }

    /** Beats or waits as before, from now on. */
    public void again() {
        if (beats) {
            start();
        } else {
            await();
        }
    }

    private void start(boolean beating, long heard) {
        stop();
        beats = beating;
        heardNanos = heard;
        schedule(loop.nanoTime());
    }

    public void stop() {
        if (next != null) {
            next.cancel();
            next = null;
        }
    }

    /** Records a message of the master. */
    public void heard() {
        heardNanos = Math.max(heardNanos, loop.nanoTime());
    }

    private void schedule(long now) {
        dueNanos = now + PERIOD_NANOS;
        next = loop.schedule(PERIOD_NANOS, this::tick);
    }

    private void tick() {
        long now = loop.nanoTime();
        long lateNanos = now - dueNanos;
        if (lateNanos > PUNCTUAL_NANOS) {
            heardNanos = Math.max(heardNanos, Math.min(now, heardNanos + lateNanos));
        }
        next = null;
        if (now - heardNanos > SILENCE_NANOS) {
            silent.run();
            return;
        }
        if (beats) {
            beat.run();
        }
        schedule(now);
    }
}
