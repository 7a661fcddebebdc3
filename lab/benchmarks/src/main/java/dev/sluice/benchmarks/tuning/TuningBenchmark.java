package dev.sluice.benchmarks.tuning;

import dev.sluice.benchmarks.chart.StepChart;
import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.tuning.MateExperiment.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Repeats the two experiments of MATE (Morajko, César et al. 2006) in virtual time: each fixed number of workers under
 * a load that changes, and a tuner that begins with all of them. Draws the number of workers in each cycle as the
 * paper's Figures 3 and 4. Measures what a look of the tuner costs. Times of runs are the same on every machine.
 */
public final class TuningBenchmark implements Benchmark {
    private static final int VARIABLE_CYCLES = 170;
    private static final int ASCENDING_CYCLES = 120;
    private static final int LEAST_CYCLES = 5;
    private static final long LOOK_UNITS = 48_000;

    @Override
    public String question() {
        return "what a tuned number of workers takes longer than the best fixed one, as in MATE's experiments";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws IOException {
        int divisor = programs.effort().divisor();
        double worst = 0;
        for (MateExperiment each : List.of(
                MateExperiment.of(programs.lab(), "variable", Math.max(LEAST_CYCLES, VARIABLE_CYCLES / divisor)),
                MateExperiment.of(programs.lab(), "ascending", Math.max(LEAST_CYCLES, ASCENDING_CYCLES / divisor)))) {
            worst = Math.max(worst, measure(each, programs.pictures(), report));
        }
        report.ratio(worst);
    }

    private static double measure(MateExperiment experiment, Path pictures, FigureReport report) throws IOException {
        String name = experiment.name();
        List<Outcome> fixed = new ArrayList<>();
        System.err.printf(Locale.ROOT, "%n%-10s %9s %14s%n", name, "seconds", "worker-seconds");
        for (int workers = 1; workers <= experiment.machines().workers(); workers++) {
            fixed.add(experiment.fixed(workers));
            print(String.valueOf(workers), fixed.get(workers - 1));
        }
        Outcome best = Collections.min(fixed, Comparator.comparingDouble(Outcome::seconds));
        Outcome tuned = experiment.tuned();
        print("tuned", tuned);
        tuned.changes()
                .forEach(change ->
                        System.err.printf(Locale.ROOT, "%9.2f s  %s%n", change.nanos() / 1e9, change.words()));
        double ratio = tuned.seconds() / best.seconds();
        report.figure(name + "-best-workers", fixed.indexOf(best) + 1, "workers");
        report.figure(name + "-best", best.seconds(), "s");
        report.figure(name + "-tuned", tuned.seconds(), "s");
        report.figure(name + "-ratio", ratio, "x");
        report.figure(name + "-worker-seconds-ratio", tuned.workerSeconds() / best.workerSeconds(), "x");
        report.figure(name + "-reaction", experiment.cyclesUntilReaction(tuned), "cycles");
        report.figure(name + "-changes", tuned.changes().size(), "changes");
        draw(experiment, tuned, pictures);
        return ratio;
    }

    private static void print(String name, Outcome outcome) {
        System.err.printf(Locale.ROOT, "%-10s %9.2f %14.1f%n", name, outcome.seconds(), outcome.workerSeconds());
    }

    private static void draw(MateExperiment experiment, Outcome tuned, Path pictures) throws IOException {
        List<Double> shares = new ArrayList<>();
        List<Double> equations = new ArrayList<>();
        List<Double> simulated = new ArrayList<>();
        Map<Double, Integer> known = new HashMap<>();
        for (var cycle : tuned.cycles()) {
            double share = experiment.share(cycle.fromNanos());
            shares.add(share);
            equations.add((double) experiment.bestByEquations(share));
            simulated.add((double) known.computeIfAbsent(share, experiment::bestBySimulation));
        }
        List<Double> atWork =
                experiment.atWork(tuned).stream().map(Integer::doubleValue).toList();
        StepChart chart = new StepChart(
                "Workers in each cycle, " + experiment.name() + " load",
                "N-body under MATE's experiment, in virtual time: each cycle sends all bodies to every worker at work. "
                        + "The tuner begins with all 19 and parks those that do not pay.",
                "cycles",
                List.of(
                        new StepChart.Panel(
                                "workers",
                                List.of(
                                        new StepChart.Line("at work, tuned", atWork),
                                        new StepChart.Line("best by MATE's equation 9", equations),
                                        new StepChart.Line("best by simulation", simulated))),
                        new StepChart.Panel(
                                "share of a processor that each worker has",
                                List.of(new StepChart.Line("share", shares)))));
        Files.createDirectories(pictures);
        Path file = pictures.resolve("mate-" + experiment.name() + ".svg");
        Files.writeString(file, chart.picture().svg());
        System.err.println("picture: " + file);
    }
}
