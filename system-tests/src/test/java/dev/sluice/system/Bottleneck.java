package dev.sluice.system;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.locks.LockSupport;

/** A relay that lets what the master sends trickle through, once it is more than a handshake; until it is opened. */
final class Bottleneck implements Closeable {
    private static final int FREE_BYTES = 65_536;
    private static final long BETWEEN_DROPS_NANOS = 200_000_000L;

    private final Relay relay;
    private volatile boolean open;

    Bottleneck(InetSocketAddress master) throws IOException {
        relay = new Relay(master, (bytes, passed) -> {}, (bytes, passed) -> trickle(passed), FREE_BYTES);
    }

    private void trickle(long passedBytes) {
        long until = System.nanoTime() + BETWEEN_DROPS_NANOS;
        while (!open && passedBytes > FREE_BYTES && System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
    }

    InetSocketAddress address() {
        return relay.address();
    }

    @Override
    public void close() throws IOException {
        open = true;
        relay.close();
    }
}
