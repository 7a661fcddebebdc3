package dev.sluice.model.regime;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.LatencyTerms;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.RoundTrips;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.plan.RunLatency;
import dev.sluice.model.regime.Standing.Busiest;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Determines the regime by the flow model: the utilization of slots, links and master at the achievable rate. The cost
 * of assignments is included: at the master per message and unit, on the slots per unit, on the links per frame. Small
 * units share messages as in the runtime. Round trips lower a worker's rate where so few units may be away that they do
 * not hide the way. Immutable.
 */
public final class RegimeModel {
    /** A link with less than this fraction of the workers' computing power behind it cannot be the bottleneck. */
    private static final double MATTERS = 0.05;

    /** Maximum number of units that share a message. */
    private static final double MOST_IN_A_MESSAGE = 1024;

    private static final double NANO = 1e-9;

    private final LikeHosts like;
    private final NetworkView view;
    private final int master;
    private final LatencyTerms latency;
    private final Overheads overheads;
    private final SlotsBehind behind;
    private final double power;
    private final boolean masterComputes;
    private final double workers;
    private final double slotsPerWorker;

    private RegimeModel(
            NetworkView view, LikeHosts like, Overheads overheads, SimulationTerms terms, boolean masterComputes) {
        this.masterComputes = masterComputes;
        this.workers = view.hosts().size() - 1.0;
        this.like = like;
        this.view = like.view();
        this.master = like.master();
        this.overheads = overheads;
        this.latency = RunLatency.of(terms, overheads, (int) workers);
        this.behind = SlotsBehind.of(like.view(), like.master());
        double sum = 0;
        for (int h = 0; h < this.view.hosts().size(); h++) {
            Host host = this.view.hosts().get(h);
            sum += h == master && !masterComputes ? 0 : host.slots() * host.speed() * host.availability();
        }
        this.power = sum;
        this.slotsPerWorker =
                view.hosts().stream().mapToInt(Host::slots).average().orElse(1);
    }

    /**
     * Creates the model for the network, the costs and the terms of a world, all of whose hosts compute but its
     * master's.
     *
     * @throws IllegalArgumentException when no other host can compute
     */
    public static RegimeModel of(World world) {
        return of(world, 1, false);
    }

    /**
     * The same for units that use their processors for this share of their time: load slows that share only.
     *
     * @param masterComputes whether the master's host is a worker too
     * @throws IllegalArgumentException when no other host can compute
     */
    public static RegimeModel of(World world, double cpuShare, boolean masterComputes) {
        NetworkView view = relieved(world.view(), world.master(), cpuShare);
        RegimeModel model =
                new RegimeModel(view, LikeHosts.of(view, world.master()), world.costs(), world.terms(), masterComputes);
        if (!(model.power > 0)) {
            throw new IllegalArgumentException(
                    view.name() + ": no worker but the master's host (expected: another that is available)");
        }
        return model;
    }

    /** The view with workers as fast as they are at such units, as if they were idle. */
    private static NetworkView relieved(NetworkView view, int master, double cpuShare) {
        if (cpuShare == 1) {
            return view;
        }
        List<Host> hosts = new ArrayList<>();
        for (Host host : view.hosts()) {
            boolean worker = hosts.size() != master && host.availability() > 0;
            hosts.add(worker ? host.believed(1 / host.unitSeconds(1, cpuShare), 1) : host);
        }
        return view.withHosts(hosts);
    }

    /** Number of hosts after merging identical ones. */
    public int hosts() {
        return view.hosts().size();
    }

    /**
     * The standing of an application with these costs. O(hosts·log hosts + links), where identical hosts count once.
     */
    public Standing at(UnitCosts costs) {
        double slotSeconds = costs.unitSeconds() + overheads.unitNanos() * NANO;
        double together = unitsPerMessage(slotSeconds);
        UnitCosts sent = overheads.onWire(
                costs.withSizes(costs.inputBytes(), costs.flowResultBytes()).withResults(ResultsKind.EACH), together);
        double messages = messageSeconds(together, sent.inputBytes(), sent.resultBytes());
        double accept = costs.flowResultSeconds();
        UnitCosts whole =
                sent.withTimes(slotSeconds, Math.max(messages, accept)).withCpuShare(1);
        double[] trips = like.tripRates(whole, latency);
        FlowSolution solution = Placement.solve(limited(trips, slotSeconds), whole, masterComputes)
                .solution(master);
        double rate = solution.rate();
        double slots = Math.min(1, rate * slotSeconds / power);
        double computation = slots * costs.unitSeconds() / slotSeconds;
        double handling = slots - computation;
        Host host = view.hosts().get(master);
        double atMaster = host.availability() == 0 ? 1 : Math.min(1, rate * host.resultSeconds(whole.resultSeconds()));
        boolean slotsMore = handling > atMaster;
        Standing.Overhead where = slotsMore
                ? Standing.Overhead.SLOT_HANDLING
                : messages >= accept ? Standing.Overhead.MASTER_MESSAGES : Standing.Overhead.MASTER_ACCEPT;
        return Standing.of(
                rate,
                computation,
                links(solution, whole).or(waiting(trips, slotSeconds)),
                Math.max(handling, atMaster),
                where,
                solution.full().orElse(null));
    }

