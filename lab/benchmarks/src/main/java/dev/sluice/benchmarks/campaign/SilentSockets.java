package dev.sluice.benchmarks.campaign;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Keeps 3,000 connections to a master that say nothing, from ten addresses. The master closes those that it has no room
 * for, and the others after a few seconds; each is opened again five seconds after it was opened last.
 */
final class SilentSockets implements AutoCloseable {
    private static final int SOCKETS = 3_000;
    private static final int ADDRESSES = 10;
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final int port;
    private final @Nullable SocketChannel[] channels = new SocketChannel[SOCKETS];
    private final long[] openedNanos = new long[SOCKETS];
    private final AtomicLong opened = new AtomicLong();
    private final Thread thread;
    private volatile boolean closed;

    private SilentSockets(int port) {
        this.port = port;
        this.thread = new Thread(this::keep, "silent-sockets");
        this.thread.setDaemon(true);
        Arrays.fill(openedNanos, System.nanoTime() - AGAIN_NANOS);
    }

    static SilentSockets open(int port) {
        SilentSockets sockets = new SilentSockets(port);
        sockets.thread.start();
        return sockets;
    }

    /** Connections opened so far. */
    long opened() {
        return opened.get();
    }

    private void keep() {
        ByteBuffer bytes = ByteBuffer.allocate(1_024);
        while (!closed) {
            for (int i = 0; i < SOCKETS && !closed; i++) {
                keep(i, bytes.clear());
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        Arrays.stream(channels).filter(Objects::nonNull).forEach(SilentSockets::closeQuietly);
    }

    private void keep(int i, ByteBuffer bytes) {
        SocketChannel channel = channels[i];
        try {
            if (channel == null) {
                if (System.nanoTime() - openedNanos[i] >= AGAIN_NANOS) {
                    openedNanos[i] = System.nanoTime();
                    channels[i] = connect(i);
                }
            } else if (channel.finishConnect() && channel.read(bytes) < 0) {
                closeQuietly(channel);
                channels[i] = null;
            }
        } catch (IOException ended) {
            closeQuietly(channel);
            channels[i] = null;
        }
    }

    private SocketChannel connect(int i) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.SO_LINGER, 0); // leaves no port behind
            InetAddress from = InetAddress.getByAddress(new byte[] {127, 0, 1, (byte) (1 + i % ADDRESSES)});
            channel.bind(new InetSocketAddress(from, 0));
            channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            opened.incrementAndGet();
            return channel;
        } catch (IOException failure) {
            channel.close();
            throw failure;
        }
    }

    private static void closeQuietly(@Nullable SocketChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException gone) {
            // it is closed
        }
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        thread.join(TimeUnit.SECONDS.toMillis(20));
    }
}
