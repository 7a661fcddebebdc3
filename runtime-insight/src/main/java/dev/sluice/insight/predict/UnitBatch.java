package dev.sluice.insight.predict;

import dev.sluice.api.ApplicationException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Executes units one after the other on a thread of its own, while another thread watches their computing time. A unit
 * that computes too long is condemned: its thread is interrupted, and abandoned if that does not help. A new batch then
 * continues with the units after it.
 *
 * @param <T> the outcome of a unit
 */
final class UnitBatch<T> implements Runnable {
    /** Processes a unit. */
    interface Work<T> {
        /** Calls {@code watch} around the computing; returns null for a unit that failed. */
        @Nullable
        T execute(long unit, Watch watch) throws ApplicationException;
    }

    /** Watches the computing of a unit. */
    interface Watch {
        void begin();

        /** Returns false if the unit took too long: its result is not wanted. */
        boolean end();
    }

    private final class Stopwatch implements Watch {
        @Override
        public void begin() {
            synchronized (UnitBatch.this) {
                computing = true;
                sinceNanos = System.nanoTime();
            }
        }

        @Override
        @SuppressWarnings("ResultOfMethodCallIgnored") // only clears the flag that was set to stop the unit
        public boolean end() {
            synchronized (UnitBatch.this) {
                computing = false;
                boolean wanted = !condemned;
                if (condemned) {
                    Thread.interrupted();
                }
                return wanted;
            }
        }
    }

    private final Work<T> work;
    private final long[] units;
    private final List<T> done = new ArrayList<>();
    private int next;
    private boolean computing;
    private boolean condemned;
    private boolean stopped;
    private boolean abandoned;
    private long sinceNanos;
    private @Nullable Throwable failure;

    /** @param from index of the first unit to execute */
    UnitBatch(Work<T> work, long[] units, int from) {
        this.work = work;
        this.units = units;
        this.next = from;
    }

    @Override
    public void run() {
        Watch watch = new Stopwatch();
        try {
            for (int at = begin(); at < units.length; at = begin()) {
                T result = work.execute(units[at], watch);
                if (!end(result)) {
                    return;
                }
            }
        } catch (Throwable e) {
            synchronized (this) {
                failure = e; // for the one who watches
            }
        }
    }

    private synchronized int begin() {
        condemned = false;
        return stopped ? units.length : next;
    }

    private synchronized boolean end(@Nullable T result) {
        if (abandoned) {
            return false;
        }
        next++;
        if (result != null) {
            done.add(result);
        }
        return true;
    }

    /** Computing time of the current unit; 0 if none is computing [ns]. */
    synchronized long computingNanos() {
        return computing ? System.nanoTime() - sinceNanos : 0;
    }

    /** Condemns the current unit if it is computing. */
    synchronized void condemn(Thread thread) {
        if (computing) {
            condemned = true;
            thread.interrupt();
        }
    }

    /** Starts no other unit. */
    synchronized void stop() {
        stopped = true;
    }

    /** Abandons the current unit to its thread and ignores its outcome. False if it has ended. */
    synchronized boolean abandon() {
        if (computing) {
            abandoned = true;
            next++;
        }
        return abandoned;
    }

    /** The abandoned unit. */
    synchronized long abandoned() {
        return units[next - 1];
    }

    /** Index at which the next batch begins. */
    synchronized int next() {
        return next;
    }

    /** The outcomes of the units that did not fail. */
    synchronized List<T> done() {
        return List.copyOf(done);
    }

    /** Throws the error that ended the batch, unless it came from the last unit. */
    synchronized void rethrow() throws ApplicationException {
        if (failure instanceof ApplicationException said) {
            throw said;
        }
        if (failure instanceof RuntimeException defect) {
            throw defect;
        }
        if (failure instanceof Error defect) {
            throw defect;
        }
    }
}
