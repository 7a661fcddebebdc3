package dev.sluice.master;

import dev.sluice.master.tune.Beside;
import dev.sluice.net.virtual.VirtualLoop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/** A place on the test's loop for a tuner, which computes in no time after a while. */
final class LaterBeside implements Beside {
    private final VirtualLoop loop;
    private final LongSupplier delayNanos;
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private boolean waiting;
    private int executed;
    private long costNanos;
    private long cpuNanos;
    private Error failure;

    /** @param delayNanos virtual time before each task [ns] */
    LaterBeside(VirtualLoop loop, LongSupplier delayNanos) {
        this.loop = loop;
        this.delayNanos = delayNanos;
    }

    /** A look at the processor time shows so much more than the one before [ns]. */
    LaterBeside costing(long nanos) {
        costNanos = nanos;
        return this;
    }

    /** Looks throw this from now on. The thread of a tuner would end with it, and a new one go on. */
    void failing(Error error) {
        failure = error;
    }

    /** Tasks so far. */
    int executed() {
        return executed;
    }

    @Override
    public void execute(Runnable task) {
        tasks.addLast(task);
        next();
    }

    private void next() {
        if (!waiting && !tasks.isEmpty()) {
            waiting = true;
            loop.schedule(delayNanos.getAsLong(), () -> {
                waiting = false;
                Runnable task = tasks.pollFirst();
                if (task != null) {
                    executed++;
                    run(task);
                }
                next();
            });
        }
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (Error error) {
            if (error != failure) {
                throw error;
            }
        }
    }

    @Override
    public long cpuNanos() {
        if (failure != null) {
            throw failure;
        }
        cpuNanos += costNanos;
        return cpuNanos;
    }

    @Override
    public void close() {
        tasks.clear();
    }
}
