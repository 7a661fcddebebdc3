package dev.sluice.model.failure;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which hosts a run goes on without for a time, because units fail there that other hosts compute.
 *
 * <p>A failed unit counts against its host until a result comes from that host, or until the unit fails on another host
 * too, which makes it the unit's fault. It is proof when another host computes the unit. A host with
 * {@value #MOST_FAILED} such units gets no more: it is held until there is a proof, and then excluded. If it has
 * computed nothing yet, it gets only so many units after the first failure that no more than these can fail. An
 * excluded host is probed with one unit after a time that doubles. A host is neither held nor excluded while no better
 * host is at work.
 *
 * <p>Confined to its owner, the scheduler.
 */
public final class BadHosts {
    /** Failed units after which a host gets no more. */
    public static final int MOST_FAILED = 3;

    /** Time until an excluded host is probed for the first time [ns]. */
    public static final long FIRST_PAUSE_NANOS = 10_000_000_000L;

    /** The time doubles so often at most, to 640 s. */
    private static final int MOST_DOUBLINGS = 6;

    /** A host that was not excluded again for so many of its latest pauses begins with the first pause. */
    private static final int PAUSES_OF_GOOD_CONDUCT = 4;

    /** The state of a host. */
    public enum State {
        /** The host gets units. */
        AT_WORK,
        /** No unit was computed on the host yet, and some failed: it gets few more. */
        TRIED,
        /** The host gets no more units until it is known whether others can compute those that failed there. */
        HELD,
        /** The run goes on without the host until its pause is over. */
        EXCLUDED,
        /** One worker of the host gets one unit. */
        PROBED
    }

    /** The present state of the hosts. */
    public interface View {
        /** Tells whether a host other than this one gets units and is not {@link #isSuspect bad} itself. */
        boolean betterAtWork(String host);

        /** Tells whether no worker of the host has computed a unit yet. */
        boolean isNew(String host);

        /** Tells whether a connected worker of the host could be given a unit. */
        boolean canProbe(String host);

        /** Tells whether a worker of the host has the unit of the probe, or waits for one. */
        boolean isProbing(String host);
    }

    /**
     * A host whose state has changed.
     *
     * @param before the state until now; the state now is {@link #state}
     * @param units that failed there, if the host is excluded
     * @param pauseNanos time until the host is probed, if it is excluded [ns]; 0 if it only needs another probe
     */
    public record Change(String host, State before, State now, int units, long pauseNanos) {}

    private static final class Host {
        private State state = State.AT_WORK;
        /** Units of this cycle that failed here, and of which no other host knows anything. */
        private final Set<Long> open = new HashSet<>();
        /** Units that failed here and that other hosts computed. */
        private int proven;
        /** True if a unit has been computed here since the host was excluded. */
        private boolean cleared;

        private boolean probeFailed;

        private int doublings = -1;
        private long untilNanos;
        private long admittedNanos;

        private int failed() {
            return open.size() + proven;
        }

        private long pauseNanos() {
            return FIRST_PAUSE_NANOS << Math.max(0, doublings);
        }
    }

    /** Hosts on which units failed lately; the others are at work. */
    private final Map<String, Host> hosts = new LinkedHashMap<>();

    /** The state of a host. */
    public State state(String host) {
        Host found = hosts.get(host);
        return found == null ? State.AT_WORK : found.state;
    }

    /** Tells whether the run goes on without the host. */
    boolean isExcluded(String host) {
        State state = state(host);
        return state == State.EXCLUDED || state == State.PROBED;
    }

    /** Excludes a host as long as another one, which is excluded. */
    void excludeLike(String excluded, String host) {
        Host like = hosts.get(excluded);
        if (like != null) {
            Host same = hosts.computeIfAbsent(host, unused -> new Host());
            same.state = State.EXCLUDED;
            same.doublings = like.doublings;
            same.untilNanos = like.untilNanos;
        }
    }

    /** The hosts that are {@link State#TRIED}. */
    public List<String> tried() {
        return hosts.entrySet().stream()
                .filter(each -> each.getValue().state == State.TRIED)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Number of units that may fail on the host until it is bad; those that it has now count. */
    public int untilBad(String host) {
        Host found = hosts.get(host);
        return Math.max(0, MOST_FAILED - (found == null ? 0 : found.failed()));
    }

    /** Tells whether there is nothing to decide. */
    public boolean isQuiet() {
        return hosts.isEmpty();
    }

    /** Tells whether a unit failed there that may succeed elsewhere, and none has succeeded there since. */
    public boolean isSuspect(String host) {
        Host found = hosts.get(host);
        return found != null && (found.state != State.AT_WORK || found.failed() > 0);
    }

    /** Tells whether so many units failed there that the host gets no more, if there is a better one. */
    public boolean isBad(String host) {
        Host found = hosts.get(host);
        return found != null && (found.state != State.AT_WORK || found.failed() >= MOST_FAILED);
    }

    /** Forgets which units failed, because their cycle is over. What is proven stays. */
    public void cycleOver() {
        hosts.values().forEach(host -> host.open.clear());
    }

    /**
     * A unit failed on this host.
     *
     * @param elsewhere whether it failed on another host too
     */
    public void failed(String host, long unit, boolean elsewhere) {
        if (elsewhere) {
            hosts.values().forEach(each -> each.open.remove(unit));
        }
        Host found = elsewhere ? hosts.get(host) : hosts.computeIfAbsent(host, unused -> new Host());
        if (found == null) {
            return;
        }
        if (!elsewhere) {
            found.open.add(unit);
        }
        found.probeFailed |= found.state == State.PROBED && !elsewhere;
    }

    /** This host computed the units [from, to). */
    public void computed(String host, long from, long to) {
        if (hosts.isEmpty()) {
            return;
        }
        Host own = hosts.get(host);
        if (own != null) {
            own.open.clear();
            own.proven = 0;
            own.cleared = true;
        }
        for (Host other : hosts.values()) {
            int before = other.open.size();
            if (other != own && other.open.removeIf(unit -> from <= unit && unit < to)) {
                other.proven += before - other.open.size();
            }
        }
    }

    /** Probes an excluded host at once, because only that host could tell whether a unit fails everywhere. */
    public void probeNow(String host, long nowNanos) {
        Host found = hosts.get(host);
        if (found != null && found.state == State.EXCLUDED) {
            found.untilNanos = nowNanos;
        }
    }

    /** Lets a host work again whatever it did. */
    public void pardon(String host) {
        Host found = hosts.get(host);
        if (found != null) {
            found.open.clear();
            found.proven = 0;
            found.cleared = true;
        }
    }

    /** The next change of a host's state, if one is due. Called until there is none. */
    public @Nullable Change next(long nowNanos, View view) {
        for (Map.Entry<String, Host> each : hosts.entrySet()) {
            Host host = each.getValue();
            State before = host.state;
            move(each.getKey(), host, nowNanos, view);
            if (host.state != before) {
                boolean paused = host.state == State.EXCLUDED && nowNanos - host.untilNanos < 0;
                return new Change(each.getKey(), before, host.state, host.failed(), paused ? host.pauseNanos() : 0);
            }
        }
        hosts.values().removeIf(host -> isForgotten(host, nowNanos));
        return null;
    }

    private static void move(String name, Host host, long nowNanos, View view) {
        boolean needed = !view.betterAtWork(name);
        switch (host.state) {
            case AT_WORK -> {
                host.cleared = false;
                if (host.failed() >= MOST_FAILED && !needed) {
                    host.state = State.HELD;
                } else if (host.failed() > 0 && !needed && view.isNew(name)) {
                    host.state = State.TRIED;
                }
            }
            case TRIED -> {
                if (needed || host.cleared || host.failed() == 0) {
                    host.state = State.AT_WORK;
                } else if (host.failed() >= MOST_FAILED) {
                    host.state = State.HELD;
                }
            }
            case HELD -> {
                if (needed || host.cleared || host.failed() < MOST_FAILED) {
                    host.state = State.AT_WORK;
                } else if (host.proven > 0) {
                    exclude(host, nowNanos);
                }
            }
            case EXCLUDED -> {
                if (needed || host.cleared) {
                    admit(host, nowNanos);
                } else if (nowNanos - host.untilNanos >= 0 && view.canProbe(name)) {
                    host.state = State.PROBED;
                }
            }
            case PROBED -> {
                if (needed || host.cleared) {
                    admit(host, nowNanos);
                } else if (host.probeFailed) {
                    exclude(host, nowNanos);
                } else if (!view.isProbing(name)) {
                    host.state = State.EXCLUDED; // its unit tells nothing: the next one does
                }
            }
        }
    }

    private static void exclude(Host host, long nowNanos) {
        boolean better = nowNanos - host.admittedNanos > PAUSES_OF_GOOD_CONDUCT * host.pauseNanos();
        host.doublings = better && host.state == State.HELD ? 0 : Math.min(MOST_DOUBLINGS, host.doublings + 1);
        host.state = State.EXCLUDED;
        host.untilNanos = nowNanos + host.pauseNanos();
        host.cleared = false;
        host.probeFailed = false;
    }

    private static void admit(Host host, long nowNanos) {
        host.state = State.AT_WORK;
        host.admittedNanos = nowNanos;
        host.open.clear();
        host.proven = 0;
    }

    private static boolean isForgotten(Host host, long nowNanos) {
        return host.state == State.AT_WORK
                && host.failed() == 0
                && (host.doublings < 0 || nowNanos - host.admittedNanos > PAUSES_OF_GOOD_CONDUCT * host.pauseNanos());
    }
}
