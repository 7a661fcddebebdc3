package dev.sluice.benchmarks.papers;

import static dev.sluice.model.policy.PolicyName.FAC;
import static dev.sluice.model.policy.PolicyName.FIXED;
import static dev.sluice.model.policy.PolicyName.GSS;
import static dev.sluice.model.policy.PolicyName.SS;
import static dev.sluice.model.policy.Weighting.EQUAL;
import static dev.sluice.model.policy.Weighting.MEASURED;

import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.papers.LabRuns.Manner;
import dev.sluice.benchmarks.papers.LabRuns.Timed;
import dev.sluice.benchmarks.papers.PolicyTrials.Way;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Three columns of the policies as real runs. Weights are those that a run has measured in its warm-up, so that they
 * are known before the first hand-out, as the paper's weights were.
 */
final class PoliciesInLab {
    /** The master of the unlike hosts, on 100 Mbit/s. */
    private static final String MASTER = "thing1";

    private static final int SLOW_WORKERS = 8;

    /** Eight hosts with a quarter of a processor start their workers in this time [s]. */
    private static final double SLOW_JOIN_SECONDS = 20;

    /** Cycles of a run with the same units. */
    private static final int REPETITIONS = 5;

    /** The part of an application's units that is run. */
    private static final double PART = 0.5;

    /** Two times are the same within this. */
    private static final double SAME = 0.05;

    private static final double FAR = 0.25;

    private PoliciesInLab() {}

    /** An application on some hosts. */
    private record Column(String name, LabRuns lab, String master, List<String> workers, Workload load) {
        Trials trials(Way... ways) throws Exception {
            Map<Way, Timed> times = new LinkedHashMap<>();
            for (Way way : ways) {
                SimulationTerms terms =
                        SimulationTerms.DEFAULT.withPolicy(way.policy()).withWeighting(way.weighting());
                times.put(way, median(lab.times(Manner.of(master, workers, terms), repeated())));
            }
            return new Trials(name, times);
        }

        private List<Workload> repeated() {
            return Collections.nCopies(REPETITIONS, load);
        }

        /** The median time of the repetitions, measured and simulated. */
        private static Timed median(List<Timed> times) {
            return new Timed(
                    times.get(0).units(),
                    Cells.median(times.stream().mapToDouble(Timed::measured).toArray()),
                    Cells.median(times.stream().mapToDouble(Timed::simulated).toArray()));
        }
    }

    /** The times of a column by way. */
    private record Trials(String name, Map<Way, Timed> times) {
        double of(PolicyName policy, Weighting weighting) {
            Timed time = times.get(Way.of(policy, weighting));
            if (time == null) {
                throw new IllegalArgumentException(policy + " " + weighting + " was not run in " + name
                        + " (expected: one of " + times.keySet() + ")");
            }
            return time.measured();
        }

        double best() {
            return times.values().stream().mapToDouble(Timed::measured).min().orElseThrow();
        }

        boolean worst(PolicyName policy) {
            return times.values().stream().allMatch(each -> each.measured() <= of(policy, EQUAL));
        }

        /** The part by which the measured time of a way exceeds the best one. */
        String over(PolicyName policy, Weighting weighting) {
            return Way.of(policy, weighting) + " " + Cells.change(of(policy, weighting) / best() - 1);
        }

        ComparedRates rates() {
            return ComparedRates.of(times.values());
        }
    }

    /** Adds claims and a table. */
    static void measure(ExperimentRun run, Programs programs) throws Exception {
        LabRuns alike = new LabRuns(programs, "slow16.yaml", SLOW_JOIN_SECONDS);
        LabRuns unlike = new LabRuns(programs, "mixed10.yaml", PlacementInLab.JOIN_SECONDS);
        List<String> slow = alike.without("m").subList(0, SLOW_WORKERS);
        List<String> mixed = unlike.without(MASTER, PlacementInLab.ANOTHER);
        Workload image = PaperApplication.MANDELBROT.longer(PART);
        Workload files = PaperApplication.TOMOGRAPHY.longer(PART);
        Trials first = new Column("Mandelbrot, slow", alike, "m", slow, image)
                .trials(Way.of(SS, EQUAL), Way.of(GSS, EQUAL), Way.of(FAC, EQUAL), Way.of(FIXED, EQUAL));
        Trials second = new Column("Mandelbrot, mixed", unlike, MASTER, mixed, image)
                .trials(
                        Way.of(SS, EQUAL),
                        Way.of(GSS, EQUAL),
                        Way.of(FAC, EQUAL),
                        Way.of(GSS, MEASURED),
                        Way.of(FAC, MEASURED));
        Trials third = new Column("tomography, mixed", unlike, MASTER, mixed, files)
                .trials(Way.of(SS, EQUAL), Way.of(FIXED, MEASURED));
        List<Trials> all = List.of(first, second, third);
        mandelbrot(run, first, second);
        tomography(run, third);
        order(run, all);
        table(run, all);
        run.text("On alike hosts: " + alike.disturbance());
        run.text("On unlike hosts: " + unlike.disturbance());
    }

