package dev.sluice.model.simulate;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The machines of a run: a network, the host of the master, and the hosts with a worker from the beginning, in the
 * order in which they register. A worker has as many slots as its host. Immutable.
 */
public final class Machines {
    /** Marks a host whose worker takes as long to start as the run's overheads say. */
    public static final long USUAL_START = -1;

    private final NetworkView view;
    private final int master;
    private final int[] workers;
    private final List<SubMaster> subMasters;

    /** Start of each host's worker [ns]; empty if all are usual. */
    private final long[] starts;

    /**
     * A host that is a worker to its master and a master to its children. It has no slots of its own.
     *
     * @param host index of a host without a worker
     * @param children indices of the hosts of its workers, and of further sub-masters
     */
    public record SubMaster(int host, List<Integer> children) {
        public SubMaster {
            children = List.copyOf(children);
        }
    }

    /**
     * @param master index of a host
     * @param workers indices of hosts, each at most once; the master's host may be among them
     * @throws IllegalArgumentException if an index is not in the view or is repeated
     */
    public Machines(NetworkView view, int master, int... workers) {
        this(view, master, List.of(), new long[0], workers);
    }

    private Machines(NetworkView view, int master, List<SubMaster> subMasters, long[] starts, int... workers) {
        this.view = view;
        this.starts = starts.clone();
        this.subMasters = List.copyOf(subMasters);
        this.master = master;
        this.workers = workers.clone();
        int hosts = view.hosts().size();
        boolean[] taken = new boolean[hosts];
        if (master < 0 || master >= hosts) {
            throw new IllegalArgumentException("master on host " + master + " of " + hosts + " (expected: an index)");
        }
        for (int worker : workers) {
            if (worker < 0 || worker >= hosts || taken[worker]) {
                throw new IllegalArgumentException(
                        "a worker on host " + worker + " of " + hosts + " (expected: an index, each once)");
            }
            taken[worker] = true;
        }
    }

    /**
     * Adds sub-masters. Hosts that are children of none work for the master.
     *
     * @param subs each sub-master must come after its own master
     * @throws IllegalArgumentException if a sub-master's host has a worker or is listed twice, or if a child has two
     *     masters or is neither a worker nor a later sub-master
     */
    public Machines withSubMasters(List<SubMaster> subs) {
        Set<Integer> free = new HashSet<>();
        for (int worker : workers) {
            free.add(worker);
        }
        for (int i = subs.size() - 1; i >= 0; i--) {
            int host = subs.get(i).host();
            for (int child : subs.get(i).children()) {
                if (!free.remove(child)) {
                    throw new IllegalArgumentException("sub-master on host " + host + ": child " + child
                            + " (expected: a worker, or a sub-master named later, of one master)");
                }
            }
            if (host == master || host < 0 || host >= view.hosts().size() || !isFree(host) || !free.add(host)) {
                throw new IllegalArgumentException(
                        "sub-master on host " + host + " (expected: one without a worker, once)");
            }
        }
        return new Machines(view, master, subs, starts, workers);
    }

    /**
     * Lets the first worker of each host start at its own time.
     *
     * @param nanos by the index of the host: from the beginning until its process is up [ns], or {@link #USUAL_START}
     * @throws IllegalArgumentException unless there is one such time for each host
     */
    public Machines withStarts(long[] nanos) {
        int hosts = view.hosts().size();
        if (nanos.length != hosts || LongStream.of(nanos).anyMatch(each -> each < USUAL_START)) {
            throw new IllegalArgumentException(
                    nanos.length + " times of starts (expected: " + hosts + ", each 0 or more, or USUAL_START)");
        }
        return new Machines(view, master, subMasters, nanos, workers);
    }

    /** The same places in another view of the same hosts. */
    Machines withView(NetworkView other) {
        return new Machines(other, master, subMasters, starts, workers);
    }

    /**
     * Time from the beginning until the process on a host is up [ns].
     *
     * @param usual for hosts without a time of their own [ns]
     */
    public long startNanos(int host, long usual) {
        return starts.length == 0 || starts[host] == USUAL_START ? usual : starts[host];
    }

    private boolean isFree(int host) {
        return IntStream.of(workers).noneMatch(worker -> worker == host);
    }

    /** True if a worker or a sub-master is on this host from the beginning. */
    public boolean uses(int host) {
        return !isFree(host) || subMasters.stream().anyMatch(sub -> sub.host() == host);
    }

    /** The sub-masters, each after its own master. */
    public List<SubMaster> subMasters() {
        return subMasters;
    }

    /** Places a worker on every host but the master's. */
    public static Machines all(NetworkView view, int master) {
        return new Machines(
                view,
                master,
                IntStream.range(0, view.hosts().size())
                        .filter(host -> host != master)
                        .toArray());
    }

    /**
     * A star: a master on host 0, and equal workers on one switch.
     *
     * @param port the port of each host
     */
    public static Machines star(int workers, int slots, Wire port) {
        List<Host> hosts = new ArrayList<>();
        hosts.add(new Host("master", 0, port));
        for (int i = 1; i <= workers; i++) {
            hosts.add(new Host("h" + i, 0, port).withSlots(slots, 1));
        }
        return all(new NetworkView("star", List.of(new Link("switch", Wire.UNLIMITED)), hosts), 0);
    }

    /** The network and all hosts. */
    public NetworkView view() {
        return view;
    }

    /** Index of the master's host. */
    public int master() {
        return master;
    }

    /** Number of workers at the beginning. */
    public int workers() {
        return workers.length;
    }

    /** Index of the host of worker {@code i}, from 0. */
    public int worker(int i) {
        return workers[i];
    }
}
