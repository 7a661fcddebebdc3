package dev.sluice.model.share;

import dev.sluice.model.WorkerId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides from where each worker of a run fetches a file, so that the link which a group of hosts shares carries it
 * once. The first worker of a group fetches from the master. Each later one fetches from a worker of its group that has
 * the file or is receiving it. A worker without such a source fetches from the master. Files are named by the hash of
 * their content.
 *
 * <p>A source sends a piece on when all of the piece is here. Two delays are compared, in bytes at equal ports: each
 * step from the master costs a piece, and each further receiver at a source costs the file. Large files therefore
 * travel along a chain, and small ones along a tree.
 */
public final class FileSources {
    /** Receivers that one host serves at a time, of all files. */
    public static final int MOST_RECEIVERS = 3;

    /** Delay of each step [bytes]. */
    private static final long STEP_BYTES = 4L << 20;

    private static final SourceChoice MASTER = new SourceChoice.FromMaster();
    private static final SourceChoice LATER = new SourceChoice.Later();

    private final Map<WorkerId, Member> members = new HashMap<>();
    private final Map<String, List<Member>> groups = new HashMap<>();

    /** Receivers at each host. */
    private final Map<String, Integer> loads = new HashMap<>();

    /** Files that these workers sent with wrong bytes. */
    private final Map<WorkerId, Set<String>> wrong = new HashMap<>();

    /** Says whether other workers can connect to a worker. */
    private enum Door {
        /** The worker was not asked to listen, because no other host is in its group. */
        CLOSED,
        /** The worker was asked to listen, and has not answered. */
        OPENING,
        /** The worker listens. */
        OPEN,
        /** The worker cannot listen. */
        BLOCKED
    }

    /** One worker. */
    private static final class Member {
        private final WorkerId id;
        private final String host;

        /** All workers of its group, in the order in which they joined. */
        private final List<Member> group;

        private final Map<String, Holding> files = new HashMap<>();
        private Door door = Door.CLOSED;

        Member(WorkerId id, String host, List<Member> group) {
            this.id = id;
            this.host = host;
            this.group = group;
        }
    }

    /** One file at one worker. */
    private static final class Holding {
        /** The source that the worker fetches from now; null if it fetches from none. */
        private @Nullable SourceChoice from;

        /** The host of that source; null for none and for the master. */
        private @Nullable String fromHost;

        private boolean whole;

        /** True if it fetches from the master whatever others have. */
        private boolean onlyMaster;

        /** Workers that it could not fetch from. */
        private final Set<WorkerId> lost = new HashSet<>();

        boolean present() {
            return whole || from != null;
        }
    }

    /**
     * Adds a worker. Returns the workers that have to listen from now on: those of its group, as soon as two hosts are
     * in it.
     *
     * @param group of hosts that share a link to the master
     * @param host of the worker; workers of one host share a cache
     */
    public List<WorkerId> joined(WorkerId id, String group, String host) {
        gone(id);
        List<Member> together = groups.computeIfAbsent(group, any -> new ArrayList<>());
        Member member = new Member(id, host, together);
        members.put(id, member);
        together.add(member);
        if (together.stream().map(each -> each.host).distinct().limit(2).count() < 2) {
            return List.of();
        }
        List<WorkerId> told = new ArrayList<>();
        for (Member each : together) {
            if (each.door == Door.CLOSED) {
                each.door = Door.OPENING;
                told.add(each.id);
            }
        }
        return told;
    }

    /** Removes a worker. Those that fetch from it ask again when they notice. */
    public void gone(WorkerId id) {
        Member member = members.remove(id);
        if (member != null) {
            member.group.remove(member);
            member.files.values().forEach(this::detach);
        }
    }

    /** Records that a worker listens. */
    public void open(WorkerId id) {
        door(id, Door.OPEN);
    }

    /** Records that a worker cannot listen, unless it does. */
    public void blocked(WorkerId id) {
        Member member = members.get(id);
        if (member != null && member.door != Door.OPEN) {
            member.door = Door.BLOCKED;
        }
    }

    private void door(WorkerId id, Door door) {
        Member member = members.get(id);
        if (member != null) {
            member.door = door;
        }
    }

