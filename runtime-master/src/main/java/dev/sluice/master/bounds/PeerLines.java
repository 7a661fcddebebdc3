package dev.sluice.master.bounds;

import dev.sluice.net.rules.LineRate;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Shows lines about workers, at most one a second about each worker and about each address after a burst. Confined to
 * the master loop.
 */
public final class PeerLines {
    /** Lines about one worker that are shown at once. */
    private static final int WORKER_BURST = 32;

    /** Lines about the workers of one address that are shown at once. */
    private static final int ADDRESS_BURST = 512;

    private final LineRate workers = new LineRate(WORKER_BURST);
    private final LineRate addresses = new LineRate(ADDRESS_BURST);
    private final Consumer<String> shown;
    private final LongSupplier clock;

    /**
     * @param shown receives the lines
     * @param clock monotonic [ns]
     */
    public PeerLines(Consumer<String> shown, LongSupplier clock) {
        this.shown = shown;
        this.clock = clock;
    }

    /**
     * Shows a line about a worker, if there is room.
     *
     * @param peer its {@link PeerAddress}
     */
    public void say(String worker, String peer, String text) {
        long now = clock.getAsLong();
        String line = workers.line(worker, text, now);
        if (!line.isEmpty()) {
            line = addresses.line(peer, line, now);
        }
        if (!line.isEmpty()) {
            shown.accept(line);
        }
    }
}
