package dev.sluice.insight.gain;

import dev.sluice.insight.gain.GainCandidates.Kind;
import dev.sluice.insight.gain.GainCandidates.TriedChange;
import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.predict.ScalingCurve;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.record.RunView;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import dev.sluice.net.runfile.ThreadTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Computes what a run could have been: the simulator gives the same run and changed ones, with the run's own
 * measurements. The model must first give the time that the run really took; if it does not, nothing is said about
 * changes. Any thread.
 */
public final class RunGains {
    /** Time for the simulations of changes at the end of a run [ns]. */
    public static final long END_NANOS = 200_000_000;

    /** The same while the run is running, at most every ten seconds: with the curve a hundredth of a processor [ns]. */
    public static final long LIVE_NANOS = 60_000_000;

    /** Larger errors of the model mean that it does not fit the run. */
    static final double MOST_ERROR = 0.2;

    private static final double SHORT_SECONDS = 2;
    private static final long FEW_UNITS = 20;

    /** Smaller gains are noise. */
    private static final double LEAST_GAIN = 0.005;

    private static final int MOST_CHANGES = 10;

    /** More slots need more units, and so more time, than there is at the end of a run. */
    private static final int MOST_SLOTS = 128;

    /** Number of the most plausible changes, which may take longer than the others. */
    private static final int ALWAYS = 4;

    private static final long MOST_UNITS = 2_000;
    private static final long LEAST_UNITS = 200;

    /** Events of the first two simulations of the largest run: about half a second of a processor. */
    private static final double MOST_EVENTS = 1e6;

    /** Time of an event of a first simulation, in which code is not compiled yet [ns]. */
    private static final double EVENT_NANOS = 1_000;

    /** Nothing is started that would take longer than this multiple of the time. */
    private static final double AT_MOST = 2;

    /** The scaling curve comes after the changes, and may take until this multiple of their time. */
    private static final double WITH_CURVE = 1.5;

    /** Later simulations are so many times as fast as the first. */
    private static final double FASTER = 4;

    /** A thread on a busy machine may take so many times its processor time. */
    private static final long SLOWED = 8;

    /** Simulations of a typical run, some with two sizes. */
    private static final int SIMULATIONS = 20;

    private final GainInput input;
    private final long budgetNanos;
    private final long startNanos = System.nanoTime();
    private final long startCpuNanos = ThreadTime.ofThisThread();
    private double eventNanos = EVENT_NANOS;

    private RunGains(GainInput input, long budgetNanos) {
        this.input = input;
        this.budgetNanos = budgetNanos;
    }

    /** Computes what this run could have been. */
    public static GainResult of(GainInput input) {
        return of(input, END_NANOS);
    }

    /**
     * Computes the same within another time.
     *
     * @param budgetNanos for changes, and half of it again for the curve; {@link Long#MAX_VALUE} for a result that does
     *     not depend on the clock
     */
    public static GainResult of(GainInput input, long budgetNanos) {
        return new RunGains(input, budgetNanos).result();
    }

    /**
     * Loads the classes of the simulator by a small run, so that less is to do when a run is over. Takes some tenths of
     * a second of a processor.
     */
    public static void prepare() {
        GainWork work = new GainWork(1, FEW_UNITS, FEW_UNITS, 0.2, 0.02, 1e-6, 8, 8, 8, 0, List.of(), List.of());
        GainNetwork network =
                new GainNetwork(List.of(new Link("switch", Wire.UNLIMITED)), 0, Wire.UNLIMITED, List.of(), true);
        GainWorker worker = new GainWorker("w1", "host", 2, 0.2, 0, 0, Wire.UNLIMITED, -1, 0, 0, "");
        CauseTimes times = CauseTimes.ZERO.plus(Cause.COMPUTE, FEW_UNITS * 200_000_000);
        of(
                new GainInput(
                        SHORT_SECONDS,
                        work,
                        List.of(worker),
                        network,
                        SimulationTerms.DEFAULT,
                        RuntimeCosts.NONE.overheads(),
                        IdleLedger.of(times.total(), 0, times, Map.of())),
                LIVE_NANOS);
    }

    private static @Nullable FlowSolution flow(GainInput input) {
        if (!isTimed(input) || !input.network().known()) {
            return null;
        }
        World world = input.world(input.network().unfilled());
        return Placement.solve(world.view(), input.work().costs()).solution(0, world.hosts());
    }