    /**
     * The view with workers that are no faster than their round trips allow; a wire without bandwidth stops them
     * anyway.
     */
    private NetworkView limited(double[] trips, double slotSeconds) {
        List<Host> hosts = new ArrayList<>(view.hosts());
        for (int h = 0; h < trips.length; h++) {
            Host host = hosts.get(h);
            double alone = host.slots() / host.unitSeconds(slotSeconds);
            if (trips[h] > 0 && trips[h] < alone) {
                hosts.set(h, host.believed(host.speed() * trips[h] / alone, host.availability()));
            }
        }
        return hosts.equals(view.hosts()) ? view : view.withHosts(hosts);
    }

    /** The share of the workers' slot time in which units are on the way, and no others may be. */
    private Busiest waiting(double[] trips, double slotSeconds) {
        double lost = 0;
        for (int h = 0; h < trips.length; h++) {
            Host host = view.hosts().get(h);
            double alone = host.slots() / host.unitSeconds(slotSeconds);
            lost += trips[h] > 0 ? Math.max(0, alone - trips[h]) : 0;
        }
        return new Busiest(Standing.ROUND_TRIPS, Math.min(1, lost * slotSeconds / power));
    }

    /** Number of units that the slots of a worker finish while a result waits to share a message. */
    private double unitsPerMessage(double slotSeconds) {
        double waiting = SchedulerConfig.BATCHING_NANOS * NANO * slotsPerWorker / slotSeconds;
        return Math.max(1, Math.min(MOST_IN_A_MESSAGE, waiting));
    }

    /** Time of the master's message thread per unit [s]. */
    private double messageSeconds(double together, double input, double result) {
        double messages =
                overheads.masterSends().of(workers) + overheads.masterReceives().of(workers);
        double bytes = overheads.masterSends().byteNanos() * input
                + overheads.masterReceives().byteNanos() * result;
        return (overheads.handOutNanos() + overheads.takeNanos() + messages / together + bytes) * NANO;
    }

    private Busiest links(FlowSolution solution, UnitCosts costs) {
        Busiest busiest = Busiest.NONE;
        for (int l = 0; l < view.links().size(); l++) {
            if (behind.share(l) >= MATTERS) {
                double use = use(solution.linkRate(l), solution.linkCapacity(l));
                busiest = busiest.or(new Busiest("link " + view.links().get(l).name(), use));
            }
        }
        Host host = view.hosts().get(master);
        double most = units(host.port(), costs, true);
        busiest = busiest.or(new Busiest("port of " + host.name(), use(solution.rate(), most)));
        return busiest.or(new Busiest("ports of the workers", ports(solution, costs)));
    }

    /** Utilization of the workers' ports, averaged by their rates. */
    private double ports(FlowSolution solution, UnitCosts costs) {
        double sum = 0;
        for (int h = 0; h < view.hosts().size(); h++) {
            double rate = solution.hostRate(h);
            if (h != master && rate > 0) {
                sum += rate * use(rate, units(view.hosts().get(h).port(), costs, false));
            }
        }
        return solution.rate() > 0 ? sum / solution.rate() : 0;
    }

    /** Utilization; a resource without capacity is fully used, because it blocks everything. */
    private static double use(double rate, double capacity) {
        if (capacity == Double.POSITIVE_INFINITY) {
            return 0;
        }
        return capacity > 0 ? Math.min(1, rate / capacity) : 1;
    }

