package dev.sluice.model.failure;

import dev.sluice.model.WorkerId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The peers and hosts from which workers come, those that are gone too. A failure counts once for each peer and for
 * each host. Confined to its owner, the scheduler.
 */
public final class Origins {
    /** The order in which workers try a unit that has failed. */
    public enum Rank {
        /** Nothing speaks against the worker, and its peer has {@linkplain Standing computed units}. */
        FIRST,
        /** Nothing speaks against the worker, and nothing for its peer. */
        UNPROVEN,
        /** Units failed lately on its host. */
        SUSPECT,
        /** The unit failed on another host of its peer. */
        SAME_PEER,
        /** The unit failed on its host. */
        SAME_HOST
    }

    private record Origin(String peer, String host) {}

    private final Map<WorkerId, Origin> named = new HashMap<>();
    private final Map<String, Set<String>> hostsOfPeer = new HashMap<>();
    private final Map<String, Standing> standings = new HashMap<>();
    private final BadHosts hosts = new BadHosts();

    /**
     * Names peer and host of a worker. A host that nobody knows is judged like the others of its peer if the run goes
     * on without all of them, so that another name gains nothing. A worker that comes by another address stays on its
     * host.
     */
    public void name(WorkerId worker, String peer, String host) {
        Origin before = named.put(worker, new Origin(peer, host));
        if (before != null) {
            named.put(worker, new Origin(peer, before.host));
            return;
        }
        Set<String> known = hostsOfPeer.computeIfAbsent(peer, unused -> new LinkedHashSet<>());
        if (!known.contains(host) && !known.isEmpty() && known.stream().allMatch(hosts::isExcluded)) {
            hosts.excludeLike(known.iterator().next(), host);
        }
        known.add(host);
    }

    /** Judges the hosts. */
    public BadHosts hosts() {
        return hosts;
    }

    /** The peer behind a worker; the worker itself if nobody named one. */
    public String peerOf(WorkerId worker) {
        Origin origin = named.get(worker);
        return origin == null ? worker.toString() : origin.peer;
    }

    /** The record of the peer behind a worker. */
    public Standing standing(WorkerId worker) {
        return standings.computeIfAbsent(peerOf(worker), unused -> new Standing());
    }

    /** The host of a worker; null if nobody named it. */
    public @Nullable String hostOf(WorkerId worker) {
        Origin origin = named.get(worker);
        return origin == null ? null : origin.host;
    }

    private String hostOrSelf(WorkerId worker) {
        String host = hostOf(worker);
        return host == null ? worker.toString() : host;
    }

    /** Number of peers of these workers, or of hosts if there are fewer. */
    public int count(List<WorkerId> workers) {
        return Math.min(distinct(workers, this::peerOf), distinct(workers, this::hostOrSelf));
    }

    private static int distinct(List<WorkerId> workers, Function<WorkerId, String> origin) {
        Set<String> seen = new HashSet<>();
        workers.forEach(worker -> seen.add(origin.apply(worker)));
        return seen.size();
    }

    /**
     * How much others should rather try a unit than this worker. A worker of the same host as one that tried it comes
     * last. Before it come, in this order from the end, one of the same peer, one of a host on which units failed
     * lately, and one of a peer that has not proven itself.
     */
    public Rank rank(WorkerId worker, List<WorkerId> tried) {
        String peer = peerOf(worker);
        String host = hostOrSelf(worker);
        boolean samePeer = false;
        for (WorkerId other : tried) {
            if (hostOrSelf(other).equals(host)) {
                return Rank.SAME_HOST;
            }
            samePeer |= peerOf(other).equals(peer);
        }
        if (samePeer) {
            return Rank.SAME_PEER;
        }
        if (!hosts.isQuiet() && hosts.isSuspect(host)) {
            return Rank.SUSPECT;
        }
        return standing(worker).isProven() ? Rank.FIRST : Rank.UNPROVEN;
    }

    /** True if none of these workers is of a host that is at work. */
    public boolean areOut(List<WorkerId> workers) {
        if (hosts.isQuiet()) {
            return false;
        }
        for (WorkerId worker : workers) {
            String host = hostOf(worker);
            if (host == null || hosts.state(host) == BadHosts.State.AT_WORK) {
                return false;
            }
        }
        return true;
    }
}
