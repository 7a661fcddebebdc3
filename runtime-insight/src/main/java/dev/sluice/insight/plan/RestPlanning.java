package dev.sluice.insight.plan;

import dev.sluice.insight.correct.Wires;
import dev.sluice.insight.plan.PlanHandout.Free;
import dev.sluice.master.tune.Replanning;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.share.SharedLinks;
import dev.sluice.model.simulate.PlannedShares;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.World.SubMaster;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.net.runfile.ThisHost;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Plans the rest of a run on the machines that are there, with the rates that were measured. Units that are left are
 * taken for mean ones, which nobody has begun. Immutable.
 */
public final class RestPlanning implements Replanning {
    /** Error of a rate that was just measured. */
    private static final double MEASURED = 0.05;

    /** Error of the rate of a port, which nobody measures before. */
    private static final double OF_PORT = 0.1;

    /** Workers are parked, and the tree changes, if the rest ends earlier by this part. */
    private static final double WORTH = 0.05;

    /** One more worker is worth its price if the rest ends earlier by this part. */
    private static final double WORTH_ONE_MORE = 0.02;

    /** Workers that wait, or may be started, that are tried, one after the other. */
    private static final int MOST_MORE = 16;

    /** A worker that is started computes after this time where nothing is known of starts [s]. */
    private static final double START_SECONDS = 5;

    /** A host or a line this much slower than believed may be worth no units. */
    private static final double SLOW = 1.5;

    private final World world;
    private final UnitCosts costs;
    private final Free free;

    /** The time until a worker computes that is started: that of the slowest of the plan [s]. */
    private final double startSeconds;

    /** The lines towards the master, and from it, by the name with which they are reported. */
    private final Map<String, Believed> lines = new LinkedHashMap<>();

    /**
     * @param wire its number in {@link Wires}
     * @param inputs whether it leads from the master to the hosts
     */
    private record Believed(int wire, Line line, boolean inputs) {}

    /**
     * The machines that are there.
     *
     * @param subMasters the hosts of the sub-masters of the world, in their order
     */
    private record Ground(World world, List<String> subMasters) {}

    /**
     * @param world the machines of the plan, as they were believed to be
     * @param costs of a unit
     */
    RestPlanning(World world, UnitCosts costs, Free free, HandoutRace.Errors errors) {
        SimulationTerms terms = world.terms();
        this.startSeconds = world.starts().stream()
                .filter(each -> each > 0)
                .mapToDouble(each -> each / 1e9)
                .max()
                .orElse(START_SECONDS);
        this.world = world.withStarts()
                .with(
                        world.costs().withStart(0).withWarming(Overheads.Warming.NONE),
                        terms.withFiles(StagedFiles.NONE)
                                .withPlannedWeights(PlannedShares.of(world, costs, terms.results())));
        this.costs = costs;
        this.free = new Free(free.policy(), free.weights(), free.prefetch(), false, false);
        if (world.view().tree()) {
            lines.putAll(lines(world, costs, errors, false));
            lines.putAll(lines(world, costs, errors, true));
        }
    }

    /** Tells whether the user has left anything open that can be changed while a run goes on. */
    public boolean isFree() {
        return !free.isNone();
    }

    // ---- what is believed

    /** The rates that a run on these machines may find to be wrong. */
    public Beliefs beliefs() {
        return new Beliefs(unitSeconds(), lines(false), lines(true));
    }

    private List<Line> lines(boolean inputs) {
        return lines.values().stream()
                .filter(each -> each.inputs() == inputs)
                .map(Believed::line)
                .toList();
    }

    /** The believed time of a unit on one slot of each host [s]. */
    private Map<String, Double> unitSeconds() {
        Map<String, Double> seconds = new HashMap<>();
        for (int index : world.hosts()) {
            Host host = world.view().hosts().get(index);
            double each = host.unitSeconds(costs.unitSeconds(), costs.cpuShare());
            if (each < Double.POSITIVE_INFINITY) {
                seconds.put(joined(host), each);
            }
        }
        return seconds;
    }

    /** The name with which the worker of a host joins. */
    private static String joined(Host host) {
        return PlanRoles.isHere(host) ? ThisHost.name() : host.name();
    }

