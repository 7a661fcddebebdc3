package dev.sluice.net.transport;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.sluice.net.session.Cancellable;
import dev.sluice.net.session.Loop;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;

/** A Netty event loop as the owner loop. */
final class NettyLoop implements Loop {
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
        ScheduledFuture<?> scheduled = loop.schedule(task, Math.max(0, delayNanos), NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public void execute(Runnable task) {
        loop.execute(task);
    }
}
