package dev.sluice.benchmarks.papers;

import static dev.sluice.model.policy.PolicyName.FAC;
import static dev.sluice.model.policy.PolicyName.FIXED;
import static dev.sluice.model.policy.PolicyName.GSS;
import static dev.sluice.model.policy.PolicyName.SS;
import static dev.sluice.model.policy.PolicyName.TSS;
import static dev.sluice.model.policy.Weighting.EQUAL;
import static dev.sluice.model.policy.Weighting.MEASURED;
import static dev.sluice.model.policy.Weighting.PLANNED;

import dev.sluice.benchmarks.chart.GridChart;
import dev.sluice.benchmarks.chart.GridChart.Shade;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.papers.PolicyTrials.Way;
import dev.sluice.model.policy.PolicyName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Four applications in four environments under the policies, unweighted, weighted, with more units and with planned
 * shares, and under AWF (Shao, section 5).
 */
final class PoliciesExperiment implements Experiment {
    private static final List<PaperApplication> APPLICATIONS = List.of(
            PaperApplication.MANDELBROT, PaperApplication.POVRAY, PaperApplication.EP, PaperApplication.TOMOGRAPHY);

    private static final List<Way> SHOWN = List.of(
            Way.of(SS, EQUAL),
            Way.of(GSS, EQUAL),
            Way.of(FAC, EQUAL),
            Way.of(FIXED, EQUAL),
            Way.of(GSS, MEASURED),
            Way.of(FAC, MEASURED),
            Way.of(FIXED, MEASURED),
            Way.of(GSS, PLANNED),
            Way.of(FAC, PLANNED),
            Way.of(FIXED, PLANNED));

    /** Two times are the same within this. */
    private static final double SAME = 0.05;

    private static final double NEAR = 0.05;
    private static final double FAR = 0.25;

    @Override
    public String question() {
        return "which policy is best for which application and environment, and what AWF takes longer";
    }

    @Override
    public void run(ExperimentRun run) throws Exception {
        List<Environment> environments = List.of(
                Environment.fast(16),
                Environment.slow(16),
                Environment.mixed("sojourner"),
                Environment.wan(16, false),
                Environment.wan(16, true));
        List<PolicyTrials> all = new ArrayList<>();
        for (PaperApplication application : APPLICATIONS) {
            for (Environment environment : environments) {
                all.add(PolicyTrials.of(application, environment));
            }
        }
        alike(run, all);
        unlike(run, all);
        wide(run, all);
        awf(run, all);
        SpeedUps.tell(run);
        picture(run, all);
        run.table(
                "Best way of each column, and what others take longer",
                List.of("", "best", "s", "SS", "FIXED", "AWF", "best with more units", "s", "AWF"),
                all.stream().map(PoliciesExperiment::row).toList());
    }

    @Override
    public void measure(ExperimentRun run, Programs programs) throws Exception {
        PoliciesInLab.measure(run, programs);
    }

    private static PolicyTrials trials(List<PolicyTrials> all, PaperApplication application, String environment) {
        return all.stream()
                .filter(each ->
                        each.application() == application && each.environment().startsWith(environment))
                .findFirst()
                .orElseThrow();
    }

    private static void alike(ExperimentRun run, List<PolicyTrials> all) {
        PolicyTrials fast = trials(all, PaperApplication.MANDELBROT, "fast");
        PolicyTrials slow = trials(all, PaperApplication.MANDELBROT, "slow");
        boolean alike = near(fast, SS) && near(fast, GSS) && near(fast, FAC);
        run.claim(new Claim(
                "mandelbrot-fast",
                "Mandelbrot on the fast cluster: SS, GSS and FAC are equal, FIXED is worst",
                near(fast, FIXED) && alike ? Verdict.HOLDS_BETTER : Verdict.of(worst(fast, FIXED) && alike),
                over(fast, SS, GSS, FAC, FIXED)));
        run.claim(
                "mandelbrot-slow",
                "Mandelbrot on the slow cluster: SS is best, FIXED is worst",
                worst(slow, FIXED) && near(slow, SS),
                over(slow, SS, GSS, FAC, FIXED));
        PolicyTrials quiet = trials(all, PaperApplication.EP, "fast");
        PolicyTrials loaded = trials(all, PaperApplication.EP, "slow");
        run.claim(
                "ep",
                "NAS EP: SS is never worse, FIXED is equal on the fast cluster and clearly worse on the loaded one",
                near(quiet, SS)
                        && near(loaded, SS)
                        && quiet.of(FIXED, EQUAL) < (1 + 2 * SAME) * quiet.best(false)
                        && loaded.of(FIXED, EQUAL) > (1 + FAR) * loaded.best(false),
                "fast: " + over(quiet, SS, FIXED) + "; slow: " + over(loaded, SS, FIXED));
    }

