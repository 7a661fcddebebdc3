package dev.sluice.insight.gain;

import dev.sluice.model.predict.ScalingCurve;
import dev.sluice.model.record.RunView;
import dev.sluice.model.simulate.World;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The time of a run by number of slots. */
final class SlotScaling {
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
                IntStream.range(0, all).mapToDouble(i -> seconds[i] + half[i]).toArray(),
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
     * Half the interval: the sum of the unit times of a slot varies, and so does the unit that ends last in each cycle.
     * The error of the model for this run is added.
     */
    private double half(int slots, double seconds, double error) {
        GainWork work = input.work();
        double ofSums = work.units() / ((double) slots * slots);
        double variance = work.spreadSeconds() * work.spreadSeconds() * (ofSums + work.cycles());
        return DEVIATIONS * Math.sqrt(variance) + Math.abs(error) * seconds;
    }
}
