package dev.sluice.net.transport;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.sluice.net.session.Loop;
import io.netty.channel.DefaultEventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;

/** A loop without sockets, for a master and its workers in one process. Any thread. */
public final class LoopThread implements AutoCloseable {
    private static final long CLOSE_MILLIS = 2_000;

    static {
        NettySettings.apply();
    }

    private final DefaultEventLoop events;
    private final NettyLoop loop;

    private LoopThread(String name) {
        events = new DefaultEventLoop(new DefaultThreadFactory(name, true));
        loop = new NettyLoop(events);
    }

    /** Makes the loop; its thread, a daemon, starts with the first task. */
    public static LoopThread open(String name) {
        return new LoopThread(name + "-loop");
    }

    public Loop loop() {
        return loop;
    }

    /** Runs what is waiting, then stops the thread; waits up to some seconds. Not on the loop. */
    @Override
    public void close() {
        events.shutdownGracefully(0, CLOSE_MILLIS, MILLISECONDS);
        events.terminationFuture().awaitUninterruptibly(CLOSE_MILLIS);
    }
}
