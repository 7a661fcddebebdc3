package dev.sluice.benchmarks.model;

import dev.sluice.app.mandelbrot.Kernel;
import dev.sluice.app.mandelbrot.Mandelbrot;
import dev.sluice.app.mandelbrot.Tile;
import dev.sluice.app.mandelbrot.View;
import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.model.predict.Interval;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.predict.SampleIndices;
import dev.sluice.model.predict.SampledUnit;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/**
 * Compares predictions with runs of the Mandelbrot set in 1024 × 1024 pixels, with one unit per pixel or one per row.
 */
public final class PredictionBenchmark implements Benchmark {
    private static final int SIDE = 1024;

    /** Iterations for the table of errors, which counts them. */
    private static final int TABLE_LIMIT = 1_000;

    /** Iterations for the runs. */
    private static final int RUN_LIMIT = 250_000;

    private static final int QUICK_LIMIT = 2_000;
    private static final int MOST_WORKERS = 4;

    @Override
    public String question() {
        return "Mandelbrot 1024², a unit for each pixel and for each row: predicted over actual time, and how much"
                + " quicker than the run";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        table(report);
        boolean quick = programs.effort().divisor() > 1;
        int limit = quick ? QUICK_LIMIT : RUN_LIMIT;
        report.figure("load", MachineLoad.load(), "processes");
        run(programs, "64x64", QUICK_LIMIT, 2); // stores the runtime's costs in the history
        List<Outcome> medians = new ArrayList<>();
        List<Outcome> all = new ArrayList<>();
        for (String unit : List.of("pixel", "row")) {
            String tile = unit.equals("pixel") ? "1x1" : SIDE + "x1";
            for (int workers = 1; workers <= MOST_WORKERS; workers++) {
                int slots = workers;
                String name = unit + "-" + workers;
                List<Outcome> outcomes = new ArrayList<>();
                for (int i = 0; i < programs.effort().repetitions(); i++) {
                    MachineLoad.Steady<Outcome> steady =
                            MachineLoad.steadily(() -> outcome(programs, tile, limit, slots));
                    report.figure(name + "-stolen", steady.stolenPercent(), "%");
                    report.figure(name + "-run-error", 100 * steady.value().error, "%");
                    outcomes.add(steady.value());
                }
                Outcome median = medianOf(outcomes);
                median.report(name, report);
                medians.add(median);
                all.addAll(outcomes);
            }
        }
        report.figure("worst-run-error", 100 * worstOf(all), "%");
        report.figure("error", 100 * worstOf(medians), "%");
        report.figure(
                "times-quicker",
                all.stream().mapToDouble(Outcome::quicker).min().orElseThrow(),
                "x");
    }

    /** The outcome with the median error. */
    private static Outcome medianOf(List<Outcome> outcomes) {
        return outcomes.stream()
                .sorted(Comparator.comparingDouble(Outcome::error))
                .skip((outcomes.size() - 1) / 2)
                .findFirst()
                .orElseThrow();
    }

    private static double worstOf(List<Outcome> outcomes) {
        return outcomes.stream()
                .mapToDouble(outcome -> Math.abs(outcome.error))
                .max()
                .orElseThrow();
    }

    /**
     * A prediction, and the run that followed.
     *
     * @param predicting duration of the prediction [s]
     * @param total predicted time of all units on one slot [s]
     * @param predicted predicted time of the run [s]
     * @param error predicted over actual − 1
     * @param unitsCpu processor time of the units in the run [s]
     * @param others share of the machine that other processes used during the run [%]
     */
    private record Outcome(
            int workers,
            double predicting,
            double total,
            double predicted,
            double actual,
            double error,
            double unitsCpu,
            double others) {
        double quicker() {
            return actual / predicting;
        }

        /** Slow-down of units in the run relative to the sample: the processors' part of the error. */
        double slower() {
            return unitsCpu / total - 1;
        }

        /** The error if units had taken as long in the sample as in the run. */
        double rest() {
            int processors = Runtime.getRuntime().availableProcessors();
            return (predicted + (unitsCpu - total) / Math.min(workers, processors)) / actual - 1;
        }

        void report(String name, FigureReport report) {
            report.figure(name + "-predict", predicting, "s");
            report.figure(name + "-total", total, "s");
            report.figure(name + "-seconds", actual, "s");
            report.figure(name + "-predicted", predicted, "s");
            report.figure(name + "-error", 100 * error, "%");
            report.figure(name + "-times-quicker", quicker(), "x");
            report.figure(name + "-units-slower", 100 * slower(), "%");
            report.figure(name + "-rest-error", 100 * rest(), "%");
            report.figure(name + "-other-cpu", others, "%");
        }
    }