    private static void mandelbrot(ExperimentRun run, Trials slow, Trials mixed) {
        run.claim(
                "measured-mandelbrot-slow",
                "measured: Mandelbrot on alike slow hosts: SS is best, FIXED is worst",
                slow.of(SS, EQUAL) <= (1 + SAME) * slow.best() && slow.worst(FIXED),
                slow.over(SS, EQUAL) + ", " + slow.over(GSS, EQUAL) + ", " + slow.over(FAC, EQUAL) + ", "
                        + slow.over(FIXED, EQUAL));
        run.claim(
                "measured-unweighted",
                "measured: Mandelbrot on unlike hosts: without weights GSS and FAC are clearly worse than SS",
                mixed.of(GSS, EQUAL) > (1 + SAME) * mixed.of(SS, EQUAL)
                        && mixed.of(FAC, EQUAL) > (1 + SAME) * mixed.of(SS, EQUAL),
                mixed.over(SS, EQUAL) + ", " + mixed.over(GSS, EQUAL) + ", " + mixed.over(FAC, EQUAL));
        run.claim(
                "measured-weighted",
                "measured: weights by capacity make them better",
                mixed.of(GSS, MEASURED) < mixed.of(GSS, EQUAL) && mixed.of(FAC, MEASURED) < mixed.of(FAC, EQUAL),
                "weights from the warm-up: GSS "
                        + Cells.change(mixed.of(GSS, MEASURED) / mixed.of(GSS, EQUAL) - 1) + ", FAC "
                        + Cells.change(mixed.of(FAC, MEASURED) / mixed.of(FAC, EQUAL) - 1));
    }

    private static void tomography(ExperimentRun run, Trials trials) {
        double ratio = trials.of(SS, EQUAL) / trials.of(FIXED, MEASURED);
        run.claim(new Claim(
                "measured-tomography",
                "measured: tomography on unlike hosts: FIXED by capacity is best, SS far behind",
                ratio > 1 + FAR ? Verdict.HOLDS : ratio >= 1 - SAME ? Verdict.HOLDS_BETTER : Verdict.DOES_NOT_HOLD,
                "SS takes " + Cells.times(ratio) + " of the time of FIXED"));
    }

    private static void order(ExperimentRun run, List<Trials> all) {
        int apart = all.stream().mapToInt(each -> each.rates().pairsApart()).sum();
        int reversed =
                all.stream().mapToInt(each -> each.rates().contradictions()).sum();
        double[] errors = all.stream()
                .flatMap(each -> each.times.values().stream())
                .mapToDouble(time -> Math.abs(time.error()))
                .toArray();
        run.figure("measured-median-error", 100 * Cells.median(errors), "%");
        run.claim(
                "measured-order",
                "measured: winners and losers are those of the simulation",
                reversed == 0,
                reversed + " of " + apart + " pairs that the simulation tells apart by more than 5 % come out the other"
                        + " way round; median error of times " + Cells.percent(Cells.median(errors)));
    }

    private static void table(ExperimentRun run, List<Trials> all) {
        List<List<String>> rows = new ArrayList<>();
        for (Trials each : all) {
            each.times.forEach((way, time) -> {
                rows.add(List.of(
                        each.name,
                        way.toString(),
                        Cells.number(time.measured()),
                        Cells.number(time.simulated()),
                        Cells.change(time.measured() / each.best() - 1)));
                run.figure((each.name + " " + way).replaceAll("[ ,]+", "-") + "-seconds", time.measured(), "s");
            });
        }
        run.table(
                "Real runs of half of the units in a test network, and the same simulated: the median of " + REPETITIONS
                        + " cycles",
                List.of("", "policy and weights", "measured, s", "simulated, s", "measured, over the best"),
                rows);
    }
}
