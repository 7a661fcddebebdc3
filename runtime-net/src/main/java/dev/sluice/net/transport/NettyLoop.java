package dev.sluice.net.transport;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.sluice.net.session.Cancellable;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.LoopFailures;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A Netty event loop as the owner loop. */
final class NettyLoop implements Loop {
    private static final Logger LOG = LoggerFactory.getLogger(NettyLoop.class);

    private final EventLoop loop;

    NettyLoop(EventLoop loop) {
        this.loop = loop;
    }

    EventLoop eventLoop() {
        return loop;
    }

    @Override
    public boolean inLoop() {
        return loop.inEventLoop();
    }

    @Override
    public Cancellable schedule(long delayNanos, Runnable task) {
        ScheduledFuture<?> scheduled = loop.schedule(() -> guarded(task), Math.max(0, delayNanos), NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public void execute(Runnable task) {
        loop.execute(() -> guarded(task));
    }

    private void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            LoopFailures.failed(loop, e);
            LOG.error("a task of the loop failed", e);
        }
    }

    @Override
    public void whenFailed(Consumer<Throwable> told) {
        LoopFailures.tell(loop, told);
    }

    @Override
    public void forgetFailures() {
        LoopFailures.forget(loop);
    }

    @Override
    public void failed(Throwable cause) {
        LoopFailures.failed(loop, cause);
    }

    @Override
    public void failedIfExhausted(Throwable caught) {
        LoopFailures.failedIfExhausted(loop, caught);
    }
}