    /** Why the network may carry less than this flow; empty if it was seen to carry as much. */
    private static String doubt(GainInput input, FlowSolution flow) {
        UnitCosts costs = input.work().costs();
        for (ProvenWay way : input.network().proven()) {
            double rate = IntStream.range(0, input.workers().size())
                    .filter(i -> way.hosts().contains(input.workers().get(i).host())
                            && input.workers().get(i).link() == way.link())
                    .mapToDouble(i -> flow.hostRate(i + 1))
                    .sum();
            String doubt = way.doubt(rate * costs.inputBytes(), rate * costs.resultBytes());
            if (!doubt.isEmpty()) {
                return doubt;
            }
        }
        return "";
    }

    /** Tells whether units were computed, and took a time that the clock shows. */
    private static boolean isTimed(GainInput input) {
        return !input.workers().isEmpty() && input.work().unitSeconds() > 0;
    }

    private GainResult result() {
        GainResult known = unsimulated();
        GainWork work = input.work();
        if (!isTimed(input) || input.seconds() < SHORT_SECONDS || work.doneUnits() < FEW_UNITS) {
            return known.with(List.of(), null, Double.NaN, "the run is too short for the model");
        }
        World world = input.world();
        if (world.slots() > MOST_SLOTS && budgetNanos < Long.MAX_VALUE) {
            return known.with(List.of(), null, Double.NaN, "the run has too many slots to simulate it at once");
        }
        if (budgetNanos < Long.MAX_VALUE && 2 * new RunModel(input, LEAST_UNITS).events(world) > MOST_EVENTS) {
            return known.with(List.of(), null, Double.NaN, "there was no time to simulate messages of this size");
        }
        RunModel model = new RunModel(input, affordable(world));
        if (!hasTime(AT_MOST, model, world)) {
            return known.with(List.of(), null, Double.NaN, "there was no time to simulate the run");
        }
        RunModel.UnitsTime same = timed(model, world);
        double error = same.at(work.doneUnits()) / input.seconds() - 1;
        if (!(Math.abs(error) <= MOST_ERROR)) {
            return known.with(List.of(), null, error, misfit(error));
        }
        double here = same.at(work.units());
        List<RunView.Change> changes = changes(model, world, here, here / (1 + error));
        RunView.Scaling scaling =
                new SlotScaling(input, model, world).curve(here, error, other -> hasTime(WITH_CURVE, model, other));
        String note = changes.isEmpty() && !hasTime(1, model, world) ? "there was no time for changes" : "";
        return known.with(changes, scaling, error, note);
    }

    /**
     * Units of each simulation for which there is time. The first simulation of a process mostly loads classes, so that
     * later ones take a part of its time.
     */
    private long affordable(World world) {
        if (budgetNanos == Long.MAX_VALUE) {
            return MOST_UNITS;
        }
        new RunModel(input, LEAST_UNITS).time(world);
        long first = spentNanos();
        double each = FASTER * (budgetNanos - first) / SIMULATIONS / Math.max(1, first);
        long units = Math.max(LEAST_UNITS, Math.min(MOST_UNITS, (long) (each * LEAST_UNITS)));
        double left = MOST_EVENTS - new RunModel(input, LEAST_UNITS).events(world);
        while (units > LEAST_UNITS && new RunModel(input, units).events(world) > left) {
            units = Math.max(LEAST_UNITS, units / 2);
        }
        return units;
    }

    /** The time of the same run; also measures the time of an event. */
    private RunModel.UnitsTime timed(RunModel model, World world) {
        long before = spentNanos();
        RunModel.UnitsTime same = model.time(world);
        eventNanos = (spentNanos() - before) / Math.max(1, model.events(world));
        return same;
    }

    /** The figures that need no simulation. */
    private GainResult unsimulated() {
        FlowSolution flow = flow(input);
        String doubt = flow == null ? "" : doubt(input, flow);
        double possible = flow == null || !doubt.isEmpty() ? 0 : flow.rate();
        List<RunView.LinkModel> links = flow == null ? List.of() : LinkModels.of(input, flow);
        return new GainResult(List.of(), null, possible, flow == null ? unknown() : doubt, links, Double.NaN, "");
    }

    private static String misfit(double error) {
        return Double.isFinite(error)
                ? String.format(
                        Locale.ROOT,
                        "the model does not fit this run: it says %+.0f %% of its time, so it says nothing of changes",
                        100 * error)
                : "the model does not fit this run: simulated, it does not end";
    }

    /**
     * Tells whether another simulation may start: less than this multiple of the time is spent, and the simulation will
     * end within {@link #AT_MOST}.
     */
    private boolean hasTime(double share, RunModel model, World next) {
        if (budgetNanos == Long.MAX_VALUE) {
            return true;
        }
        long spent = spentNanos();
        return spent < share * budgetNanos && spent + eventNanos * model.events(next) < AT_MOST * budgetNanos;
    }

    /** Processor time so far; on a busy machine a part of the time by the clock, so that nobody waits for long [ns]. */
    private long spentNanos() {
        return Math.max(ThreadTime.ofThisThread() - startCpuNanos, (System.nanoTime() - startNanos) / SLOWED);
    }

