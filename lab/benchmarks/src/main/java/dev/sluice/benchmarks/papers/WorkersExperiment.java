package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.chart.LineChart;
import dev.sluice.benchmarks.chart.LineChart.Axis;
import dev.sluice.benchmarks.chart.LineChart.Mark;
import dev.sluice.benchmarks.chart.LineChart.Panel;
import dev.sluice.benchmarks.chart.LineChart.Point;
import dev.sluice.benchmarks.chart.LineChart.Series;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.tuning.MateExperiment;
import dev.sluice.benchmarks.tuning.MateExperiment.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * N-body with a fixed number of workers, and with one that follows the load (Morajko, César and others 2006, section 5:
 * Tables 1 and 2, Figures 2 to 4).
 */
final class WorkersExperiment implements Experiment {
    /** The numbers of workers of the paper, and nine, which are best under the ascending load here. */
    private static final int[] FEW = {1, 2, 4, 8, 9, 16, 19};

    private static final int MOST = 19;
    private static final int VARIABLE_CYCLES = 170;
    private static final int ASCENDING_CYCLES = 120;

    /** A number whose time is this much longer than that of the best one is clearly worse. */
    private static final double CLEARLY = 1.05;

    /** The most that the tuned run may take longer than the best fixed number. */
    private static final double NEAR = 0.03;

    /** Cycles after which the paper reacts. */
    private static final int PAPER_REACTION = 2;

    @Override
    public String question() {
        return "N-body under a load that changes: each fixed number of workers, and one that is tuned";
    }

    @Override
    public void run(ExperimentRun run) throws IOException {
        MateExperiment variable = MateExperiment.of(run.lab(), "variable", VARIABLE_CYCLES);
        MateExperiment ascending = MateExperiment.of(run.lab(), "ascending", ASCENDING_CYCLES);
        List<Panel> panels = new ArrayList<>();
        panels.addAll(panels(run, variable, 0.053));
        panels.addAll(panels(run, ascending, 0.060));
        SendAll.tell(run);
        LineChart chart = new LineChart(
                "N-body with a fixed and with a tuned number of workers",
                "For each load: the time of the run by number of workers, and the workers in each cycle of the tuned"
                        + " run, which begins with all 19.",
                panels);
        run.picture(name(), chart.picture());
    }

    @Override
    public void measure(ExperimentRun run, Programs programs) throws Exception {
        WorkersInLab.measure(run, programs);
    }

    private static List<Panel> panels(ExperimentRun run, MateExperiment experiment, double paper) {
        Map<Integer, Outcome> fixed = fixed(run, experiment);
        Outcome tuned = experiment.tuned();
        int best = best(fixed);
        table(run, experiment, fixed, tuned);
        timeClaims(run, experiment, fixed, tuned, paper);
        courseClaims(run, experiment, tuned);
        double ratio = tuned.workerSeconds() / of(fixed, best).workerSeconds();
        run.claim(
                experiment.name() + "-resources",
                "Workers are used when they are needed: fewer worker-seconds than the best fixed number, "
                        + experiment.name() + " load.",
                ratio < 1,
                Cells.change(ratio - 1));
        return List.of(times(experiment, fixed, tuned), course(experiment, tuned));
    }

    /** All numbers of workers; those of the paper and nine in a quick run. */
    private static Map<Integer, Outcome> fixed(ExperimentRun run, MateExperiment experiment) {
        int[] all = IntStream.rangeClosed(1, MOST).toArray();
        Map<Integer, Outcome> outcomes = new LinkedHashMap<>();
        for (int workers : run.quick() ? FEW : all) {
            outcomes.put(workers, experiment.fixed(workers));
        }
        return outcomes;
    }

    private static Outcome of(Map<Integer, Outcome> fixed, int workers) {
        return Objects.requireNonNull(fixed.get(workers));
    }

    private static int best(Map<Integer, Outcome> fixed) {
        int best = 1;
        for (Map.Entry<Integer, Outcome> each : fixed.entrySet()) {
            best = each.getValue().seconds() < of(fixed, best).seconds() ? each.getKey() : best;
        }
        return best;
    }

    private static void table(
            ExperimentRun run, MateExperiment experiment, Map<Integer, Outcome> fixed, Outcome tuned) {
        String load = experiment.name();
        List<List<String>> rows = new ArrayList<>();
        fixed.forEach((workers, outcome) -> {
            run.figure(load + "-" + workers, outcome.seconds(), "s");
            rows.add(row(Integer.toString(workers), outcome));
        });
        rows.add(row("tuned", tuned));
        run.figure(load + "-tuned", tuned.seconds(), "s");
        run.table("The " + load + " load", List.of("workers", "time, s", "worker-seconds"), rows);
    }

