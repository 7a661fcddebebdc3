package dev.sluice.net.virtual;

import dev.sluice.net.session.Cancellable;
import dev.sluice.net.session.Loop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A loop in virtual time: tasks run on the test's thread, in their order, and the clock moves only to the next timer.
 * All masters and workers of a test share one, so that a test has one order of events and repeats itself exactly. Any
 * thread may add tasks and timers.
 */
public final class VirtualLoop implements Loop {
    /** A task for later; without a task when it was cancelled or has run. */
    private static final class Timer {
        private final long atNanos;
        private final long order;
        private @Nullable Runnable task;

        Timer(long atNanos, long order, Runnable task) {
            this.atNanos = atNanos;
            this.order = order;
            this.task = task;
        }

        boolean before(Timer other) {
            return atNanos < other.atNanos || (atNanos == other.atNanos && order < other.order);
        }
    }

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<Runnable> checks = new ArrayList<>();
    /** A heap: none is after its children, at 2 i + 1 and 2 i + 2. */
    private Timer[] timers = new Timer[64];
    /** Number of timers in the heap, with those that were cancelled. */
    private int size;

    private int cancelled;
    private long order;
    private volatile long nowNanos = 1_000_000_000_000L;
    private volatile long spentNanos;

    @Override
    public boolean inLoop() {
        return true;
    }

    @Override
    public synchronized void execute(Runnable task) {
        tasks.addLast(task);
    }

    @Override
    public synchronized Cancellable schedule(long delayNanos, Runnable task) {
        Timer timer = new Timer(nanoTime() + Math.max(0, delayNanos), order++, task);
        if (size == timers.length) {
            timers = Arrays.copyOf(timers, 2 * size);
        }
        int at = size++;
        while (at > 0 && timer.before(timers[(at - 1) / 2])) {
            timers[at] = timers[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        timers[at] = timer;
        return () -> cancel(timer);
    }

    private synchronized void cancel(Timer timer) {
        if (timer.task != null) {
            timer.task = null;
            cancelled++;
        }
    }

    /** Takes the first timer out of the heap. */
    private Timer removeFirst() {
        Timer first = timers[0];
        Timer last = timers[--size];
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && timers[child + 1].before(timers[child])) {
                child++;
            }
            if (last.before(timers[child])) {
                break;
            }
            timers[at] = timers[child];
            at = child;
        }
        timers[at] = last;
        return first;
    }

    /** Virtual time [ns]: that of the last timer, and what the running task has spent. */
    @Override
    public long nanoTime() {
        return nowNanos + spentNanos;
    }

    /** The running task computes for so long [ns]. Whoever runs the task takes it with {@link #takeSpent}. */
    public synchronized void spend(long nanos) {
        spentNanos += nanos;
    }

    /** The time spent since the last call [ns]; the clock is back where it was. */
    public synchronized long takeSpent() {
        long spent = spentNanos;
        spentNanos = 0;
        return spent;
    }

    /** Runs after each task: what must hold at any time. */
    public void afterEachTask(Runnable check) {
        checks.add(check);
    }

    /** Runs until the condition holds; false when it does not within this time [ns]. */
    public boolean runUntil(BooleanSupplier condition, long nanos) {
        long end = nowNanos + nanos;
        while (!condition.getAsBoolean()) {
            if (!step(end)) {
                return false;
            }
        }
        return true;
    }

    /** Moves the clock on, and runs what falls due on the way [ns]. */
    public void advance(long nanos) {
        long end = nowNanos + nanos;
        while (step(end)) {
            // until nothing is due
        }
        nowNanos = end;
    }

    /** The clock jumps ahead [ns], as when the computer sleeps; what fell due meanwhile is late. */
    public synchronized void jump(long nanos) {
        nowNanos += nanos;
    }

    /** Moves the clock on at once, as after a pause of the process [ns]; what fell due runs then. */
    public void pause(long nanos) {
        jump(nanos);
        advance(0);
    }

    /** Runs the next task that is due now; false if there is none. */
    public boolean runNext() {
        return step(nowNanos);
    }

    /** Number of tasks and timers. */
    public synchronized int waiting() {
        return tasks.size() + size - cancelled;
    }

    /** Forgets all tasks and timers, as when the process is killed. */
    public synchronized void clear() {
        tasks.clear();
        for (int i = 0; i < size; i++) {
            timers[i].task = null;
        }
        size = 0;
        cancelled = 0;
    }

    private boolean step(long endNanos) {
        Runnable next = next(endNanos);
        if (next == null) {
            return false;
        }
        next.run();
        if (spentNanos != 0) {
            throw new IllegalStateException("a task spent time that nobody took");
        }
        checks.forEach(Runnable::run);
        return true;
    }

    private synchronized @Nullable Runnable next(long endNanos) {
        Runnable next = tasks.pollFirst();
        while (next == null && size > 0 && (timers[0].task == null || timers[0].atNanos <= endNanos)) {
            Timer timer = removeFirst();
            next = timer.task;
            timer.task = null;
            if (next == null) {
                cancelled--;
            } else {
                nowNanos = Math.max(nowNanos, timer.atNanos);
            }
        }
        return next;
    }
}
