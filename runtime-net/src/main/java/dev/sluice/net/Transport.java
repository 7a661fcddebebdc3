package dev.sluice.net;

import java.net.InetSocketAddress;

/** The network of one process. */
public final class Transport implements AutoCloseable {
    private Transport() {}

    /**
     * Starts the threads: {@code name-loop} is the owner loop, {@code name-io-1} and on serve connections when
     * {@code ioThreads} is over 1. With 1 the owner loop serves them itself, which is the quickest way.
     */
    public static Transport open(String name, int ioThreads) {
        throw new UnsupportedOperationException(name + ioThreads);
    }

    /** The owner loop: all listeners are called on it. */
    public Loop loop() {
        throw new UnsupportedOperationException();
    }

    /**
     * Listens; returns when bound. Not on the loop.
     *
     * @throws NetException ADDRESS_IN_USE, or INSECURE_REFUSED for an insecure endpoint elsewhere than on loopback
     */
    public Endpoint listen(InetSocketAddress address, ServerConfig config, SessionListener.Factory acceptor) {
        throw new UnsupportedOperationException();
    }

    /**
     * Connects; any thread. {@code listener} is told {@code opened}, or {@code closed} if that fails.
     *
     * @throws NetException INSECURE_REFUSED for an insecure connection elsewhere than to loopback
     */
    public void dial(InetSocketAddress address, ClientConfig config, SessionListener listener) {
        throw new UnsupportedOperationException();
    }

    /** Closes all sessions and stops the threads; waits up to five seconds. Not on the loop. */
    @Override
    public void close() {}
}
