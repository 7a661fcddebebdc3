package dev.sluice.benchmarks.tuning;

import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.tune.FixedChoice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Simulates the forty cases of {@code regret} with a policy that changes while the run goes on, and compares each with
 * the best choice that is fixed for the whole run. Virtual time: the same figures on every machine.
 */
public final class AutoBenchmark implements Benchmark {
    @Override
    public String question() {
        return "what a tuned policy takes longer than the best fixed one: forty cases, in virtual time";
    }

    @Override
    public void measure(Programs programs, FigureReport report) {
        Pattern wanted = Pattern.compile(programs.effort().cases());
        List<RegretCase> cases = RegretCase.all().stream()
                .filter(each -> wanted.matcher(each.toString()).find())
                .toList();
        long seed = programs.effort().choices().seed();
        int divisor = programs.effort().divisor();
        FixedChoice usual = FixedChoice.of(SimulationTerms.DEFAULT);
        List<Double> regrets = new ArrayList<>();
        List<Double> overUsual = new ArrayList<>();
        System.err.printf(
                Locale.ROOT, "%-32s %10s  %-30s %9s %9s  %s%n", "case", "best s", "best", "SS %", "AUTO %", "changes");
        for (RegretCase each : cases) {
            CaseRegrets fixed = RegretBenchmark.regrets(List.of(each), seed, divisor);
            RegretCase.TunedCase tuned = each.tuned(seed, divisor);
            double best = fixed.seconds(each, fixed.best(each));
            regrets.add(100 * (tuned.seconds() / best - 1));
            overUsual.add(tuned.seconds() / fixed.seconds(each, usual));
            System.err.printf(
                    Locale.ROOT,
                    "%-32s %10.3f  %-30s %9.1f %9.1f  %s%n",
                    each,
                    best,
                    fixed.best(each),
                    fixed.percent(each, usual),
                    regrets.get(regrets.size() - 1),
                    tuned.steps().stream()
                            .map(step -> String.format(
                                    Locale.ROOT,
                                    "%.2fs %s",
                                    step.change().seconds(),
                                    step.change().to().text(step.change().knob())))
                            .toList());
        }
        Collections.sort(regrets);
        report.figure("cases", cases.size(), "cases");
        report.figure("median", quantile(regrets, 0.5), "%");
        report.figure("p95", quantile(regrets, 0.95), "%");
        report.figure("worst", quantile(regrets, 1), "%");
        report.figure("worst-over-default", 100 * (Collections.max(overUsual) - 1), "%");
        report.ratio(
                overUsual.stream().mapToDouble(Double::doubleValue).average().orElse(1));
    }

    private static double quantile(List<Double> sorted, double share) {
        return sorted.get((int) Math.ceil(share * sorted.size()) - 1);
    }
}
