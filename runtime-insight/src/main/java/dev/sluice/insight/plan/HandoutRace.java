package dev.sluice.insight.plan;

import dev.sluice.insight.plan.PlanHandout.Free;
import dev.sluice.insight.plan.PlanHandout.Timed;
import dev.sluice.insight.plan.PlanHandout.Way;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.delivery.DeliveryTerms;
import dev.sluice.model.delivery.LargeResults;
import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.delivery.SetupQueue;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.Policy;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.PlannedShares;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Compares ways to hand out the units of one run on given machines. Each way is simulated once on the machines as they
 * are believed to be. The best of each policy are simulated on machines and with units that are drawn within their
 * errors, all of them with the same draws: a way that relies on beliefs has to stand their errors. Used once.
 */
final class HandoutRace {
    /** Policies that are simulated more than once, beside the usual way. */
    private static final int FINALISTS = 4;

    /** Draws of machines and units. */
    private static final int DRAWS = 8;

    /** Student's distribution for one side, 99 % and one degree of freedom less than draws. */
    private static final double STUDENT = 2.998;

    /** Nine of ten normal values are below so many standard deviations. */
    private static final double NINE_OF_TEN = 1.2816;

    /** The model tells ways apart whose times differ by as much. */
    private static final double LEAST = 0.02;

    /** Weights matter where one slot has more than another by this factor. */
    private static final double UNEQUAL = 1.1;

    /** Processor time of one simulated unit [ns]. */
    private static final double UNIT_NANOS = 10_000;

    /** The part of the run that the comparison may take. */
    private static final double PART = 0.03;

    /** Processor time until the code of the simulator is compiled [s]. */
    private static final double FIRST_SECONDS = 0.3;

    private static final double MOST_SECONDS = 2;

    /** Units of a run that is simulated once. */
    private static final long MOST_UNITS = 2_000;

    /** Fewer units of each slot say nothing of a longer run. */
    private static final long LEAST_OF_A_SLOT = 10;

    /** Later cycles are like the second one. */
    private static final int MOST_CYCLES = 2;

    private final World world;
    private final HandoutWork work;
    private final Workload units;
    private final Errors errors;
    private final RestPlanning rest;

    /**
     * Standard deviations of the logarithms of rates.
     *
     * @param ofHost of the rate of its slots
     * @param ofLink of its bandwidth
     */
    record Errors(ToDoubleFunction<Host> ofHost, ToDoubleFunction<Link> ofLink) {}

    /** @param units of the run, no more than may be simulated */
    private HandoutRace(World world, HandoutWork work, Workload units, Errors errors, Free free) {
        this.rest = new RestPlanning(world, work.costs(), free, errors);
        this.work = work;
        this.units = units;
        this.errors = errors;
        SimulationTerms terms = world.terms();
        PlannedWeights weights =
                terms.planned().isNone() ? PlannedShares.of(world, work.costs(), terms.results()) : terms.planned();
        this.world = world.with(terms.withPlannedWeights(weights));
    }

    /**
     * The way in which a run hands out its units.
     *
     * @param seconds that the run is expected to take: a part of it may be spent on the comparison
     */
    static PlanHandout of(World world, HandoutWork work, double seconds, Free free, Errors errors) {
        List<Way> ways = ways(world, work, free);
        int simulations = ways.size() + (FINALISTS + 1) * DRAWS;
        double affordable = Math.min(MOST_SECONDS, PART * seconds - FIRST_SECONDS) * 1e9 / UNIT_NANOS / simulations;
        long most = (long) (affordable / Math.min(MOST_CYCLES, work.cycles()));
        boolean coarse = work.units() > most && most < LEAST_OF_A_SLOT * world.slots();
        String why = ways.size() < 2
                ? "as given"
                : work.cycle().open()
                        ? "the cycle is open"
                        : coarse ? "the run is too short to compare other ways" : "";
        if (!why.isEmpty()) {
            return PlanHandout.notCompared(world.terms(), why);
        }
        Workload units = work.some(most, Math.min(MOST_CYCLES, work.cycles()), world);
        return new HandoutRace(world, work, units, errors, free).run(ways);
    }

