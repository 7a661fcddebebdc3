package dev.sluice.master.tune;

import dev.sluice.net.runfile.ThreadTime;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The thread of a tuner. It starts with the first task, and has the lowest priority. */
public final class TunerThread implements Beside {
    private final ThreadPoolExecutor executor = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
                Thread thread = new Thread(task, "sluice-tuner");
                thread.setDaemon(true);
                thread.setPriority(Thread.MIN_PRIORITY);
                return thread;
            },
            new ThreadPoolExecutor.DiscardPolicy());

    @Override
    public void execute(Runnable task) {
        executor.execute(task);
    }

    @Override
    public long cpuNanos() {
        return ThreadTime.ofThisThread();
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
