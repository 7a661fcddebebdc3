package dev.sluice.benchmarks.tuning;

import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.tune.FixedChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Simulates forty cases under every choice that is fixed for a whole run, and says how much longer each takes than the
 * best one of each case. The best fixed choice is the base line of a policy that chooses by itself. Planned weights are
 * left out, because they need a plan. Virtual time: the same figures on every machine.
 */
public final class RegretBenchmark implements Benchmark {
    private static final double MOST_CASES = 0.95;

    @Override
    public String question() {
        return "what each fixed policy takes longer than the best one: forty cases, in virtual time";
    }

    @Override
    public void measure(Programs programs, FigureReport report) {
        Pattern wanted = Pattern.compile(programs.effort().cases());
        List<RegretCase> cases = RegretCase.all().stream()
                .filter(each -> wanted.matcher(each.toString()).find())
                .toList();
        CaseRegrets regrets = regrets(
                cases, programs.effort().choices().seed(), programs.effort().divisor());
        printCases(regrets);
        printChoices(regrets);
        report.figure("cases", cases.size(), "cases");
        FixedChoice usual = FixedChoice.of(SimulationTerms.DEFAULT);
        figures(report, regrets, "default", usual);
        for (FixedChoice choice : regrets.ranked()) {
            figures(report, regrets, choice.toString().replace(' ', '-'), choice);
        }
        report.ratio(cases.stream()
                .mapToDouble(each -> regrets.seconds(each, regrets.best(each)) / regrets.seconds(each, usual))
                .average()
                .orElse(1));
    }

    static CaseRegrets regrets(List<RegretCase> cases, long seed, int divisor) {
        CaseRegrets regrets = new CaseRegrets();
        for (RegretCase each : cases) {
            for (FixedChoice choice : choices()) {
                regrets.add(each, choice, each.seconds(choice, seed, divisor));
            }
        }
        return regrets;
    }

    /** Every policy with equal and measured weights where it takes them, fed ahead automatically and not at all. */
    static List<FixedChoice> choices() {
        List<FixedChoice> choices = new ArrayList<>();
        for (PolicyName policy : PolicyName.values()) {
            for (Weighting weighting : List.of(Weighting.EQUAL, Weighting.MEASURED)) {
                for (int prefetch : new int[] {SchedulerConfig.AUTO, 0}) {
                    FixedChoice choice = new FixedChoice(policy, weighting, prefetch);
                    if (!choices.contains(choice)) {
                        choices.add(choice);
                    }
                }
            }
        }
        return choices;
    }

    private static void figures(FigureReport report, CaseRegrets regrets, String name, FixedChoice choice) {
        report.figure(name + "-median", regrets.quantile(choice, 0.5), "%");
        report.figure(name + "-p95", regrets.quantile(choice, MOST_CASES), "%");
        report.figure(name + "-worst", regrets.quantile(choice, 1), "%");
    }

    private static void printCases(CaseRegrets regrets) {
        FixedChoice usual = FixedChoice.of(SimulationTerms.DEFAULT);
        System.err.printf(Locale.ROOT, "%-32s %10s  %-34s %10s%n", "case", "best s", "best", "default %");
        for (RegretCase each : regrets.cases()) {
            FixedChoice best = regrets.best(each);
            System.err.printf(
                    Locale.ROOT,
                    "%-32s %10.3f  %-34s %10.1f%n",
                    each,
                    regrets.seconds(each, best),
                    best,
                    regrets.percent(each, usual));
        }
    }

    private static void printChoices(CaseRegrets regrets) {
        System.err.printf(
                Locale.ROOT, "%n%-34s %9s %9s %9s %9s%n", "choice", "median %", "p95 %", "worst %", "near best");
        for (FixedChoice choice : regrets.ranked()) {
            System.err.printf(
                    Locale.ROOT,
                    "%-34s %9.1f %9.1f %9.1f %9d%n",
                    choice,
                    regrets.quantile(choice, 0.5),
                    regrets.quantile(choice, MOST_CASES),
                    regrets.quantile(choice, 1),
                    regrets.nearBest(choice));
        }
    }
}
