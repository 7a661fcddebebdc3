package dev.sluice.master;

import dev.sluice.net.message.LinkProbe;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Measures links that carried nothing large lately. It sends bytes to a worker and back: one probe at a time, to one
 * worker of each host, within a budget. Confined to the master loop.
 */
final class LinkProbes {
    /** Age up to which a measurement counts as fresh [ms]. */
    private static final long FRESH_MILLIS = 300_000;

    /** Timeout of an answer [ns]. */
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    private static final double NANOS_PER_MINUTE = 60e9;

    /** A probe that was sent or may be sent. */
    private record Question(WorkerConnection connection, int bytes, long nanos) {}

    private final RunCore core;
    private final long bytesPerMinute;
    private double allowance;
    private long filledNanos;
    private @Nullable Question asked;
    private long number;
    private int last;

    LinkProbes(RunCore core, long bytesPerMinute) {
        this.core = core;
        this.bytesPerMinute = bytesPerMinute;
        this.allowance = bytesPerMinute;
        this.filledNanos = core.nanoTime();
    }

    /**
     * Sends the next probe if one is due; called every two seconds. {@code nowMillis} is the time of the run's weather.
     */
    void beat(long nowMillis) {
        long now = core.nanoTime();
        allowance = Math.min(bytesPerMinute, allowance + bytesPerMinute * ((now - filledNanos) / NANOS_PER_MINUTE));
        filledNanos = now;
        Question open = asked;
        if (bytesPerMinute == 0 || open != null && open.connection.open && now - open.nanos < PATIENCE_NANOS) {
            return;
        }
        asked = null;
        int most = (int) Math.min(LinkProbe.MOST_BYTES, bytesPerMinute / 2);
        Set<String> hosts = new HashSet<>();
        Question first = null;
        Question next = null;
        for (WorkerConnection connection : core.registry().connections()) {
            if (!hosts.add(connection.entry.host) || connection.session.loopback() || !connection.session.writable()) {
                continue;
            }
            int bytes = connection.entry.station.bytesToProbe(nowMillis - FRESH_MILLIS, most);
            if (bytes > 0 && 2.0 * bytes <= allowance) {
                Question question = new Question(connection, bytes, now);
                first = first == null ? question : first;
                next = next == null && connection.entry.id.number() > last ? question : next;
            }
        }
        if (first != null) {
            ask(next == null ? first : next);
        }
    }

    private void ask(Question question) {
        asked = question;
        last = question.connection.entry.id.number();
        allowance -= 2.0 * question.bytes;
        question.connection.session.send(LinkProbe.question(++number, question.bytes));
    }

    /** Records the answer of a worker to a probe. */
    void answered(WorkerConnection connection, LinkProbe answer, long nowMillis) {
        Question open = asked;
        if (open != null && connection == open.connection && answer.number() == number) {
            asked = null;
            if (answer.bytes().size() == open.bytes) {
                long arrivingNanos = answer.bytes().arrivingNanos();
                connection.entry.station.probed(open.bytes, answer.arrivingNanos(), arrivingNanos, nowMillis);
            }
        }
        answer.release();
    }
}
