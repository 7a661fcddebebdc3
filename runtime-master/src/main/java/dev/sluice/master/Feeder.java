package dev.sluice.master;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.Payload;
import dev.sluice.net.PayloadEncoder;
import dev.sluice.net.SpillSpace;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.Revoke;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns assignments into messages: asks the application for the units, encodes them, and sends them while network and
 * worker have room. A chunk of any size costs only the inputs that are on the way. Confined to the application thread.
 */
final class Feeder {
    /** Inputs in one message, at about [bytes]. */
    private static final int BATCH_BYTES = 64 << 10;

    private static final int BATCH_UNITS = 8192;

    /** Inputs encoded ahead, in one batch [bytes]. */
    private static final int PREPARED_BYTES = 32 << 10;

    private final Hosted<Object, Object, Object> application;
    private final Traffic traffic;
    private final SpillSpace setups;

    /** Units that were taken back before their inputs were sent; called on the application thread. */
    @FunctionalInterface
    interface TakenBack {
        void units(List<HeldUnits> units);
    }

    @SuppressWarnings("unchecked") // its units are encoded with its own codec
    Feeder(Hosted<?, ?, ?> application, Traffic traffic, SpillSpace setups) {
        this.application = (Hosted<Object, Object, Object>) application;
        this.traffic = traffic;
        this.setups = setups;
    }

    /** The setup of a cycle, encoded once for all workers; in a file when it is large beside this process's memory. */
    Payload setup(int cycle, Object setup) {
        PayloadEncoder encoder = new PayloadEncoder(1_024, setups);
        try {
            application.setupCodec().encode(setup, encoder);
            encoder.settle();
        } catch (RuntimeException | Error e) {
            encoder.discard();
            throw ApplicationThread.codecFailed("setup of cycle " + cycle, e);
        }
        return encoder.finish();
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

    /**
     * Encodes units ahead of their assignment; null when one of them fails or is large, for then it is better to wait
     * until it is needed.
     */
    @Nullable
    PreparedInputs prepare(int cycle, long firstUnit, long endUnit) {
        PayloadEncoder encoder = new PayloadEncoder(PREPARED_BYTES);
        int[] ends = new int[(int) Math.min(BATCH_UNITS, endUnit - firstUnit)];
        int count = 0;
        try {
            while (count < ends.length && encoder.written() < PREPARED_BYTES) {
                encoder.writeSized(application.unitCodec(), application.unit(firstUnit + count));
                ends[count++] = (int) encoder.written();
            }
        } catch (ApplicationException | RuntimeException | Error e) {
            encoder.discard();
            return null;
        }
        if (count < 2 && encoder.written() > PREPARED_BYTES) {
            encoder.discard();
            return null;
        }
        return new PreparedInputs(cycle, firstUnit, Arrays.copyOf(ends, count), encoder.finish());
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
        } catch (ApplicationException e) {
            encoder.discard();
            throw e;
        } catch (RuntimeException | Error e) {
            encoder.discard();
            throw ApplicationThread.codecFailed("unit " + unit, e);
        }
        task.next = unit;
        deliver(feed, task, first, (int) (unit - first), encoder.finish());
    }

    /**
     * Sends these inputs of a task. By the application thread; by the loop only while nothing of the feed waits for
     * that thread.
     */
    void deliver(Feed feed, FeedTask task, long first, int units, Payload inputs) {
        feed.sentBytes += inputs.size();
        traffic.sent(inputs.size());
        long sequence = feed.seat.assignSequence + 1;
        Lull lull = first == task.run.firstUnit() ? task.lull : Lull.NONE; // the lull ended with the first of them
        feed.seat.sending(sequence, task.decidedNanos);
        feed.seat.session.send(new Assign(feed.cycle, sequence, task.run, first, units, lull, inputs));
        feed.countSent(units); // last, because from then on the loop may find the feed settled
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