    private static void unlike(ExperimentRun run, List<PolicyTrials> all) {
        PolicyTrials mandelbrot = trials(all, PaperApplication.MANDELBROT, "mixed");
        run.claim(
                "unweighted",
                "Mandelbrot on unlike hosts: without weights GSS and FAC are clearly worse than SS",
                mandelbrot.of(GSS, EQUAL) > (1 + SAME) * mandelbrot.of(SS, EQUAL)
                        && mandelbrot.of(FAC, EQUAL) > (1 + SAME) * mandelbrot.of(SS, EQUAL),
                over(mandelbrot, SS, GSS, FAC, FIXED));
        boolean better = mandelbrot.of(GSS, PLANNED) < mandelbrot.of(GSS, EQUAL)
                && mandelbrot.of(FAC, PLANNED) < mandelbrot.of(FAC, EQUAL);
        run.claim(
                "weighted",
                "weights by capacity make them better",
                better,
                "planned shares: GSS " + change(mandelbrot.of(GSS, PLANNED), mandelbrot.of(GSS, EQUAL)) + ", FAC "
                        + change(mandelbrot.of(FAC, PLANNED), mandelbrot.of(FAC, EQUAL)));
        double factoring = Math.min(mandelbrot.of(FAC, PLANNED, true), mandelbrot.of(FAC, MEASURED, true));
        run.claim(
                "more-units",
                "weighted FAC with more units is faster than SS with few",
                factoring < mandelbrot.of(SS, EQUAL),
                "FAC with more units " + change(factoring, mandelbrot.of(SS, EQUAL)) + " against SS with few, "
                        + change(factoring, mandelbrot.of(SS, EQUAL, true)) + " against SS with more");
        fixed(run, all);
        PolicyTrials tomography = trials(all, PaperApplication.TOMOGRAPHY, "mixed");
        run.claim(tomography(
                "tomography-mixed",
                "tomography on unlike hosts: FIXED by capacity is best, SS far behind",
                tomography));
    }

    private static void fixed(ExperimentRun run, List<PolicyTrials> all) {
        List<PolicyTrials> images = all.stream()
                .filter(each -> each.application() == PaperApplication.MANDELBROT
                        || each.application() == PaperApplication.POVRAY)
                .toList();
        String exceptions = images.stream()
                .filter(each -> !worst(each, FIXED))
                .map(each -> {
                    Map.Entry<Way, Double> slowest =
                            unweighted(each).max(Map.Entry.comparingByValue()).orElseThrow();
                    return each.name() + ": " + slowest.getKey() + " "
                            + change(slowest.getValue(), each.best(false)) + ", FIXED "
                            + change(each.of(FIXED, EQUAL), each.best(false));
                })
                .collect(Collectors.joining("; "));
        run.claim(
                "fixed-worst",
                "unweighted FIXED is the worst policy for Mandelbrot and POV-Ray everywhere",
                exceptions.isEmpty(),
                exceptions.isEmpty() ? "in all " + images.size() + " columns" : exceptions);
    }

    private static Claim tomography(String id, String text, PolicyTrials trials) {
        double ss = trials.of(SS, EQUAL);
        double fixed = trials.of(FIXED, PLANNED);
        Verdict verdict = fixed > (1 + SAME) * trials.best(false)
                ? Verdict.DOES_NOT_HOLD
                : ss > (1 + FAR) * fixed ? Verdict.HOLDS : Verdict.HOLDS_BETTER;
        return new Claim(
                id,
                text,
                verdict,
                "planned FIXED " + change(fixed, trials.best(false)) + ", SS " + change(ss, trials.best(false))
                        + " against the best, " + trials.bestWay(false));
    }

    private static void wide(ExperimentRun run, List<PolicyTrials> all) {
        PolicyTrials ep = trials(all, PaperApplication.EP, "wan");
        double more = ep.of(SS, EQUAL, true) / ep.of(SS, EQUAL);
        run.claim(new Claim(
                "ep-wan",
                "NAS EP over the wide area: more units make SS slower",
                more > 1 + SAME ? Verdict.HOLDS : Verdict.HOLDS_BETTER,
                "four times as many units: " + Cells.times(more) + " (paper: about 2×)"));
        PolicyTrials mandelbrot = trials(all, PaperApplication.MANDELBROT, "wan");
        double factoring = Math.min(mandelbrot.of(FAC, PLANNED, true), mandelbrot.of(FAC, EQUAL, true));
        double ratio = mandelbrot.of(SS, EQUAL) / factoring;
        run.claim(new Claim(
                "mandelbrot-wan",
                "Mandelbrot over the wide area: SS with few units is much slower than FAC with many",
                ratio > 1 + FAR ? Verdict.HOLDS : ratio > 1 - SAME ? Verdict.HOLDS_BETTER : Verdict.DOES_NOT_HOLD,
                "SS takes " + Cells.times(ratio) + " of FAC's time"));
        PolicyTrials tomography = trials(all, PaperApplication.TOMOGRAPHY, "wan");
        run.claim(tomography(
                "tomography-wan", "tomography over the wide area: FIXED by capacity is far ahead of SS", tomography));
        PolicyTrials povray = trials(all, PaperApplication.POVRAY, "wan");
        double best = povray.best(true) / povray.of(SS, EQUAL);
        run.claim(
                "povray-wan",
                "POV-Ray over the wide area: another policy with many units is better than SS with few",
                best < 1 - 0.01,
                povray.bestWay(true) + ": " + Cells.times(best) + " of the time of SS with few; TSS with many "
                        + Cells.times(povray.of(TSS, EQUAL, true) / povray.of(SS, EQUAL)));
    }

