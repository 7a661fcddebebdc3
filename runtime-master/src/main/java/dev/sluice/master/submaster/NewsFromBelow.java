package dev.sluice.master.submaster;

import dev.sluice.master.WorkerEntry;
import dev.sluice.master.bounds.PeerLines;
import dev.sluice.net.session.Loop;
import java.util.function.Consumer;

/**
 * Passes changes below a sub-master on: lines to the operator, and beats to the parent master. Both are limited,
 * because a worker could otherwise make its sub-master say too much. Confined to the sub-master's loop.
 */
final class NewsFromBelow {
    /** Least time between two beats that changes cause [ns]. */
    private static final long PACE_NANOS = 20_000_000L;

    private final Loop loop;
    private final Runnable beat;
    private final PeerLines lines;
    private long beatNanos;
    private boolean due;

    /** @param beat sends a beat to the parent master */
    NewsFromBelow(Loop loop, Consumer<String> said, Runnable beat) {
        this.loop = loop;
        this.beat = beat;
        this.lines = new PeerLines(said, loop::nanoTime);
        this.beatNanos = loop.nanoTime() - PACE_NANOS;
    }

    /** Tells the operator this of a worker. */
    void say(WorkerEntry entry, String what) {
        lines.say(entry.id.toString(), entry.peer(), entry + what);
    }

    /** Sends a beat soon. */
    void changed() {
        if (!due) {
            due = true;
            loop.schedule(PACE_NANOS - Math.min(PACE_NANOS, loop.nanoTime() - beatNanos), this::send);
        }
    }

    private void send() {
        due = false;
        beatNanos = loop.nanoTime();
        beat.run();
    }
}
