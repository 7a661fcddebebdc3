package dev.sluice.net.parent;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.SessionListener;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Makes connections: tries the addresses of the master and of its refuges in turn, waits with jitter between rounds,
 * and gives up at a deadline. Confined to the loop.
 */
public final class Dialer {
    /** Makes a connection; {@code Transport::dial} with the values of the file. */
    @FunctionalInterface
    public interface Connector {
        void dial(RunFile place, SocketAddress address, SessionListener listener);
    }

    /** Errors after which a retry may succeed; any other would repeat. */
    private static final Set<ErrorCode> PASSING = EnumSet.of(
            ErrorCode.CONNECT_FAILED,
            ErrorCode.CONNECTION_LOST,
            ErrorCode.LEASE_EXPIRED,
            ErrorCode.HANDSHAKE_TIMEOUT,
            ErrorCode.TLS_FAILED,
            ErrorCode.TOO_MANY_CONNECTIONS,
            ErrorCode.SLOW_PEER,
            ErrorCode.SESSION_BOUND,
            ErrorCode.HELD_MISMATCH);

    /** A worker's first series: three handshakes with a host that is too busy to answer in time [ns]. */
    private static final long FIRST_NANOS = 15_000_000_000L;

    private record Target(RunFile place, SocketAddress address) {}

    private final Loop loop;
    private final Connector connector;
    private final Backoff backoff;
    private List<Target> targets;
    private RunFile place;
    private int next;
    private long deadlineNanos;

    /** @param first the only place until a master names others */
    public Dialer(Loop loop, Connector connector, RunFile first, RandomGenerator random) {
        this.loop = loop;
        this.connector = connector;
        this.place = first;
        this.targets = targets(first, List.of());
        this.backoff = new Backoff(random);
    }

    private static List<Target> targets(RunFile first, List<Refuge> elsewhere) {
        List<RunFile> places = new ArrayList<>(List.of(first));
        for (Refuge refuge : elsewhere) {
            RunFile file = refuge.file(first.run());
            if (!places.contains(file) && (first.insecure() || !file.insecure())) {
                places.add(file);
            }
        }
        List<Target> targets = new ArrayList<>();
        places.forEach(each -> each.places().forEach(address -> targets.add(new Target(each, address))));
        if (targets.isEmpty()) {
            targets.add(new Target(first, Objects.requireNonNull(first.socket()).address())); // it is tried and fails
        }
        return targets;
    }

    /** The place of the last try. */
    public RunFile place() {
        return place;
    }

    /** Records the refuges of a new master, at the place of the last try. */
    public void settle(List<Refuge> elsewhere) {
        targets = targets(place, elsewhere);
        next = 0;
    }

    /**
     * Puts this place before all others, for the next series of tries. A place without TLS is passed over if the
     * present one has it.
     */
    public void prefer(Refuge to) {
        RunFile file = to.file(place.run());
        List<Target> preferred = new ArrayList<>();
        if (place.insecure() || !file.insecure()) {
            file.places().forEach(address -> preferred.add(new Target(file, address)));
        }
        targets.stream().filter(target -> !preferred.contains(target)).forEach(preferred::add);
        targets = preferred;
        next = 0;
    }

    /** Tells whether a retry may succeed after a session was lost or could not be opened for this reason. */
    public static boolean mayPass(ErrorCode code) {
        return PASSING.contains(code);
    }

    /** Tells whether there is a place other than the last one. */
    public boolean hasRefuge() {
        return targets.stream().anyMatch(target -> !target.place().equals(place));
    }

    /** Begins the first series of tries. */
    public void begin() {
        begin(FIRST_NANOS);
    }

    /** Begins a series of tries with this time limit [ns]. */
    public void begin(long patienceNanos) {
        deadlineNanos = loop.nanoTime() + patienceNanos;
        backoff.reset();
    }

    /** Shortens the series to at most this time from now [ns]. */
    public void hurry(long patienceNanos) {
        deadlineNanos = Math.min(deadlineNanos, loop.nanoTime() + patienceNanos);
    }

    /** Tells whether the time limit of the series has passed. */
    public boolean late() {
        return loop.nanoTime() - deadlineNanos >= 0;
    }

    /** Tells whether the time limit has passed and each address was tried. */
    public boolean exhausted() {
        return late() && next >= targets.size();
    }

    /** Tries now. */
    public void dial(Supplier<SessionListener> listener) {
        Target target = targets.get(next++ % targets.size());
        place = target.place();
        SocketAddress address = target.address();
        connector.dial(
                target.place(),
                address instanceof InetSocketAddress inet
                        ? InetSocketAddress.createUnresolved(inet.getHostString(), inet.getPort())
                        : address,
                listener.get());
    }

    /** Tries after a wait; at once if an address is left that was not tried in this round. */
    public void dialLater(Supplier<SessionListener> listener) {
        if (next % targets.size() != 0) {
            dial(listener);
        } else {
            loop.schedule(backoff.nextNanos(), () -> dial(listener));
        }
    }
}
