package dev.sluice.master.submaster;

import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Results;
import dev.sluice.net.parent.Outgoing;
import dev.sluice.net.parent.Transit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Messages with results that wait until the parent master's window has room for them. They leave in their order.
 * Confined to the loop.
 */
final class UpwardQueue {
    private final Transit transit;
    private final Deque<Outgoing> waiting = new ArrayDeque<>();

    UpwardQueue(Transit transit) {
        this.transit = transit;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /**
     * Units whose message waits.
     *
     * @param completionOnly whether to leave out messages that carry the results of their units
     */
    long units(boolean completionOnly) {
        return waiting.stream()
                .filter(each -> !completionOnly || !each.carriesResults())
                .flatMap(each -> each.runs().stream())
                .mapToLong(ResultRun::units)
                .sum();
    }

    /** The runs whose results wait. */
    List<ResultRun> finished() {
        return waiting.stream()
                .filter(Outgoing::carriesResults)
                .flatMap(each -> each.runs().stream())
                .toList();
    }

    /**
     * Takes a message over, and sends what there is room for.
     *
     * @param urgent whether the parent master waits for the results
     */
    void add(Outgoing message, boolean urgent) {
        waiting.addLast(message);
        send(urgent);
    }

    /** Sends what there is room for; called whenever there may be more room. */
    void send(boolean urgent) {
        while (!waiting.isEmpty() && mayLeave(waiting.peekFirst())) {
            transit.send(waiting.removeFirst(), urgent);
        }
    }

    /**
     * Tells whether the message may leave. A parent may hold an accumulated value until the others arrive, so messages
     * that it waits for must not wait for that value.
     */
    private boolean mayLeave(Outgoing next) {
        boolean each = next instanceof Outgoing.Forwarded results && results.form() == Results.Form.EACH;
        return !each || transit.fits(next.bytes());
    }

    /** Drops all messages, because the parent master does not want them any more. */
    void drop() {
        while (!waiting.isEmpty()) {
            Outgoing unwanted = waiting.removeFirst();
            unwanted.settled();
            unwanted.release();
        }
    }

    /** Sends nothing from now on. */
    void close() {
        waiting.forEach(Outgoing::release);
        waiting.clear();
    }
}