    /** W_net of the port of a master or a worker [units/s]. */
    private static double units(Wire port, UnitCosts costs, boolean master) {
        if (port.shared()) {
            return over(port.downBytesPerSecond(), costs.inputBytes() + costs.resultBytes());
        }
        double out = master ? port.upBytesPerSecond() : port.downBytesPerSecond();
        double back = master ? port.downBytesPerSecond() : port.upBytesPerSecond();
        return Math.min(over(out, costs.inputBytes()), over(back, costs.resultBytes()));
    }

    private static double over(double bytesPerSecond, double bytes) {
        if (bytesPerSecond == 0) {
            return 0;
        }
        return bytes == 0 ? Double.POSITIVE_INFINITY : bytesPerSecond / bytes;
    }

    /** The fraction of all workers' computing power behind each link of a tree, as seen from the master. */
    private static final class SlotsBehind {
        private final double[] share;

        private SlotsBehind(double[] share) {
            this.share = share;
        }

        static SlotsBehind of(NetworkView view, int master) {
            int links = view.links().size();
            double[] power = new double[links];
            double[] shares = new double[links];
            double total = 0;
            for (int h = 0; h < view.hosts().size(); h++) {
                Host host = view.hosts().get(h);
                if (h != master) {
                    double own = host.slots() * host.speed() * host.availability();
                    power[host.link()] += own;
                    total += own;
                }
            }
            boolean tree = view.tree() && total > 0;
            boolean[] above = new boolean[links];
            for (int link = view.hosts().get(master).link(); tree && link >= 0; link = parent(view, link)) {
                above[link] = true;
            }
            double[] below = new double[links];
            for (int l = 0; l < links && tree; l++) {
                for (int link = l; link >= 0 && power[l] > 0; link = parent(view, link)) {
                    below[link] += power[l];
                }
            }
            for (int l = 0; l < links; l++) {
                boolean medium = view.links().get(l).wire().shared();
                double behind = above[l] && !medium ? total - below[l] : below[l];
                shares[l] = !tree || (above[l] && medium) ? 1 : behind / total;
            }
            return new SlotsBehind(shares);
        }

        private static int parent(NetworkView view, int link) {
            return view.links().get(link).parents().isEmpty()
                    ? -1
                    : view.links().get(link).parents().get(0);
        }

        double share(int link) {
            return share[link];
        }
    }

    /**
     * A view in which identical hosts on one link are merged into one host with all their slots and ports. The flow
     * model gives the same rates for it, and a grid of thousands of solutions is fast even for 10⁵ hosts. The master is
     * not merged.
     *
     * @param single the same view with one host of each kind
     * @param counts of the hosts that each of them stands for
     */
    private record LikeHosts(NetworkView view, int master, NetworkView single, int[] counts) {
        private record Kind(
                int link,
                Wire port,
                int slots,
                double speed,
                double masterSpeed,
                double availability,
                boolean master) {}

        static LikeHosts of(NetworkView view, int master) {
            Map<Kind, List<Integer>> kinds = new LinkedHashMap<>();
            for (int h = 0; h < view.hosts().size(); h++) {
                Host host = view.hosts().get(h);
                Kind kind = new Kind(
                        host.link(),
                        host.port(),
                        host.slots(),
                        host.speed(),
                        host.masterSpeed(),
                        host.availability(),
                        h == master);
                kinds.computeIfAbsent(kind, unused -> new ArrayList<>()).add(h);
            }
            List<Host> single = new ArrayList<>();
            List<Host> hosts = new ArrayList<>();
            int where = 0;
            for (Map.Entry<Kind, List<Integer>> each : kinds.entrySet()) {
                if (each.getKey().master()) {
                    where = hosts.size();
                }
                Host one = view.hosts().get(each.getValue().get(0));
                single.add(one);
                hosts.add(together(one, each.getValue().size()));
            }
            int[] counts = kinds.values().stream().mapToInt(List::size).toArray();
            return new LikeHosts(view.withHosts(hosts), where, view.withHosts(single), counts);
        }

        /** The rates that round trips allow, each of all hosts of a kind [units/s]. */
        double[] tripRates(UnitCosts costs, LatencyTerms latency) {
            double[] rates = RoundTrips.rates(single, costs, latency, master);
            for (int h = 0; h < rates.length; h++) {
                rates[h] *= counts[h];
            }
            return rates;
        }

        private static Host together(Host one, int count) {
            return one.at(one.link(), one.port().times(count)).withSlots(one.slots() * count);
        }
    }
}