    // ---- the ways

    /** The usual way first. */
    private static List<Way> ways(World world, HandoutWork work, Free free) {
        SimulationTerms terms = world.terms();
        Way usual = Way.of(terms);
        List<Way> ways = new ArrayList<>(List.of(usual));
        Handout asked = terms.handout();
        List<Policy> policies = free.policy() ? List.of(PolicyName.values()) : List.of(asked.policy());
        List<Weighting> weights = !free.weights()
                ? List.of(asked.weighting())
                : isUnequal(world, work) ? List.of(Weighting.values()) : List.of(Weighting.EQUAL);
        for (Policy policy : policies) {
            for (Weighting weighting : weights) {
                boolean taken = policy.weighting(weighting) == weighting || free.weights();
                boolean ahead = free.prefetch() && policy.begin().feedsAhead();
                for (int prefetch : ahead ? new int[] {SchedulerConfig.AUTO, 0} : new int[] {asked.prefetch()}) {
                    Handout handout = new Handout(policy, policy.weighting(weighting), prefetch, asked.speculation());
                    Way way = new Way(handout, terms.delivery());
                    if (taken && !ways.contains(way)) {
                        ways.add(way);
                    }
                }
            }
        }
        deliveries(terms.delivery(), work, free).forEach(other -> ways.add(new Way(asked, other)));
        return ways;
    }

    private static List<DeliveryTerms> deliveries(DeliveryTerms usual, HandoutWork work, Free free) {
        List<DeliveryTerms> others = new ArrayList<>();
        if (free.congestion() && work.costs().resultBytes() >= LargeResults.ABOVE_BYTES) {
            for (GrantMode mode : List.of(GrantMode.OFF, GrantMode.SERIAL)) {
                others.add(new DeliveryTerms(mode, usual.setups()));
            }
        }
        if (free.setups() && work.costs().setupBytes() > SetupQueue.AT_ONCE_BYTES) {
            others.add(new DeliveryTerms(usual.congestion(), SetupOrder.AT_ONCE));
        }
        return others;
    }

    /** Tells whether slots differ in what they compute, by their processors or by their links. */
    private static boolean isUnequal(World world, HandoutWork work) {
        PlannedWeights planned =
                PlannedShares.of(world, work.costs(), world.terms().results());
        DoubleSummaryStatistics seconds = planned.unitSeconds().values().stream()
                .mapToDouble(Double::doubleValue)
                .summaryStatistics();
        return seconds.getMax() > UNEQUAL * seconds.getMin();
    }

    // ---- the race

    /** A way and the time of its run on the machines as they are believed to be [s]. */
    private record Once(Way way, double seconds) {}

    private PlanHandout run(List<Way> ways) {
        List<Once> all = ways.stream()
                .map(way -> new Once(way, seconds(way, world, units)))
                .toList();
        Once usual = all.get(0);
        Map<Policy, Once> ofPolicy = new LinkedHashMap<>();
        all.stream()
                .skip(1)
                .forEach(each -> ofPolicy.merge(
                        each.way().handout().policy(),
                        each,
                        (one, other) -> other.seconds() < one.seconds() ? other : one));
        List<Once> best = ofPolicy.values().stream()
                .sorted(Comparator.comparingDouble(Once::seconds))
                .limit(FINALISTS)
                .toList();
        List<Course> finalists = best.stream()
                .filter(each -> each.seconds() < (1 - LEAST) * usual.seconds())
                .map(each -> new Course(each.way()))
                .toList();
        return finalists.isEmpty()
                ? result(timed(usual), timed(best.get(0)), false, ways)
                : run(usual.way(), finalists, ways);
    }