    /**
     * The wires with a limit on the ways of results, or of inputs. Of wires that the same hosts use, the narrowest
     * counts. A shared wire carries both.
     */
    private static Map<String, Believed> lines(
            World world, UnitCosts costs, HandoutRace.Errors errors, boolean inputs) {
        NetworkView view = world.view();
        Wires wires = new Wires(view);
        String master = view.hosts().get(world.master()).name();
        double ofInputs = costs.inputBytes() / (costs.flowResultBytes() + costs.inputBytes());
        double share = inputs ? ofInputs : 1 - ofInputs;
        Map<Integer, Set<String>> users = new LinkedHashMap<>();
        Map<Integer, Double> rates = new HashMap<>();
        Map<Integer, Double> trips = new HashMap<>();
        for (Host host : view.hosts()) {
            List<Integer> way = inputs ? wires.way(master, host.name()) : wires.way(host.name(), master);
            double trip = 2e-9 * way.stream().mapToLong(wires::latencyNanos).sum();
            double rate = Double.POSITIVE_INFINITY;
            for (int i = 0; i < way.size(); i++) { // from the master
                int wire = way.get(inputs ? i : way.size() - 1 - i);
                rate = Math.min(rate, wires.rate(wire) * (wires.isShared(wire) ? share : 1));
                if (wires.rate(wire) < Double.POSITIVE_INFINITY && rate > 0) {
                    users.computeIfAbsent(wire, any -> new TreeSet<>()).add(joined(host));
                    rates.put(wire, rate);
                    trips.merge(wire, trip, Math::max);
                }
            }
        }
        Map<Set<String>, Believed> narrowest = new LinkedHashMap<>();
        users.forEach((wire, hosts) -> {
            String name = (wires.isPort(wire) ? "the port of " + wires.name(wire) : wires.name(wire))
                    + (inputs ? " (inputs)" : "");
            double error = wires.isPort(wire)
                    ? OF_PORT
                    : errors.ofLink().applyAsDouble(view.links().get(wires.link(wire)));
            Line line = new Line(name, hosts, rates.getOrDefault(wire, 0.0), trips.getOrDefault(wire, 0.0), error);
            narrowest.merge(
                    hosts,
                    new Believed(wire, line, inputs),
                    (one, other) -> wires.rate(other.wire()) < wires.rate(one.wire()) ? other : one);
        });
        Map<String, Believed> byName = new LinkedHashMap<>();
        narrowest.values().forEach(each -> byName.put(each.line().name(), each));
        return byName;
    }

    // ---- what is there

    private Ground ground(Rest rest) {
        Crew crew = rest.crew();
        NetworkView view = world.view();
        Set<String> below = new HashSet<>();
        crew.below().values().forEach(below::addAll);
        int[] places = IntStream.range(0, view.hosts().size())
                .filter(host -> view.hosts().get(host).slots() > 0)
                .filter(host -> crew.working().contains(name(view, host)) || below.contains(name(view, host)))
                .toArray();
        World there = measured(world.withSubMasters(List.of()).only(places), rest.measured());
        List<String> subMasters = new ArrayList<>();
        for (Map.Entry<String, Set<String>> each : crew.below().entrySet()) {
            List<Integer> children = IntStream.of(places)
                    .filter(host -> each.getValue().contains(name(view, host)))
                    .filter(host -> !crew.working().contains(name(view, host)))
                    .boxed()
                    .toList();
            if (!children.isEmpty()) {
                int link = view.hosts().get(children.get(0)).link();
                there = there.split(link, children);
                subMasters.add(each.getKey());
            }
        }
        return new Ground(there.with(there.terms().with(rest.now())), subMasters);
    }

    private static String name(NetworkView view, int host) {
        return joined(view.hosts().get(host));
    }

    private World measured(World there, Measured measured) {
        Wires wires = new Wires(there.view());
        measured.lines().forEach((name, times) -> {
            Believed known = lines.get(name);
            if (known != null) {
                int wire = known.wire();
                double rate =
                        wires.isShared(wire) ? wires.rate(wire) : known.line().bytesPerSecond();
                wires.set(wire, rate / times);
            }
        });
        int places = there.view().hosts().size() + there.view().links().size();
        World now = there.with(wires.view(new long[places]));
        for (int index : there.hosts()) {
            Host host = now.view().hosts().get(index);
            double times = measured.times().getOrDefault(joined(host), 1.0);
            now = now.with(index, host.believed(host.speed() / times, host.availability()));
        }
        return now;
    }

    // ---- what is better

    @Override
    public @Nullable Way of(Rest rest) {
        Ground ground = ground(rest);
        if (ground.world().workers() == 0) {
            return null;
        }
        HandoutWork work = HandoutWork.equal(rest.units(), costs, 1 + (int) Math.min(1, rest.cyclesAfter()));
        PlanHandout best = HandoutRace.of(
                ground.world(), work, rest.seconds(), free, new HandoutRace.Errors(host -> MEASURED, link -> MEASURED));
        if (best.compared() < 2) {
            return null; // the rest is too short
        }
        Handout chosen = best.chosen().handout();
        boolean known = chosen.weighting() != Weighting.PLANNED || rest.now().weighting() == Weighting.PLANNED;
        Handout handout = known ? chosen : rest.now(); // the run began without these weights
        World world = ground.world().with(ground.world().terms().with(handout));
        return new Search(new Ground(world, ground.subMasters()), work).way(rest, handout);
    }