    /**
     * @param here time of the same run by the model [s]
     * @param actual time of the same run [s]
     */
    private List<RunView.Change> changes(RunModel model, World world, double here, double actual) {
        List<RunView.Change> changes = new ArrayList<>();
        Map<Kind, RunView.Change> best = new EnumMap<>(Kind.class);
        int tried = 0;
        for (TriedChange candidate : new GainCandidates(input, world).all()) {
            boolean simulated = hasTime(tried++ < ALWAYS ? AT_MOST : 1, model, candidate.world());
            double seconds = simulated ? model.seconds(candidate.world()) : Double.NaN;
            double gain = 1 - seconds / here;
            RunView.Change change = new RunView.Change(candidate.what(), actual * (1 - gain), gain);
            if (!Double.isFinite(gain)) {
                continue;
            }
            if (candidate.kind() == Kind.LESS || gain >= LEAST_GAIN && candidate.kind() == Kind.OTHER) {
                changes.add(change);
            } else if (gain >= LEAST_GAIN) {
                best.merge(candidate.kind(), change, (one, other) -> other.gain() > one.gain() ? other : one);
            }
        }
        changes.addAll(best.values());
        return changes.stream()
                .sorted(Comparator.comparingDouble(RunView.Change::gain).reversed())
                .limit(MOST_CHANGES)
                .toList();
    }

    private String unknown() {
        return !isTimed(input) ? "no unit was computed" : "the network between master and remote workers is unknown";
    }

    /** The time of a run by number of slots. */
    private static final class SlotScaling {
        private static final int POINTS = 12;
        private static final int TIMES = 16;

        /** Fewer points show no curve. */
        private static final int FEWEST_POINTS = 4;

        /** Half the width of a 95 % interval, in standard deviations. */
        private static final double DEVIATIONS = 1.96;

        private final GainInput input;
        private final RunModel model;
        private final World world;

        SlotScaling(GainInput input, RunModel model, World world) {
            this.input = input;
            this.model = model;
            this.world = world;
        }

        /**
         * The curve up to 16 times the slots of this run.
         *
         * @param here time of this run by the model [s]
         * @param error relative error of the model for this run
         * @param inTime whether there is time for another point, with this world
         * @return null if there was too little time
         */
        RunView.@Nullable Scaling curve(double here, double error, Predicate<World> inTime) {
            int slots = world.slots();
            Map<Integer, Double> times = new TreeMap<>(Map.of(slots, here));
            for (int count : new int[] {4 * slots, TIMES * slots, 2 * slots, 1}) {
                add(times, count, inTime);
            }
            for (int i = 1; i < POINTS - 1; i++) {
                add(times, (int) Math.round(Math.pow(TIMES * slots, (double) i / (POINTS - 1))), inTime);
            }
            if (times.size() < Math.min(FEWEST_POINTS, TIMES * slots)) {
                return null;
            }
            int[] counts = times.keySet().stream().mapToInt(Integer::intValue).toArray();
            double actual = here / (1 + error);
            double[] seconds = IntStream.of(counts)
                    .mapToDouble(count -> times.getOrDefault(count, here) * actual / here)
                    .toArray();
            double[] half = IntStream.range(0, counts.length)
                    .mapToDouble(i -> half(counts[i], seconds[i], error))
                    .toArray();
            int all = counts.length;
            int knee = ScalingCurve.knee(counts, seconds);
            return new RunView.Scaling(
                    counts,
                    seconds,
                    IntStream.range(0, all)
                            .mapToDouble(i -> Math.max(0, seconds[i] - half[i]))
                            .toArray(),
                    IntStream.range(0, all)
                            .mapToDouble(i -> seconds[i] + half[i])
                            .toArray(),
                    knee < 0 ? 0 : counts[knee],
                    slots,
                    actual);
        }

        private void add(Map<Integer, Double> times, int count, Predicate<World> inTime) {
            World other = world.withSlots(count);
            if (!times.containsKey(count) && inTime.test(other)) {
                double seconds = model.seconds(other);
                if (Double.isFinite(seconds)) {
                    times.put(count, seconds);
                }
            }
        }

        /**
         * Half the interval: the sum of the unit times of a slot varies, and so does the unit that ends last in each
         * cycle. The error of the model for this run is added.
         */
        private double half(int slots, double seconds, double error) {
            GainWork work = input.work();
            double ofSums = work.units() / ((double) slots * slots);
            double variance = work.spreadSeconds() * work.spreadSeconds() * (ofSums + work.cycles());
            return DEVIATIONS * Math.sqrt(variance) + Math.abs(error) * seconds;
        }
    }
}
