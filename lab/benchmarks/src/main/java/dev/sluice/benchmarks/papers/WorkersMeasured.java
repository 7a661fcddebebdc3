package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.chart.StepChart;
import dev.sluice.benchmarks.papers.MateRun.Contender;
import dev.sluice.benchmarks.tuning.MateExperiment;
import dev.sluice.benchmarks.tuning.MateExperiment.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The real runs of one load beside the same runs simulated: claims, a table and a picture. Immutable.
 *
 * @param measured fixed numbers of workers in ascending order, and the tuned run
 */
record WorkersMeasured(MateExperiment experiment, Map<Contender, Outcome> measured, Map<Contender, Outcome> simulated) {
    /** A number whose time is this much longer than that of the best one is clearly worse. */
    private static final double CLEARLY = 1.05;

    /** The most that the tuned run may take longer than the best fixed number. */
    private static final double NEAR = 0.03;

    private static final int PAPER_REACTION = 2;

    /** @param paper how far MATE's tuned run is behind the best fixed number */
    void tell(ExperimentRun run, double paper) throws IOException {
        claims(run, paper);
        table(run);
        run.picture("workers-" + experiment.name() + "-measured", picture().picture());
    }

    private Contender tuned() {
        return measured.keySet().stream().filter(Contender::tuned).findFirst().orElseThrow();
    }

    private List<Contender> fixed() {
        return measured.keySet().stream().filter(each -> !each.tuned()).toList();
    }

    private Outcome of(Contender contender) {
        return Objects.requireNonNull(measured.get(contender));
    }

    private Outcome simulatedOf(Contender contender) {
        return Objects.requireNonNull(simulated.get(contender));
    }

    private Contender best() {
        return fixed().stream()
                .min(Comparator.comparingDouble(each -> of(each).seconds()))
                .orElseThrow();
    }

    private void claims(ExperimentRun run, double paper) {
        String load = experiment.name();
        Contender best = best();
        List<Contender> fixed = fixed();
        double least = of(best).seconds();
        double few = of(fixed.get(0)).seconds() / least;
        Contender last = fixed.get(fixed.size() - 1);
        double most = of(last).seconds() / least;
        run.claim(
                "measured-" + load + "-knee",
                "measured: the time falls up to some number of workers and rises beyond it, " + load + " load",
                few > CLEARLY && most > CLEARLY,
                String.format(
                        Locale.ROOT,
                        "least with %d of the numbers tried; %d take %.2f times as long, %d take %.2f times",
                        best.workers(),
                        fixed.get(0).workers(),
                        few,
                        last.workers(),
                        most));
        double behind = of(tuned()).seconds() / least - 1;
        double foretold = simulatedOf(tuned()).seconds() / simulatedOf(best).seconds() - 1;
        Verdict verdict = behind <= NEAR ? Verdict.HOLDS_BETTER : Verdict.of(behind <= paper);
        run.claim(new Claim(
                "measured-" + load + "-tuned",
                String.format(
                        Locale.ROOT,
                        "measured: a tuned number comes close to the best fixed one (%.1f %% behind), %s load",
                        100 * paper,
                        load),
                verdict,
                Cells.change(behind) + "; simulated " + Cells.change(foretold)));
        courseClaims(run, best);
    }

    private void courseClaims(ExperimentRun run, Contender best) {
        String load = experiment.name();
        Outcome tuned = of(tuned());
        boolean acts = experiment.periods(tuned).stream().anyMatch(period -> period.changes().length > 0);
        int reaction = experiment.cyclesUntilReaction(tuned);
        run.claim(new Claim(
                "measured-" + load + "-reaction",
                "measured: the number follows one or two cycles after the load, " + load + " load",
                acts && reaction <= 1 ? Verdict.HOLDS_BETTER : Verdict.of(acts && reaction <= PAPER_REACTION),
                "at most " + reaction + (reaction == 1 ? " whole cycle" : " whole cycles")
                        + " under a new load; simulated "
                        + experiment.cyclesUntilReaction(simulatedOf(tuned()))));
        int changes = experiment.mostChanges(tuned);
        run.claim(new Claim(
                "measured-" + load + "-corrections",
                "measured: a large change may need a second correction, " + load + " load",
                changes == 1 ? Verdict.HOLDS_BETTER : Verdict.of(changes == 2),
                "at most " + changes + (changes == 1 ? " change" : " changes")
                        + " of the number between two of the load; simulated "
                        + experiment.mostChanges(simulatedOf(tuned()))));
        double ratio = tuned.workerSeconds() / of(best).workerSeconds();
        run.claim(
                "measured-" + load + "-resources",
                "measured: fewer worker-seconds than the best fixed number, " + load + " load",
                ratio < 1,
                Cells.change(ratio - 1));
    }

    private void table(ExperimentRun run) {
        List<List<String>> rows = new ArrayList<>();
        for (Contender each : measured.keySet()) {
            Outcome real = of(each);
            Outcome foretold = simulatedOf(each);
            run.figure("measured-" + experiment.name() + "-" + each.name(), real.seconds(), "s");
            rows.add(List.of(
                    each.name(),
                    Cells.number(real.seconds()),
                    Cells.number(foretold.seconds()),
                    Cells.change(foretold.seconds() / real.seconds() - 1),
                    String.format(Locale.ROOT, "%.0f", real.workerSeconds()),
                    String.format(Locale.ROOT, "%.0f", foretold.workerSeconds())));
        }
        run.table(
                "Real runs of " + experiment.cycles() + " cycles under the " + experiment.name()
                        + " load, and the same simulated",
                List.of("workers", "measured, s", "simulated, s", "error", "worker-seconds", "simulated"),
                rows);
    }

    /** Workers and load in each cycle of the tuned run, as in the paper's Figures 3 and 4. */
    private StepChart picture() {
        Outcome real = of(tuned());
        List<Double> shares = new ArrayList<>();
        List<Double> equation = new ArrayList<>();
        for (var cycle : real.cycles()) {
            double share = experiment.share(cycle.fromNanos());
            shares.add(share);
            equation.add((double) experiment.bestByEquations(share));
        }
        return new StepChart(
                "Workers in each cycle of a real run, " + experiment.name() + " load",
                "N-body under MATE's experiment in the test network: each cycle sends all bodies to every worker at"
                        + " work. The tuner begins with all 19 and parks those that do not pay.",
                "cycles",
                List.of(
                        new StepChart.Panel(
                                "workers",
                                List.of(
                                        new StepChart.Line("at work, tuned", values(real)),
                                        new StepChart.Line(
                                                "at work, the same run simulated", values(simulatedOf(tuned()))),
                                        new StepChart.Line("best by MATE's equation 9", equation))),
                        new StepChart.Panel(
                                "share of a processor that each worker has",
                                List.of(new StepChart.Line("share", shares)))));
    }

    private List<Double> values(Outcome outcome) {
        return experiment.atWork(outcome).stream().map(Integer::doubleValue).toList();
    }
}