    /** Changes one thing after the other, each if the rest ends clearly earlier. Used once. */
    private final class Search {
        private final HandoutWork work;
        private final List<String> subMasters;
        private World best;
        private double seconds;

        Search(Ground ground, HandoutWork work) {
            this.work = work;
            this.subMasters = ground.subMasters();
            this.best = ground.world();
            this.seconds = HandoutRace.seconds(best, work);
        }

        @Nullable
        Way way(Rest rest, Handout handout) {
            Set<String> split = new TreeSet<>();
            Set<String> merged = new TreeSet<>();
            changeTree(rest.crew(), split, merged);
            Set<String> parked = new TreeSet<>();
            suspects(rest.measured()).forEach(each -> park(each, parked));
            Set<String> unparked = more(rest.crew().waiting(), 0, WORTH_ONE_MORE);
            unparked.addAll(more(rest.crew().startable(), startSeconds, WORTH));
            Way way = new Way(handout, parked, unparked, split, merged);
            return way.equals(Way.by(rest.now())) ? null : way;
        }

        private boolean takes(World other, double worth) {
            double of = HandoutRace.seconds(other, work);
            boolean better = of < (1 - worth) * seconds;
            best = better ? other : best;
            seconds = better ? of : seconds;
            return better;
        }

        /** The time until the worker of this host computes [s]; NaN for one that does. */
        private static double startOf(World of, int host) {
            long nanos = of.starts().isEmpty() ? World.USUAL_START : of.starts().get(host);
            return nanos == World.USUAL_START ? Double.NaN : nanos / 1e9;
        }

        /** The best of the changes of one sub-master. */
        private void changeTree(Crew crew, Set<String> split, Set<String> merged) {
            World before = best;
            for (int i = 0; i < subMasters.size(); i++) {
                List<SubMaster> others = new ArrayList<>(before.subMasters());
                others.remove(i);
                if (takes(before.withSubMasters(others), merged.isEmpty() ? WORTH : 0)) {
                    merged.clear();
                    merged.add(subMasters.get(i));
                }
            }
            Map<String, String> sites = SharedLinks.of(before.view(), before.master());
            for (String site : crew.sites()) {
                List<Integer> hosts = IntStream.of(before.hosts())
                        .filter(host -> crew.working().contains(name(before.view(), host)))
                        .filter(host -> site.equals(
                                sites.get(before.view().hosts().get(host).name())))
                        .boxed()
                        .toList();
                boolean first = split.isEmpty() && merged.isEmpty();
                if (hosts.size() > 1
                        && takes(
                                before.split(
                                        before.view().hosts().get(hosts.get(0)).link(), hosts),
                                first ? WORTH : 0)) {
                    merged.clear();
                    split.clear();
                    split.add(site);
                }
            }
        }

        /** Groups of hosts that may be worth no units: those that compute slowly, and those behind a slow line. */
        private List<Set<String>> suspects(Measured measured) {
            List<Set<String>> groups = new ArrayList<>();
            Set<String> slow = new TreeSet<>();
            measured.times().forEach((host, times) -> {
                if (times > SLOW) {
                    slow.add(host);
                }
            });
            groups.add(slow);
            measured.lines().forEach((name, times) -> {
                Believed line = lines.get(name);
                if (line != null && times > SLOW) {
                    groups.add(line.line().hosts());
                }
            });
            return groups;
        }

        /** Parks those of a group. */
        private void park(Set<String> group, Set<String> parked) {
            Set<Integer> going = new HashSet<>();
            Set<String> names = new TreeSet<>();
            for (int host : best.hosts()) {
                if (group.contains(name(best.view(), host))) {
                    going.add(host);
                    names.add(name(best.view(), host));
                }
            }
            if (!going.isEmpty() && going.size() < best.workers() && takes(best.parked(going), WORTH)) {
                parked.addAll(names);
            }
        }

        /**
         * Lets more workers work, as long as each of them is worth it.
         *
         * @param after the time until they do [s]
         */
        private Set<String> more(Set<String> hosts, double after, double worth) {
            Set<String> names = new TreeSet<>();
            for (String host : hosts.stream().limit(MOST_MORE).toList()) {
                int[] fresh = IntStream.range(0, world.view().hosts().size())
                        .filter(each -> host.equals(name(best.view(), each)) && !best.uses(each))
                        .toArray();
                int[] with = IntStream.concat(IntStream.of(best.hosts()), IntStream.of(fresh))
                        .toArray();
                World more = best.only(with);
                World starting = after == 0 || fresh.length == 0
                        ? more
                        : more.starting(each -> each == fresh[0] ? after : startOf(best, each));
                if (fresh.length == 0 || !takes(starting, worth)) {
                    return names;
                }
                names.add(host);
            }
            return names;
        }
    }
}