    private static List<String> row(String name, Outcome outcome) {
        return List.of(
                name, Cells.number(outcome.seconds()), String.format(Locale.ROOT, "%.0f", outcome.workerSeconds()));
    }

    private static void timeClaims(
            ExperimentRun run, MateExperiment experiment, Map<Integer, Outcome> fixed, Outcome tuned, double paper) {
        int best = best(fixed);
        double least = of(fixed, best).seconds();
        double most = of(fixed, MOST).seconds() / least;
        run.claim(
                experiment.name() + "-knee",
                "The time falls up to some number of workers (8) and rises beyond it, " + experiment.name() + " load.",
                of(fixed, 1).seconds() > CLEARLY * least && most > CLEARLY,
                String.format(Locale.ROOT, "least with %d; 19 take %.2f times as long", best, most));
        double behind = tuned.seconds() / least - 1;
        String text = String.format(
                Locale.ROOT,
                "A tuned number comes close to the best fixed one (%.1f %% behind), %s load.",
                100 * paper,
                experiment.name());
        Verdict verdict = behind <= NEAR ? Verdict.HOLDS_BETTER : Verdict.of(behind <= paper);
        run.claim(new Claim(experiment.name() + "-tuned", text, verdict, Cells.change(behind)));
    }

    private static void courseClaims(ExperimentRun run, MateExperiment experiment, Outcome tuned) {
        String load = experiment.name();
        int second = experiment.atWork(tuned).get(1);
        double share = experiment.share(0);
        int equation = experiment.bestByEquations(share);
        run.claim(
                load + "-first",
                "One cycle is enough to find the number that the equations take for the best, " + load + " load.",
                Math.abs(second - equation) <= 1,
                second + " workers from the second cycle on; the equations say " + equation + ", simulations "
                        + experiment.bestBySimulation(share));
        boolean acts = experiment.periods(tuned).stream().anyMatch(period -> period.changes().length > 0);
        int reaction = experiment.cyclesUntilReaction(tuned);
        run.claim(new Claim(
                load + "-reaction",
                "The number follows one or two cycles after the load, " + load + " load.",
                acts && reaction <= 1 ? Verdict.HOLDS_BETTER : Verdict.of(acts && reaction <= PAPER_REACTION),
                "at most " + reaction + (reaction == 1 ? " whole cycle" : " whole cycles") + " under a new load"));
        int most = experiment.mostChanges(tuned);
        run.claim(new Claim(
                load + "-corrections",
                "A large change may need a second correction, " + load + " load.",
                most == 1 ? Verdict.HOLDS_BETTER : Verdict.of(most == 2),
                "at most " + most + (most == 1 ? " change" : " changes") + " of the number between two of the load"));
    }

    private static Panel times(MateExperiment experiment, Map<Integer, Outcome> fixed, Outcome tuned) {
        List<Point> points = new ArrayList<>();
        fixed.forEach((workers, outcome) -> points.add(new Point(workers, outcome.seconds())));
        List<Point> level = List.of(new Point(1, tuned.seconds()), new Point(MOST, tuned.seconds()));
        return new Panel(
                experiment.name() + " load",
                new Axis("workers", false),
                new Axis("s", true),
                List.of(new Series("fixed", Mark.LINE, points), new Series("tuned", Mark.DASHES, level)));
    }

    private static Panel course(MateExperiment experiment, Outcome tuned) {
        List<Integer> atWork = experiment.atWork(tuned);
        List<Point> workers = new ArrayList<>();
        List<Point> equation = new ArrayList<>();
        for (int cycle = 0; cycle < atWork.size(); cycle++) {
            double share = experiment.share(tuned.cycles().get(cycle).fromNanos());
            workers.add(new Point(cycle, atWork.get(cycle)));
            equation.add(new Point(cycle, experiment.bestByEquations(share)));
        }
        return new Panel(
                "tuned, " + experiment.name() + " load",
                new Axis("cycle", false),
                new Axis("workers", false),
                List.of(
                        new Series("at work, tuned", Mark.LINE, workers),
                        new Series("best by equation 9", Mark.DASHES, equation)));
    }
}
