package dev.sluice.net.upward;

import dev.sluice.net.Loop;
import dev.sluice.net.SessionListener;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Makes connections: tries the addresses of the run file in turn, waits with jitter between tries, and knows when to
 * give up. Confined to the loop.
 */
public final class Dialer {
    /** How a connection is made; {@code Transport::dial} with the run's secrets. */
    @FunctionalInterface
    public interface Connector {
        void dial(InetSocketAddress address, SessionListener listener);
    }

    private final Loop loop;
    private final Connector connector;
    private final List<InetSocketAddress> addresses;
    private final Backoff backoff;
    private int next;
    private long deadlineNanos;

    public Dialer(Loop loop, Connector connector, List<InetSocketAddress> addresses, RandomGenerator random) {
        this.loop = loop;
        this.connector = connector;
        this.addresses = addresses;
        this.backoff = new Backoff(random);
    }

    /** Begins a series of tries that may go on for so long [ns]. */
    public void begin(long patienceNanos) {
        deadlineNanos = loop.nanoTime() + patienceNanos;
        backoff.reset();
    }

    /** Cuts the series short: it ends in so long, or earlier [ns]. */
    public void hurry(long patienceNanos) {
        deadlineNanos = Math.min(deadlineNanos, loop.nanoTime() + patienceNanos);
    }

    /** Whether the series has gone on too long. */
    public boolean late() {
        return loop.nanoTime() - deadlineNanos >= 0;
    }

    /** Whether it has, and each address was tried. */
    public boolean exhausted() {
        return late() && next >= addresses.size();
    }

    /** Tries now. */
    public void dial(Supplier<SessionListener> listener) {
        InetSocketAddress address = addresses.get(next++ % addresses.size());
        connector.dial(InetSocketAddress.createUnresolved(address.getHostString(), address.getPort()), listener.get());
    }

    /** Tries after a wait; at once when there is an address left that was not tried in this round. */
    public void dialLater(Supplier<SessionListener> listener) {
        if (next % addresses.size() != 0) {
            dial(listener);
        } else {
            loop.schedule(backoff.nextNanos(), () -> dial(listener));
        }
    }
}