    private PlanHandout run(Way usual, List<Course> finalists, List<Way> ways) {
        Course first = new Course(usual);
        for (int draw = 0; draw < DRAWS; draw++) {
            SplittableRandom chance = new SplittableRandom(draw + 1L);
            World drawn = drawn(chance);
            Workload drawnUnits = work.drawn(units, chance);
            first.add(seconds(first.way, drawn, drawnUnits));
            finalists.forEach(each -> each.add(seconds(each.way, drawn, drawnUnits)));
        }
        Course best =
                finalists.stream().min(Comparator.comparingDouble(Course::late)).orElseThrow();
        double longer = longer(usual);
        double bestLonger = longer(best.way);
        boolean clear = best.isClearlyBefore(first)
                && bestLonger * best.timed().seconds()
                        < (1 - LEAST) * longer * first.timed().seconds();
        return result(first.timed().times(longer), best.timed().times(bestLonger), clear, ways);
    }

    /**
     * The time of the whole run over that of its units that are simulated: the others take as long as the last half.
     */
    private double longer(Way way) {
        double part = (double) work.units() / units.units(0) - 1;
        if (part == 0) {
            return 1;
        }
        double all = seconds(way, world, units);
        double half = seconds(way, world, work.some(units.units(0) / 2, units.cycles(), world));
        return 1 + 2 * part * (1 - half / all);
    }

    private PlanHandout result(Timed usual, Timed best, boolean clear, List<Way> ways) {
        return new PlanHandout(usual, best, clear, ways.size(), world.terms().planned(), rest, "");
    }

    private Timed timed(Once each) {
        return new Timed(each.way(), each.seconds(), each.seconds()).times(longer(each.way()));
    }

    private static double seconds(Way way, World on, Workload work) {
        World machines = on.with(way.in(on.terms()));
        SimulationReport report = Simulation.run(work, machines);
        return report.ending() == SimulationReport.Ending.UNITS_REFUSED ? Double.POSITIVE_INFINITY : report.seconds();
    }

    /** The time of a run that is simulated once, as its terms say [s]. */
    static double seconds(World world, HandoutWork work) {
        return seconds(Way.of(world.terms()), world, work.some(MOST_UNITS, work.cycles(), world));
    }

    /** The machines with rates that are drawn within their errors; plans still believe what they did. */
    private World drawn(SplittableRandom chance) {
        NetworkView view = world.view();
        List<Link> links = view.links().stream()
                .map(link -> link.with(drawn(link.wire(), errors.ofLink().applyAsDouble(link), chance)))
                .toList();
        List<Host> hosts = view.hosts().stream()
                .map(host -> host.believed(
                        host.speed() * factor(errors.ofHost().applyAsDouble(host), chance), host.availability()))
                .toList();
        return world.with(new NetworkView(view.name(), links, hosts));
    }

    private static Wire drawn(Wire wire, double error, SplittableRandom chance) {
        double factor = factor(error, chance);
        return wire.unlimited() ? wire : wire.times(factor);
    }

    /** A lognormal number of median 1. */
    static double factor(double sigma, SplittableRandom chance) {
        return Math.exp(sigma * chance.nextGaussian());
    }

    /** The logarithms of the times of one way, in the order of the draws. */
    private static final class Course {
        private final Way way;
        private final double[] logs = new double[DRAWS];
        private int count;

        Course(Way way) {
            this.way = way;
        }

        void add(double seconds) {
            logs[count++] = Math.log(seconds);
        }

        private static double mean(double[] values) {
            return Arrays.stream(values).average().orElseThrow();
        }

        private static double deviation(double[] values) {
            double mean = mean(values);
            double squares = Arrays.stream(values)
                    .map(value -> (value - mean) * (value - mean))
                    .sum();
            return Math.sqrt(squares / (values.length - 1));
        }

        double late() {
            return Math.exp(mean(logs) + NINE_OF_TEN * deviation(logs));
        }

        Timed timed() {
            return new Timed(way, Math.exp(mean(logs)), late());
        }

        /** Its gain exceeds the noise of the draws and of the model, and nine of ten runs end earlier. */
        boolean isClearlyBefore(Course other) {
            double[] gains = new double[DRAWS];
            for (int i = 0; i < DRAWS; i++) {
                gains[i] = other.logs[i] - logs[i];
            }
            double noise = STUDENT * deviation(gains) / Math.sqrt(DRAWS);
            return mean(gains) > LEAST + noise && late() < (1 - LEAST) * other.late();
        }
    }
}
