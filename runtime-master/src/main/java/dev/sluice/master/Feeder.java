package dev.sluice.master;

import dev.sluice.api.ApplicationException;
import dev.sluice.model.delivery.FeedTask;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.Revoke;
import dev.sluice.net.payload.Payload;
import java.util.List;

/**
 * Turns assignments into messages, and sends them while network and worker have room. Confined to the thread of its
 * unit source (the application thread, or the loop on a sub-master) except {@link #deliver}.
 */
public final class Feeder {
    private final InputSource source;
    private final Traffic traffic;

    /** Receives units that were taken back before their inputs were sent; called on the feeder's thread. */
    @FunctionalInterface
    public interface TakenBack {
        void units(List<HeldUnits> units);
    }

    public Feeder(InputSource source, Traffic traffic) {
        this.source = source;
        this.traffic = traffic;
    }

    public void add(Feed feed, FeedTask task) throws ApplicationException {
        feed.waiting.add(task);
        pump(feed);
    }

    /** Sends waiting assignments while there is room. */
    public void pump(Feed feed) throws ApplicationException {
        feed.blocked = false;
        while (!feed.waiting.isEmpty()) {
            if (!feed.connection.open) {
                feed.waiting.clear();
                return;
            }
            if (!feed.hasRoom() || !feed.connection.session.writable()) {
                feed.blocked = true;
                // Room that appeared between the check and the flag would go unnoticed, so check again.
                if (!feed.hasRoom() || !feed.connection.session.writable()) {
                    return;
                }
                feed.blocked = false;
            }
            send(feed, feed.waiting.first());
            feed.waiting.removeSent();
        }
    }

    private void send(Feed feed, FeedTask task) throws ApplicationException {
        long first = task.next();
        InputSource.Inputs inputs = source.next(first, task.end());
        task.sentUpTo(first + inputs.units());
        deliver(feed, task, first, inputs.units(), inputs.bytes());
    }

    /**
     * Sends these inputs of a task. Called by the unit source's thread; by the loop only while nothing of the feed
     * waits for that thread.
     */
    void deliver(Feed feed, FeedTask task, long first, int units, Payload inputs) {
        feed.sentBytes += inputs.size();
        traffic.sent(feed, first, units, inputs.size());
        long sequence = feed.connection.assignSequence + 1;
        feed.connection.sending(sequence, task.decidedNanos());
        feed.connection.session.send(
                new Assign(feed.cycle, sequence, task.run(), first, units, task.lullBefore(first), inputs));
        feed.countSent(units); // last, because from then on the loop may find the feed settled
    }

    /** Takes units back from the tail: unsent units first, then asks the worker for units that it has not started. */
    public void revoke(Feed feed, long units, TakenBack takenBack) {
        List<HeldUnits> unsent = feed.waiting.takeBack(units);
        if (!unsent.isEmpty()) {
            takenBack.units(unsent);
        }
        long left = units - HeldUnits.sum(unsent);
        if (left > 0 && feed.connection.open) {
            feed.connection.session.send(new Revoke(feed.cycle, left));
        }
    }
}
