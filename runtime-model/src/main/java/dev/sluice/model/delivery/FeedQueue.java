package dev.sluice.model.delivery;

import dev.sluice.model.schedule.HeldUnits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** Assignments to one worker whose inputs wait for room, the oldest first. Confined to the thread that sends inputs. */
public final class FeedQueue implements Iterable<FeedTask> {
    private final Deque<FeedTask> tasks = new ArrayDeque<>(2);

    /** True if no assignment waits. */
    public boolean isEmpty() {
        return tasks.isEmpty();
    }

    /** Adds an assignment at the tail. */
    public void add(FeedTask task) {
        tasks.addLast(task);
    }

    /** The oldest assignment; the queue must not be empty. */
    public FeedTask first() {
        return tasks.getFirst();
    }

    /** Removes the oldest assignment once all of it is sent. */
    public void removeSent() {
        if (tasks.getFirst().isSent()) {
            tasks.removeFirst();
        }
    }

    /** Removes all assignments. */
    public void clear() {
        tasks.clear();
    }

    /** Takes back up to {@code units} units, the latest assigned first, and returns them. */
    public List<HeldUnits> takeBack(long units) {
        List<HeldUnits> taken = new ArrayList<>();
        long left = units;
        while (left > 0 && !tasks.isEmpty()) {
            FeedTask task = tasks.getLast();
            HeldUnits part = task.takeBack(left);
            taken.add(part);
            left -= part.units();
            if (task.isSent()) {
                tasks.removeLast();
            }
        }
        return taken;
    }

    /** Removes these units if they wait under the same nonce. Returns the number of removed units. */
    public long drop(HeldUnits units) {
        long dropped = 0;
        List<FeedTask> rest = new ArrayList<>();
        for (FeedTask task : tasks) {
            long from = Math.max(task.next(), units.firstUnit());
            long to = Math.min(task.end(), units.endUnit());
            if (from >= to || task.run().nonce() != units.nonce()) {
                rest.add(task);
            } else {
                dropped += to - from;
                task.addRestWithout(from, to, rest);
            }
        }
        tasks.clear();
        tasks.addAll(rest);
        return dropped;
    }

    @Override
    public Iterator<FeedTask> iterator() {
        return tasks.iterator();
    }
}
