package dev.sluice.benchmarks.harness;

import dev.sluice.benchmarks.timing.Timing;
import dev.sluice.model.Median;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** All starts of one program, with medians over them. */
public final class Runs {
    private final List<Run> runs = new ArrayList<>();

    public void add(Run run) {
        runs.add(run);
    }

    /** Median over the timed cycles of all starts. */
    public double median(ToDoubleFunction<Timing> figure) {
        return median(timing -> true, figure);
    }

    /** Median over the timed cycles of {@code units} units. */
    public double median(long units, ToDoubleFunction<Timing> figure) {
        return median(timing -> timing.units() == units, figure);
    }

    public double median(Predicate<Timing> chosen, ToDoubleFunction<Timing> figure) {
        return median(runs.stream()
                .flatMap(run -> run.timed().stream())
                .filter(chosen)
                .mapToDouble(figure));
    }

    /** Rate over all timed cycles together, for cycles that differ widely. */
    public double unitsPerSecond() {
        double units = 0;
        double seconds = 0;
        for (Run run : runs) {
            for (Timing timing : run.timed()) {
                units += timing.units();
                seconds += timing.seconds();
            }
        }
        return units / seconds;
    }

    /** Median over the warm-up cycles, which are cold starts. */
    public double medianWarmUp(ToDoubleFunction<Timing> figure) {
        return median(runs.stream().map(Run::warmUp).mapToDouble(figure));
    }

    public double medianStartMillis() {
        return median(runs.stream().mapToDouble(Run::startMillis));
    }

    public double worstOtherCpuPercent() {
        return runs.stream().mapToDouble(Run::otherCpuPercent).max().orElse(0);
    }

    public static double median(Collection<Double> values) {
        return median(values.stream().mapToDouble(value -> value));
    }

    public static double median(DoubleStream values) {
        double[] measured = values.toArray();
        if (measured.length == 0) {
            throw new IllegalStateException("no timings (expected: at least one cycle of the asked size)");
        }
        return Median.of(Arrays.stream(measured));
    }

    @Override
    public String toString() {
        return Arrays.toString(runs.toArray());
    }
}
