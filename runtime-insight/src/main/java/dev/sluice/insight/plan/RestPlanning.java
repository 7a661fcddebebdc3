package dev.sluice.insight.plan;

import dev.sluice.insight.plan.PlanHandout.Free;
import dev.sluice.master.tune.Replanning;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.simulate.PlannedShares;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.net.runfile.ThisHost;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Plans the rest of a run on the machines of its plan, with the speeds that were measured. Units that are left are
 * taken for mean ones, which nobody has begun. Immutable.
 */
public final class RestPlanning implements Replanning {
    /** Error of a speed that was just measured. */
    private static final double MEASURED = 0.05;

    /** Hosts without which the rest would end earlier by this part are parked. */
    private static final double WORTH_PARKING = 0.05;

    /** A host this much slower than believed may be worth no units. */
    private static final double SLOW = 1.5;

    private final World world;
    private final UnitCosts costs;
    private final Free free;

    /**
     * @param world the machines of the plan, as they were believed to be
     * @param costs of a unit
     */
    RestPlanning(World world, UnitCosts costs, Free free) {
        SimulationTerms terms = world.terms();
        this.world = world.withStarts()
                .with(
                        world.costs().withStart(0).withWarming(Overheads.Warming.NONE),
                        terms.withFiles(StagedFiles.NONE)
                                .withPlannedWeights(PlannedShares.of(world, costs, terms.results())));
        this.costs = costs;
        this.free = new Free(free.policy(), free.weights(), free.prefetch(), false, false);
    }

    /** Tells whether the user has left anything open that can be changed while a run goes on. */
    public boolean isFree() {
        return !free.isNone();
    }

    /** The believed time of a unit on one slot of each host that computes for the master itself [s]. */
    public Map<String, Double> unitSeconds() {
        Map<String, Double> seconds = new HashMap<>();
        for (int index : world.hosts()) {
            Host host = world.view().hosts().get(index);
            boolean below =
                    world.subMasters().stream().anyMatch(sub -> sub.children().contains(index));
            double each = host.unitSeconds(costs.unitSeconds(), costs.cpuShare());
            if (!below && each < Double.POSITIVE_INFINITY) {
                seconds.put(joined(host), each);
            }
        }
        return seconds;
    }

    /** The name with which the worker of a host joins. */
    private static String joined(Host host) {
        return PlanRoles.isHere(host) ? ThisHost.name() : host.name();
    }

    @Override
    public Replanning.@Nullable Way of(Rest rest) {
        SimulationTerms terms = world.terms().with(rest.now());
        World now = world.with(terms);
        Set<String> slow = new TreeSet<>();
        for (int index : world.hosts()) {
            Host host = world.view().hosts().get(index);
            String name = joined(host);
            double times = rest.times().getOrDefault(name, 1.0);
            now = now.with(index, host.believed(host.speed() / times, host.availability()));
            if (times > SLOW) {
                slow.add(name);
            }
        }
        HandoutWork work = HandoutWork.equal(rest.units(), costs, 1 + (int) Math.min(1, rest.cyclesAfter()));
        PlanHandout best = HandoutRace.of(
                now, work, rest.seconds(), free, new HandoutRace.Errors(host -> MEASURED, link -> MEASURED));
        PlanHandout.Way way = best.chosen();
        if (way.handout().weighting() == Weighting.PLANNED && rest.now().weighting() != Weighting.PLANNED) {
            return null; // the run began without these weights
        }
        Set<String> parked = parked(now.with(way.in(terms)), work, slow, best.compared());
        return best.clear() || !parked.isEmpty() ? new Replanning.Way(way.handout(), parked) : null;
    }

    /** The slow hosts, if the rest ends clearly earlier without them. */
    private static Set<String> parked(World world, HandoutWork work, Set<String> slow, int compared) {
        int[] others = IntStream.of(world.hosts())
                .filter(host -> !slow.contains(joined(world.view().hosts().get(host))))
                .toArray();
        if (slow.isEmpty()
                || others.length == 0
                || compared < 2
                || !world.subMasters().isEmpty()) {
            return Set.of();
        }
        double with = HandoutRace.seconds(world, work);
        double without = HandoutRace.seconds(world.only(others), work);
        return without < (1 - WORTH_PARKING) * with ? slow : Set.of();
    }
}
