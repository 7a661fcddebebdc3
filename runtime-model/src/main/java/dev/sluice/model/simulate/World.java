package dev.sluice.model.simulate;

import dev.sluice.model.Amounts;
import dev.sluice.model.ResourceUse;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The ground of a run: a network of hosts with slots, the places of the master, of sub-masters and of the workers from
 * the beginning, in the order in which they register, the costs of the runtime, and how units are handed out. A worker
 * has as many slots as its host. Changes give other worlds. Immutable.
 *
 * @param master index of a host
 * @param places indices of hosts with a worker, each at most once; the master's host may be among them
 * @param subMasters each after its own master
 * @param starts from the beginning until the process on each host is up [ns], or {@link #USUAL_START}; empty if all are
 *     usual
 */
public record World(
        NetworkView view,
        int master,
        List<Integer> places,
        List<SubMaster> subMasters,
        List<Long> starts,
        Overheads costs,
        SimulationTerms terms) {
    /** Marks a host whose worker takes as long to start as the run's overheads say. */
    public static final long USUAL_START = -1;

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
     * @throws IllegalArgumentException if an index is not in the view or is repeated, if a sub-master's host has a
     *     worker or is listed twice, if a child has two masters or is neither a worker nor a later sub-master, or if
     *     some hosts have a start and others none
     */
    public World {
        places = List.copyOf(places);
        subMasters = List.copyOf(subMasters);
        starts = List.copyOf(starts);
        int hosts = view.hosts().size();
        if (master < 0 || master >= hosts) {
            throw new IllegalArgumentException("master on host " + master + " of " + hosts + " (expected: an index)");
        }
        Set<Integer> free = new HashSet<>();
        for (int worker : places) {
            if (worker < 0 || worker >= hosts || !free.add(worker)) {
                throw new IllegalArgumentException(
                        "a worker on host " + worker + " of " + hosts + " (expected: an index, each once)");
            }
        }
        if (!subMasters.isEmpty()) {
            check(subMasters, master, hosts, free);
        }
        if (!starts.isEmpty() && (starts.size() != hosts || starts.stream().anyMatch(each -> each < USUAL_START))) {
            throw new IllegalArgumentException(
                    starts.size() + " times of starts (expected: " + hosts + ", each 0 or more, or USUAL_START)");
        }
    }

    private static void check(List<SubMaster> subs, int master, int hosts, Set<Integer> free) {
        Set<Integer> workers = Set.copyOf(free);
        for (int i = subs.size() - 1; i >= 0; i--) {
            int host = subs.get(i).host();
            for (int child : subs.get(i).children()) {
                if (!free.remove(child)) {
                    throw new IllegalArgumentException("sub-master on host " + host + ": child " + child
                            + " (expected: a worker, or a sub-master named later, of one master)");
                }
            }
            if (host == master || host < 0 || host >= hosts || workers.contains(host) || !free.add(host)) {
                throw new IllegalArgumentException(
                        "sub-master on host " + host + " (expected: one without a worker, once)");
            }
        }
    }

    /** Without costs, on the terms of a run without options. */
    public World(NetworkView view, int master, int... workers) {
        this(
                view,
                master,
                IntStream.of(workers).boxed().toList(),
                List.of(),
                List.of(),
                Overheads.NONE,
                SimulationTerms.DEFAULT);
    }

    /** Places a worker on every host but the master's. */
    public static World all(NetworkView view, int master) {
        return new World(
                view,
                master,
                IntStream.range(0, view.hosts().size())
                        .filter(host -> host != master)
                        .toArray());
    }

    /** A star: a master on host 0, and equal workers on one switch. */
    public static World star(int workers, int slots, Wire port) {
        return star(workers, slots, 1, port);
    }

    /** The same with slots of this speed. */
    public static World star(int workers, int slots, double speed, Wire port) {
        List<Host> hosts = new ArrayList<>();
        hosts.add(new Host("master", 0, port));
        for (int i = 1; i <= workers; i++) {
            hosts.add(new Host("h" + i, 0, port).withSlots(slots, speed));
        }
        return all(NetworkView.star("star", hosts), 0);
    }

    // ---- changes

    /** Other sub-masters. Hosts that are children of none work for the master. */
    public World withSubMasters(List<SubMaster> subs) {
        return new World(view, master, places, subs, starts, costs, terms);
    }

    /** Lets the first worker of each host start at its own time, by the index of the host; all as usual without any. */
    public World withStarts(long... nanos) {
        return new World(
                view, master, places, subMasters, LongStream.of(nanos).boxed().toList(), costs, terms);
    }

    /**
     * The same with other times.
     *
     * @param seconds by the index of the host; NaN for a usual one [s]
     */
    public World starting(IntToDoubleFunction seconds) {
        return withStarts(IntStream.range(0, view.hosts().size())
                .mapToDouble(seconds)
                .mapToLong(each -> Double.isNaN(each) ? USUAL_START : Math.round(each * 1e9))
                .toArray());
    }

    /** The same places in another view of the same hosts. */
    public World with(NetworkView other) {
        return new World(other, master, places, subMasters, starts, costs, terms);
    }

    public World with(Overheads other) {
        return new World(view, master, places, subMasters, starts, other, terms);
    }

    public World with(SimulationTerms other) {
        return new World(view, master, places, subMasters, starts, costs, other);
    }

    public World with(Overheads otherCosts, SimulationTerms otherTerms) {
        return with(otherCosts).with(otherTerms);
    }

    /** The same network with workers on these hosts alone; sub-masters with nobody below them are left out. */
    public World only(int... workers) {
        Set<Integer> left = new HashSet<>();
        IntStream.of(workers).forEach(left::add);
        List<SubMaster> subs = new ArrayList<>();
        for (int i = subMasters.size() - 1; i >= 0; i--) {
            SubMaster sub = subMasters.get(i);
            List<Integer> children =
                    sub.children().stream().filter(left::contains).toList();
            if (!children.isEmpty()) {
                left.add(sub.host());
                subs.add(0, new SubMaster(sub.host(), children));
            }
        }
        return new World(view, master, IntStream.of(workers).boxed().toList(), subs, starts, costs, terms);
    }

    /** The same without the workers of these hosts. */
    public World parked(Set<Integer> hosts) {
        return hosts.isEmpty()
                ? this
                : only(IntStream.of(hosts())
                        .filter(host -> !hosts.contains(host))
                        .toArray());
    }

    /** The same with one more worker, on a host like this one and below the same master. */
    public World plus(int like) {
        List<Host> hosts = new ArrayList<>(view.hosts());
        hosts.add(copy(like, hosts.size(), hosts.get(like).slots()));
        return grown(hosts, List.of(like));
    }

    /** The first workers with so many slots in all, or more workers like these. */
    public World withSlots(int count) {
        List<Host> hosts = new ArrayList<>(view.hosts());
        List<Integer> workers = new ArrayList<>();
        List<Integer> likes = new ArrayList<>();
        int left = count;
        for (int i = 0; left > 0; i++) {
            int like = places.get(i % places.size());
            int slots = Math.min(left, view.hosts().get(like).slots());
            left -= slots;
            if (i < places.size()) {
                workers.add(like);
                hosts.set(like, view.hosts().get(like).withSlots(slots));
            } else {
                workers.add(hosts.size());
                likes.add(like);
                hosts.add(copy(like, hosts.size(), slots));
            }
        }
        return grown(hosts, likes)
                .only(workers.stream().mapToInt(Integer::intValue).toArray());
    }

    private Host copy(int like, int number, int slots) {
        Host of = view.hosts().get(like);
        return new Host(
                of.name() + "+" + number,
                of.link(),
                of.port(),
                slots,
                of.speed(),
                of.masterSpeed(),
                of.availability(),
                of.address(),
                of.resources());
    }

    /** The same with these hosts, the last of which have workers and are like some before. */
    private World grown(List<Host> hosts, List<Integer> likes) {
        int first = view.hosts().size();
        List<Integer> workers = new ArrayList<>(places);
        List<Long> begins = new ArrayList<>(starts);
        for (int i = 0; i < likes.size(); i++) {
            workers.add(first + i);
            begins.addAll(starts.isEmpty() ? starts : List.of(starts.get(likes.get(i))));
        }
        List<SubMaster> subs = new ArrayList<>();
        for (SubMaster sub : subMasters) {
            List<Integer> children = new ArrayList<>(sub.children());
            for (int i = 0; i < likes.size(); i++) {
                children.addAll(sub.children().contains(likes.get(i)) ? List.of(first + i) : List.of());
            }
            subs.add(new SubMaster(sub.host(), children));
        }
        return new World(view.withHosts(hosts), master, workers, subs, begins, costs, terms);
    }

    /** The same with another host in this place. */
    public World with(int host, Host other) {
        List<Host> hosts = new ArrayList<>(view.hosts());
        hosts.set(host, other);
        return with(view.withHosts(hosts));
    }

    /**
     * The same with as much more of a resource as one unit needs: of the run, or of each host that has some. The same
     * world for processors, which more hosts bring.
     */
    public World more(ResourceUse of) {
        if (of.name().equals(Amounts.PROCESSORS)) {
            return this;
        }
        if (of.ofRun()) {
            return with(terms.withResources(
                    terms.resources().with(of.name(), terms.resources().get(of.name()) + of.least())));
        }
        World changed = this;
        for (int host : hosts()) {
            Host before = changed.view.hosts().get(host);
            long has = before.resources().get(of.name());
            if (has > 0) {
                changed = changed.with(host, before.offering(before.resources().with(of.name(), has + of.least())));
            }
        }
        return changed;
    }

    /** The same with so many times the bandwidth of a link. */
    public World faster(int link, double times) {
        List<Link> links = new ArrayList<>(view.links());
        links.set(link, links.get(link).with(links.get(link).wire().times(times)));
        return with(new NetworkView(view.name(), links, view.hosts()));
    }

    /** The same with so many times the bandwidth of the ports of these hosts. */
    public World fasterPorts(Collection<Integer> of, double times) {
        List<Host> hosts = new ArrayList<>(view.hosts());
        of.forEach(host -> hosts.set(
                host,
                hosts.get(host)
                        .at(hosts.get(host).link(), hosts.get(host).port().times(times))));
        return with(view.withHosts(hosts));
    }

    /** The same with one more sub-master, on a host of its own at this link, which is there from the beginning. */
    public World split(int link, List<Integer> children) {
        int fresh = view.hosts().size();
        List<Host> hosts = new ArrayList<>(view.hosts());
        hosts.add(new Host("sub-master " + fresh, link, Wire.UNLIMITED));
        List<SubMaster> subs = new ArrayList<>(subMasters);
        subs.add(new SubMaster(fresh, children));
        List<Long> begins = new ArrayList<>(starts);
        begins.addAll(starts.isEmpty() ? starts : List.of(0L));
        return new World(view.withHosts(hosts), master, places, subs, begins, costs, terms);
    }

    // ---- what is there

    /** Slots of all workers. */
    public int slots() {
        return computing().stream().mapToInt(Host::slots).sum();
    }

    /** Tells whether messages take no time on their way, whatever their size. */
    public boolean isUnlimited() {
        return view.links().stream().allMatch(link -> link.wire().unlimited())
                && view.hosts().get(master).port().unlimited()
                && computing().stream().allMatch(host -> host.port().unlimited());
    }

    /**
     * Time from the beginning until the process on a host is up [ns].
     *
     * @param usual for hosts without a time of their own [ns]
     */
    public long startNanos(int host, long usual) {
        return starts.isEmpty() || starts.get(host) == USUAL_START ? usual : starts.get(host);
    }

    /** True if a worker or a sub-master is on this host from the beginning. */
    public boolean uses(int host) {
        return places.contains(host) || subMasters.stream().anyMatch(sub -> sub.host() == host);
    }

    /** Number of workers at the beginning. */
    public int workers() {
        return places.size();
    }

    /** Index of the host of worker {@code i}, from 0. */
    public int worker(int i) {
        return places.get(i);
    }

    /** The hosts of all workers. */
    public List<Host> computing() {
        return places.stream().map(view.hosts()::get).toList();
    }

    /** The hosts of all workers, by their index in the view. */
    public int[] hosts() {
        return places.stream().mapToInt(Integer::intValue).toArray();
    }
}
