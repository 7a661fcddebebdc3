package dev.sluice.insight.predict;

import dev.sluice.api.ApplicationException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Units executed one after the other on a thread of their own, while another watches how long each computes. One that
 * computes too long is condemned: its thread is interrupted, and left to itself when that does not help; a batch of the
 * units behind it goes on then.
 *
 * @param <T> what comes of a unit
 */
final class UnitBatch<T> implements Runnable {
    /** What is done with each unit. */
    interface Work<T> {
        /** Calls {@code watch} around the computing; returns null for a unit that failed. */
        @Nullable
        T execute(long unit, Watch watch) throws ApplicationException;
    }

    /** Told when a unit computes. */
    interface Watch {
        void begin();

        /** Returns false when it took too long: its result is not wanted. */
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

    /** @param from the first of the units to execute */
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

    /** For how long the unit at hand has computed; 0 when none does [ns]. */
    synchronized long computingNanos() {
        return computing ? System.nanoTime() - sinceNanos : 0;
    }

    /** The unit at hand, if it computes, has taken too long. */
    synchronized void condemn(Thread thread) {
        if (computing) {
            condemned = true;
            thread.interrupt();
        }
    }

    /** No other unit is begun. */
    synchronized void stop() {
        stopped = true;
    }

    /** Leaves the unit at hand to its thread: what may still come of it is not wanted. False when it has ended. */
    synchronized boolean abandon() {
        if (computing) {
            abandoned = true;
            next++;
        }
        return abandoned;
    }

    /** The unit that was left to its thread. */
    synchronized long abandoned() {
        return units[next - 1];
    }

    /** Where the next batch begins. */
    synchronized int next() {
        return next;
    }

    /** What came of the units, of those that did not fail. */
    synchronized List<T> done() {
        return List.copyOf(done);
    }

    /** Throws what ended the batch, if something did but the last unit. */
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
