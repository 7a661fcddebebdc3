package dev.sluice.master;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.CodecException;
import dev.sluice.api.Hosted;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.PayloadEncoder;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.Revoke;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns assignments into messages: asks the application for the units, encodes them, and sends them while network and
 * worker have room. A chunk of any size costs only the inputs that are on the way. Confined to the application thread.
 */
final class Feeder {
    /** Inputs in one message, at about [bytes]. */
    private static final int BATCH_BYTES = 64 << 10;

    private static final int BATCH_UNITS = 8192;

    private final Hosted<Object, Object, Object> application;
    private final Traffic traffic;

    /** Units that were taken back before their inputs were sent; called on the application thread. */
    @FunctionalInterface
    interface TakenBack {
        void units(List<HeldUnits> units);
    }

    @SuppressWarnings("unchecked") // its units are encoded with its own codec
    Feeder(Hosted<?, ?, ?> application, Traffic traffic) {
        this.application = (Hosted<Object, Object, Object>) application;
        this.traffic = traffic;
    }

    void add(Feed feed, FeedTask task) throws ApplicationException {
        feed.waiting.add(task);
        pump(feed);
    }

    /** Sends what waits while there is room. */
    void pump(Feed feed) throws ApplicationException {
        feed.blocked = false;
        while (!feed.waiting.isEmpty()) {
            if (!feed.seat.open) {
                feed.waiting.clear();
                return;
            }
            if (!feed.hasRoom() || !feed.seat.session.writable()) {
                feed.blocked = true;
                // Room made between the look and the flag would go unnoticed: look again.
                if (!feed.hasRoom() || !feed.seat.session.writable()) {
                    return;
                }
                feed.blocked = false;
            }
            FeedTask task = feed.waiting.peekFirst();
            send(feed, task);
            if (task.next == task.end) {
                feed.waiting.removeFirst();
            }
        }
    }

    private void send(Feed feed, FeedTask task) throws ApplicationException {
        PayloadEncoder encoder = new PayloadEncoder((int) Math.min(BATCH_BYTES, 16 * (task.end - task.next)));
        long first = task.next;
        long unit = first;
        try {
            do {
                encoder.writeSized(application.unitCodec(), application.unit(unit));
                unit++;
            } while (unit < task.end && unit - first < BATCH_UNITS && encoder.written() < BATCH_BYTES);
        } catch (CodecException e) {
            encoder.discard();
            throw new CodecException("unit " + unit + ": " + e.getMessage(), e);
        } catch (ApplicationException | RuntimeException e) {
            encoder.discard();
            throw e;
        }
        task.next = unit;
        int units = (int) (unit - first);
        feed.sentBytes += encoder.written();
        traffic.sent(encoder.written());
        feed.countSent(units);
        long sequence = feed.seat.assignSequence + 1;
        feed.seat.sending(sequence, task.decidedNanos);
        feed.seat.session.send(new Assign(feed.cycle, sequence, task.run, first, units, encoder.finish()));
    }

    /** Takes units back from the tail: first those not sent, then, by asking, those that the worker has not started. */
    void revoke(Feed feed, long units, TakenBack takenBack) {
        List<HeldUnits> unsent = new ArrayList<>();
        long left = units;
        while (left > 0 && !feed.waiting.isEmpty()) {
            FeedTask task = feed.waiting.peekLast();
            long take = Math.min(left, task.end - task.next);
            long from = task.end - take;
            unsent.add(new HeldUnits(task.run.attemptOf(from), task.run.nonce(), from, take));
            task.end = from;
            left -= take;
            if (task.next == task.end) {
                feed.waiting.removeLast();
            }
        }
        if (!unsent.isEmpty()) {
            takenBack.units(unsent);
        }
        if (left > 0 && feed.seat.open) {
            feed.seat.session.send(new Revoke(feed.cycle, left));
        }
    }
}