    private static void awf(ExperimentRun run, List<PolicyTrials> all) {
        PolicyTrials worst = all.stream()
                .max(Comparator.comparingDouble(PolicyTrials::regret))
                .orElseThrow();
        run.figure("awf-worst-regret", 100 * worst.regret(), "%");
        run.figure(
                "awf-mean-regret",
                100 * all.stream().mapToDouble(PolicyTrials::regret).average().orElse(0),
                "%");
        run.claim(
                "awf",
                "AWF is within 5 % of the best policy of each column",
                worst.regret() <= NEAR,
                "worst: " + Cells.change(worst.regret()) + " in " + worst.name() + "; "
                        + all.stream().filter(each -> each.regret() <= NEAR).count()
                        + " of " + all.size() + " columns within 5 %");
    }

    /** An unweighted policy within 5 % of the best of all unweighted ones. */
    private static boolean near(PolicyTrials trials, PolicyName policy) {
        double best = unweighted(trials).mapToDouble(Map.Entry::getValue).min().orElseThrow();
        return trials.of(policy, EQUAL) <= (1 + SAME) * best;
    }

    /** An unweighted policy than which none is slower. */
    private static boolean worst(PolicyTrials trials, PolicyName policy) {
        return unweighted(trials).allMatch(each -> each.getValue() <= trials.of(policy, EQUAL));
    }

    private static Stream<Map.Entry<Way, Double>> unweighted(PolicyTrials trials) {
        return trials.seconds().entrySet().stream()
                .filter(each ->
                        each.getKey().weighting() == EQUAL && !each.getKey().finer());
    }

    private static String over(PolicyTrials trials, PolicyName... policies) {
        return List.of(policies).stream()
                .map(each -> each + " " + Cells.change(trials.of(each, EQUAL) / trials.best(false) - 1))
                .collect(Collectors.joining(", "));
    }

    private static String change(double seconds, double against) {
        return Cells.change(seconds / against - 1);
    }

    private static List<String> row(PolicyTrials trials) {
        double best = trials.best(false);
        return List.of(
                trials.name(),
                trials.bestWay(false).toString(),
                Cells.number(best),
                change(trials.of(SS, EQUAL), best),
                change(trials.of(FIXED, EQUAL), best),
                change(trials.awfSeconds(), best),
                trials.bestWay(true).toString(),
                Cells.number(trials.best(true)),
                change(trials.awfFiner(), trials.best(true)));
    }

    private static void picture(ExperimentRun run, List<PolicyTrials> all) throws IOException {
        List<GridChart.Panel> panels = new ArrayList<>();
        List<String> columns = new ArrayList<>(List.of(
                "SS",
                "GSS",
                "FAC",
                "FIXED",
                "GSS meas",
                "FAC meas",
                "FIXED meas",
                "GSS plan",
                "FAC plan",
                "FIXED plan",
                "AWF"));
        for (PaperApplication application : APPLICATIONS) {
            List<GridChart.Row> rows = new ArrayList<>();
            for (PolicyTrials trials : all) {
                if (trials.application() == application) {
                    rows.add(new GridChart.Row(trials.environment(), cells(trials)));
                }
            }
            panels.add(new GridChart.Panel(
                    application.words(), "weights: equal, measured, planned; then AWF", columns, rows));
        }
        run.picture(
                "policies",
                new GridChart(
                                "What each policy takes longer than the best",
                                "The time of a run, and what it is over that of the best way of its row. Weights are"
                                        + " equal, measured while the run goes on, or planned before it.",
                                List.of(
                                        new GridChart.Meaning(Shade.BLUE, "within 5 %"),
                                        new GridChart.Meaning(Shade.GREY, "within 25 %"),
                                        new GridChart.Meaning(Shade.ORANGE, "more")),
                                panels)
                        .picture());
    }

    private static List<GridChart.Cell> cells(PolicyTrials trials) {
        List<Double> times = SHOWN.stream().map(trials::of).collect(Collectors.toCollection(ArrayList::new));
        times.add(trials.awfSeconds());
        return times.stream().map(each -> cell(each, trials.best(false))).toList();
    }

    private static GridChart.Cell cell(double seconds, double best) {
        double over = seconds / best - 1;
        Shade shade = over <= NEAR ? Shade.BLUE : over <= FAR ? Shade.GREY : Shade.ORANGE;
        return new GridChart.Cell(shade, Cells.change(over), Cells.number(seconds) + " s");
    }
}