    /** Chooses the source of a file for a worker that has none; a worker that is unknown gets the master. */
    public SourceChoice wants(WorkerId id, String file, long bytes) {
        Member member = members.get(id);
        if (member == null) {
            return MASTER;
        }
        Holding holding = member.files.computeIfAbsent(file, any -> new Holding());
        detach(holding);
        holding.whole = false;
        SourceChoice choice = holding.onlyMaster ? MASTER : choose(member, holding, file, bytes);
        if (!(choice instanceof SourceChoice.Later)) {
            attach(holding, choice);
        }
        return choice;
    }

    private SourceChoice choose(Member receiver, Holding wanted, String file, long bytes) {
        Member best = null;
        long bestCost = Long.MAX_VALUE;
        for (Member each : receiver.group) {
            Holding holding = each.files.get(file);
            int load = loads.getOrDefault(each.host, 0);
            boolean usable = holding != null
                    && holding.present()
                    && (each.door == Door.OPEN || each.door == Door.OPENING)
                    && load < MOST_RECEIVERS
                    && !wanted.lost.contains(each.id)
                    && !wrong.getOrDefault(each.id, Set.of()).contains(file);
            int steps = usable ? steps(each, file, receiver) : -1;
            long cost = steps * STEP_BYTES + load * bytes;
            if (steps >= 0 && cost < bestCost) {
                best = each;
                bestCost = cost;
            }
        }
        if (best == null) {
            return MASTER;
        }
        return best.door == Door.OPEN ? new SourceChoice.FromWorker(best.id) : LATER;
    }

    /** Steps of the file from the master, or from one that has all of it; -1 if they lead through the receiver. */
    private int steps(Member source, String file, Member receiver) {
        int steps = 0;
        for (Member at = source; at != null; steps++) {
            Holding holding = at.files.get(file);
            if (at == receiver || steps > members.size()) {
                return -1;
            }
            at = holding != null && !holding.whole && holding.from instanceof SourceChoice.FromWorker next
                    ? members.get(next.worker())
                    : null;
        }
        return steps;
    }

    /** Records that a worker has a file and passes it on. */
    public void has(WorkerId id, String file) {
        ended(id, file, true);
    }

    /** Records that a worker has a file and cannot pass it on, or wants it no more. */
    public void keeps(WorkerId id, String file) {
        ended(id, file, false);
    }

    private void ended(WorkerId id, String file, boolean whole) {
        Member member = members.get(id);
        if (member != null) {
            Holding holding = member.files.computeIfAbsent(file, any -> new Holding());
            detach(holding);
            holding.whole = whole;
        }
    }

    /** Records that a worker could not fetch from its source, which it is not told again. */
    public void lost(WorkerId id, String file) {
        Holding holding = holding(id, file);
        if (holding != null && holding.from instanceof SourceChoice.FromWorker source) {
            holding.lost.add(source.worker());
            detach(holding);
        }
    }

    /**
     * Records that a worker got wrong bytes. It fetches the file from the master then, and nobody fetches it from its
     * source any more.
     */
    public void wrong(WorkerId id, String file) {
        Holding holding = holding(id, file);
        if (holding == null) {
            return;
        }
        if (holding.from instanceof SourceChoice.FromWorker source) {
            wrong.computeIfAbsent(source.worker(), any -> new HashSet<>()).add(file);
        }
        holding.onlyMaster = true;
        detach(holding);
    }

    private @Nullable Holding holding(WorkerId id, String file) {
        Member member = members.get(id);
        return member == null ? null : member.files.get(file);
    }

    /** Receivers that the host of this worker serves. */
    int load(WorkerId id) {
        Member member = members.get(id);
        return member == null ? 0 : loads.getOrDefault(member.host, 0);
    }

    private void attach(Holding holding, SourceChoice choice) {
        holding.from = choice;
        Member source = choice instanceof SourceChoice.FromWorker from ? members.get(from.worker()) : null;
        if (source != null) {
            holding.fromHost = source.host;
            loads.merge(source.host, 1, Integer::sum);
        }
    }

    private void detach(Holding holding) {
        String host = holding.fromHost;
        holding.from = null;
        holding.fromHost = null;
        if (host != null) {
            loads.computeIfPresent(host, (any, load) -> load == 1 ? null : load - 1);
        }
    }
}
