package dev.sluice.master;

import dev.sluice.net.message.LinkProbe;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Measures the links over which nothing large has passed lately, by bytes that go to a worker and come back: one at a
 * time, one worker on each host, within a budget. Confined to the master loop.
 */
final class LinkProbes {
    /** What was measured since then is known well enough. */
    private static final long FRESH_MILLIS = 300_000;

    /** An answer that has not come by then is not waited for. */
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    private static final double NANOS_PER_MINUTE = 60e9;

    /** Half of the least budget, for it goes there and comes back [bytes]. */
    static final int LEAST_BYTES = 16 << 10;

    private final MasterLoop master;
    private final long bytesPerMinute;
    private double allowance;
    private long filledNanos;
    private @Nullable Seat asked;
    private long askedNanos;
    private int askedBytes;
    private long number;
    private int last;

    LinkProbes(MasterLoop master, long bytesPerMinute) {
        this.master = master;
        this.bytesPerMinute = bytesPerMinute;
        this.allowance = bytesPerMinute;
        this.filledNanos = master.loop().nanoTime();
    }

    /** Every two seconds; {@code nowMillis} of the run's weather. */
    void beat(long nowMillis) {
        long now = master.loop().nanoTime();
        allowance = Math.min(bytesPerMinute, allowance + bytesPerMinute * ((now - filledNanos) / NANOS_PER_MINUTE));
        filledNanos = now;
        Seat waitsFor = asked;
        if (bytesPerMinute == 0 || waitsFor != null && waitsFor.open && now - askedNanos < PATIENCE_NANOS) {
            return;
        }
        asked = null;
        Set<String> hosts = new HashSet<>();
        Seat first = null;
        Seat next = null;
        for (Seat seat : master.roll().seats()) {
            if (!hosts.add(seat.member.host) || seat.session.loopback() || !seat.session.writable()) {
                continue;
            }
            int bytes = bytes(seat, nowMillis);
            if (bytes == 0 || 2.0 * bytes > allowance) {
                continue;
            }
            first = first == null ? seat : first;
            next = next == null && seat.member.id.number() > last ? seat : next;
        }
        Seat chosen = next == null ? first : next;
        if (chosen != null) {
            ask(chosen, bytes(chosen, nowMillis), now);
        }
    }

    private int bytes(Seat seat, long nowMillis) {
        int most = (int) Math.min(LinkProbe.MOST_BYTES, bytesPerMinute / 2);
        return seat.member.station.bytesToProbe(nowMillis - FRESH_MILLIS, most);
    }

    private void ask(Seat seat, int bytes, long now) {
        asked = seat;
        askedNanos = now;
        askedBytes = bytes;
        last = seat.member.id.number();
        allowance -= 2.0 * bytes;
        seat.session.send(LinkProbe.question(++number, bytes));
    }

    /** The worker has sent back what came. */
    void answered(Seat seat, LinkProbe answer, long nowMillis) {
        if (seat == asked && answer.number() == number) {
            asked = null;
            if (answer.bytes().size() == askedBytes) {
                long arrivingNanos = answer.bytes().arrivingNanos();
                seat.member.station.probed(askedBytes, answer.arrivingNanos(), arrivingNanos, nowMillis);
            }
        }
        answer.release();
    }
}