    private static Outcome outcome(Programs programs, String tile, int limit, int workers) throws Exception {
        double othersBefore = MachineLoad.othersCpuSeconds();
        long start = System.nanoTime();
        String prediction = predict(programs, tile, limit);
        double predicting = (System.nanoTime() - start) / 1e9;
        String run = run(programs, tile, limit, workers);
        Duration wall = Duration.ofNanos(System.nanoTime() - start);
        double others = MachineLoad.percentOfMachine(MachineLoad.othersCpuSeconds() - othersBefore, wall);
        double error = number(run, "\"error\":");
        System.err.printf(Locale.ROOT, "%s, %d workers: error %.1f %%%n", tile, workers, 100 * error);
        double unitsCpu = numbers(run, "\"computeCpuSeconds\":").sum();
        return new Outcome(
                workers,
                predicting,
                number(prediction, "\"total\":\\{\"seconds\":"),
                number(run, "\"predictedSeconds\":"),
                number(run, "\"actualSeconds\":"),
                error,
                unitsCpu,
                others);
    }

    /** The error of the total, and the predicted confidence interval, as the sample grows (Table 2 of the paper). */
    private static void table(FigureReport report) {
        double step = 3.3 / SIDE;
        View view = new View(-0.7 - step * SIDE / 2, step * SIDE / 2, step, TABLE_LIMIT);
        float[] values = Kernel.compute(view, new Tile(0, 0, SIDE, SIDE)).values();
        double truth = 0;
        for (float value : values) {
            truth += iterations(value);
        }
        SampleIndices sample = SampleIndices.coarsest(values.length);
        while (sample.count() < values.length / 10) {
            List<SampledUnit> executed = new ArrayList<>();
            for (int i = 0; i < sample.count(); i++) {
                long index = sample.index(i);
                executed.add(new SampledUnit(index, iterations(values[(int) index]), 0, 0, 0));
            }
            PredictedCycle cycle = new PredictedCycle(values.length, 0, executed);
            Interval interval = cycle.interval(new SplittableRandom(1));
            report.figure("interval-low-" + sample.count(), 100 * interval.low(), "%");
            report.figure("interval-high-" + sample.count(), 100 * interval.high(), "%");
            report.figure("total-error-" + sample.count(), 100 * (cycle.totalSeconds() / truth - 1), "%");
            sample = sample.finer();
        }
    }

    private static double iterations(float value) {
        return value == Kernel.INSIDE ? TABLE_LIMIT : Math.max(1, (int) value);
    }

    private static List<String> arguments(Programs programs, String tile, int limit) {
        Path picture = programs.logs().resolve("prediction.png").toAbsolutePath();
        return List.of("--width=" + SIDE, "--height=" + SIDE, "--tile=" + tile, "--limit=" + limit, "--out=" + picture);
    }

    private static String predict(Programs programs, String tile, int limit) throws Exception {
        Path out = programs.logs().resolve("prediction-" + tile + ".json").toAbsolutePath();
        return programs.answer(
                "predict",
                Mandelbrot.class,
                List.of("--json", "--error=3%", "--workers=1-" + MOST_WORKERS, "--budget=3500ms", "--out=" + out),
                arguments(programs, tile, limit));
    }

    private static String run(Programs programs, String tile, int limit, int workers) throws Exception {
        return programs.answer(
                "run",
                Mandelbrot.class,
                List.of(
                        "--json",
                        "--local=" + workers,
                        "--slots=1",
                        "--policy=SS",
                        "--worker-jar=" + programs.workerJar()),
                arguments(programs, tile, limit));
    }

    private static double number(String json, String before) throws IOException {
        return numbers(json, before)
                .findFirst()
                .orElseThrow(() -> new IOException("no " + before + " (expected: a prediction) in " + json));
    }

    private static DoubleStream numbers(String json, String before) {
        return Pattern.compile(before + "([-+.\\dEe]+)")
                .matcher(json)
                .results()
                .mapToDouble(found -> Double.parseDouble(found.group(1)));
    }
}
