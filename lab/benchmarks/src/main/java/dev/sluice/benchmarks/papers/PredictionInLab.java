package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.papers.LabRuns.Manner;
import dev.sluice.benchmarks.papers.LabRuns.Timed;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.predict.PredictedWorkload;
import dev.sluice.model.predict.SampleIndices;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Real runs of the Mandelbrot set with one unit for each pixel in {@code fast16}, and their times as predicted from 730
 * executed units and from 16. Predictions know the units before a run, and nothing of the run.
 */
final class PredictionInLab {
    private static final String MASTER = "m";
    private static final int[] WORKERS = {4, 8, 16};
    private static final int[] FEW_WORKERS = {4, 8};
    private static final int SIDE = 128;
    private static final int FEW_SIDE = 64;

    /** Mean time of a pixel: six times the paper's, so that two processors can emulate 16 workers [ns]. */
    private static final double MEAN_NANOS = 10e6;

    private static final int THOUSAND = 730;
    private static final int SIXTEEN = 16;

    /** Errors that the paper calls good. */
    private static final double GOOD = 0.07;

    /** Sixteen workers have joined the test network after this time [s]. */
    private static final double JOIN_SECONDS = 25;

    private static final int WARM_UPS_OF_A_WORKER = 20;

    private PredictionInLab() {}

    /** Times with so many workers: measured, simulated with the times of all units, and predicted [s]. */
    private record Times(int workers, Timed run, double thousand, double sixteen) {
        double error(ToDoubleFunction<Times> predicted) {
            return predicted.applyAsDouble(this) / run.measured() - 1;
        }
    }

    /** Adds table and claims. */
    static void measure(ExperimentRun run, Programs programs) throws Exception {
        LabRuns lab = new LabRuns(programs, "fast16.yaml", JOIN_SECONDS);
        PixelTimes pixels = PixelTimes.of(run.size(SIDE, FEW_SIDE), MEAN_NANOS);
        UnitCosts costs = new UnitCosts(1, 0, PixelTimes.INPUT_BYTES, PixelTimes.RESULT_BYTES, 0);
        Workload truth = Workloads.traced(Workloads.constant(1, pixels.pixels(), costs), pixels.nanos());
        PredictedCycle sixteen = executed(pixels, SIXTEEN);
        List<Times> all = new ArrayList<>();
        for (int workers : run.quick() ? FEW_WORKERS : WORKERS) {
            List<String> hosts =
                    IntStream.rangeClosed(1, workers).mapToObj(i -> "f" + i).toList();
            Manner manner = Manner.of(MASTER, hosts);
            World machines = lab.machines(manner);
            double thousandSeconds = predicted(executed(pixels, THOUSAND), pixels.pixels(), machines);
            double sixteenSeconds = predicted(sixteen, pixels.pixels(), machines);
            Timed timed = lab.times(manner, List.of(truth)).get(0);
            Times times = new Times(workers, timed, thousandSeconds, sixteenSeconds);
            all.add(times);
            run.figure("measured-" + workers, timed.measured(), "s");
            run.figure("measured-" + workers + "-e1k", 100 * times.error(Times::thousand), "%");
            run.figure("measured-" + workers + "-e16", 100 * times.error(Times::sixteen), "%");
        }
        claims(run, all, sixteen.totalSeconds() / pixels.totalSeconds() - 1);
        table(run, all, pixels.pixels());
        run.text(lab.disturbance());
    }

    private static PredictedCycle executed(PixelTimes pixels, int sample) {
        return pixels.executed(SampleIndices.evenly(pixels.pixels(), sample));
    }

    /** The time of the cycle after a warm-up, as in a real run [s]. */
    private static double predicted(PredictedCycle cycle, int units, World machines) {
        Replay replay =
                new Replay(List.of(PredictedWorkload.of(cycle, units)), WARM_UPS_OF_A_WORKER * machines.workers());
        return SimulatedRuns.of(replay, machines, SimulationTerms.DEFAULT)
                        .cycles()
                        .get(1)
                        .nanos()
                * 1e-9;
    }

    private static void claims(ExperimentRun run, List<Times> all, double total) {
        run.claim(
                "measured-e1k",
                "measured: E_1K is wrong by 7 % at most",
                all.stream().allMatch(each -> Math.abs(each.error(Times::thousand)) <= GOOD),
                each(all, times -> Cells.change(times.error(Times::thousand))));
        run.claim(
                "measured-e16",
                "measured: E_16 is as wrong as its estimate of the total, within 7 %",
                all.stream().allMatch(each -> Math.abs((1 + each.error(Times::sixteen)) / (1 + total) - 1) <= GOOD),
                each(all, times -> Cells.change(times.error(Times::sixteen))) + "; total " + Cells.change(total));
    }

    private static String each(List<Times> all, Function<Times, String> words) {
        return all.stream()
                .map(times -> words.apply(times) + " with " + times.workers + " workers")
                .collect(Collectors.joining(", "));
    }

    private static void table(ExperimentRun run, List<Times> all, int pixels) {
        List<List<String>> rows = all.stream()
                .map(each -> List.of(
                        Integer.toString(each.workers),
                        Cells.number(each.run.measured()),
                        Cells.number(each.run.simulated()),
                        Cells.change(each.run.error()),
                        Cells.number(each.thousand),
                        Cells.change(each.error(Times::thousand)),
                        Cells.number(each.sixteen),
                        Cells.change(each.error(Times::sixteen))))
                .toList();
        run.table(
                "Real runs of " + pixels + " pixels in a test network, simulated with the times of all units, and"
                        + " predicted from a sample: seconds",
                List.of("workers", "measured", "simulated", "error", "E_1K", "error", "E_16", "error"),
                rows);
    }
}
