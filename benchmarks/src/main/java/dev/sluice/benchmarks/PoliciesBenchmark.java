package dev.sluice.benchmarks;

import dev.sluice.benchmarks.application.UnevenTimes;
import dev.sluice.benchmarks.application.UnevenUnits;
import dev.sluice.benchmarks.timing.Cycles;
import dev.sluice.benchmarks.timing.Timing;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.SchedulerConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Each policy on a load of two kinds of units and four workers of one slot, one of them four times slower: measured,
 * and predicted by the real scheduler in virtual time. The first cycle warms up, and its rates are known in those after
 * it.
 */
final class PoliciesBenchmark implements Benchmark {
    private static final List<Integer> SLOWNESS = List.of(4, 1, 1, 1);
    private static final long LATENCY_NANOS = 250_000;

    /** One way to run, and how long a cycle took [s]. */
    private static final class Contender {
        final PolicyName policy;
        final Weighting weighting;
        final Runs runs = new Runs();
        double modelled;
        double modelledFirst;
        double measured;

        Contender(PolicyName policy, Weighting weighting) {
            this.policy = policy;
            this.weighting = weighting;
        }

        String name() {
            return policy + (policy.takesWeights() && weighting == Weighting.MEASURED ? "-measured" : "");
        }

        List<String> options() {
            List<String> options = new ArrayList<>(List.of("--local", "4", "--slots", "1"));
            options.addAll(List.of("--policy", policy.name()));
            if (policy.takesWeights()) {
                options.addAll(List.of("--weights", weighting.name()));
            }
            return options;
        }
    }

    @Override
    public String name() {
        return "policies";
    }

    @Override
    public String question() {
        return "every policy on units of 10 and 100 ms and four workers, one at a quarter of the speed, with its model";
    }

    @Override
    public void measure(Programs programs, Report report) throws Exception {
        Cycles cycles = programs.effort().cycles("400,400x2");
        List<Contender> contenders = contenders();
        contenders.forEach(contender -> model(contender, cycles));
        for (int i = 0; i < programs.effort().repetitions(); i++) {
            for (Contender contender : contenders) {
                contender.runs.add(run(programs, contender, cycles));
            }
        }
        double ideal = ideal(cycles);
        report.figure("ideal", ideal, "s");
        double otherCpu = 0;
        for (Contender contender : contenders) {
            contender.measured = contender.runs.median(Timing::seconds);
            report.figure(contender.name(), contender.measured, "s");
            report.figure(contender.name() + "-model", contender.modelled, "s");
            report.figure(contender.name() + "-first", contender.runs.medianWarmUp(Timing::seconds), "s");
            report.figure(contender.name() + "-first-model", contender.modelledFirst, "s");
            otherCpu = Math.max(otherCpu, contender.runs.worstOtherCpuPercent());
        }
        print(contenders, ideal);
        report.figure("other-cpu", otherCpu, "%");
        report.figure("rank-correlation", rankCorrelation(contenders), "x");
        report.figure("worst-error", worstError(contenders), "%");
        report.ratio(
                contenders.stream().mapToDouble(c -> ideal / c.measured).max().orElse(0));
    }

    private static List<Contender> contenders() {
        List<Contender> contenders = new ArrayList<>();
        for (PolicyName policy : PolicyName.values()) {
            contenders.add(new Contender(policy, policy.weighting(Weighting.EQUAL)));
            if (policy.takesWeights()) {
                contenders.add(new Contender(policy, Weighting.MEASURED));
            }
        }
        return contenders;
    }

    private static void model(Contender contender, Cycles cycles) {
        SchedulerConfig config = new SchedulerConfig(
                contender.policy,
                SchedulerConfig.AUTO,
                3,
                SchedulerConfig.DEFAULT_LEASE_NANOS,
                new SplittableRandom(1),
                contender.weighting);
        VirtualRun run = new VirtualRun(config, UnevenTimes::nanos, SLOWNESS, LATENCY_NANOS);
        List<Long> nanos = new ArrayList<>();
        for (int cycle = 0; cycle < cycles.count(); cycle++) {
            nanos.add(run.cycle(cycles.units(cycle)));
        }
        contender.modelledFirst = nanos.get(0) * 1e-9;
        contender.modelled =
                nanos.stream().skip(1).mapToLong(Long::longValue).average().orElse(0) * 1e-9;
    }

    private static Run run(Programs programs, Contender contender, Cycles cycles) throws Exception {
        Path directory = Files.createTempDirectory("sluice-policies");
        Path slow = directory.resolve("slow");
        try {
            return programs.sluice(UnevenUnits.class, cycles, contender.options(), List.of("--slow-place=" + slow));
        } finally {
            Files.deleteIfExists(slow);
            Files.delete(directory);
        }
    }

    /** No schedule is shorter: all work divided by all speed, the mean of the timed cycles [s]. */
    private static double ideal(Cycles cycles) {
        double speed = SLOWNESS.stream().mapToDouble(factor -> 1.0 / factor).sum();
        double sum = 0;
        for (int cycle = 1; cycle < cycles.count(); cycle++) {
            sum += UnevenTimes.totalSeconds(cycle, cycles.units(cycle)) / speed;
        }
        return sum / (cycles.count() - 1);
    }

    private static void print(List<Contender> contenders, double ideal) {
        System.err.printf(Locale.ROOT, "%-14s %10s %10s %9s%n", "policy", "measured s", "model s", "ideal/it");
        contenders.stream()
                .sorted(Comparator.comparingDouble((Contender c) -> c.measured))
                .forEach(c -> System.err.printf(
                        Locale.ROOT,
                        "%-14s %10.2f %10.2f %9.2f%n",
                        c.name(),
                        c.measured,
                        c.modelled,
                        ideal / c.measured));
    }

    private static double worstError(List<Contender> contenders) {
        return contenders.stream()
                .mapToDouble(c -> 100 * Math.abs(c.modelled - c.measured) / c.measured)
                .max()
                .orElse(0);
    }

    /** Spearman's: 1 when measurement and model put the contenders in the same order. */
    private static double rankCorrelation(List<Contender> contenders) {
        double[] measured =
                ranks(contenders.stream().mapToDouble(c -> c.measured).toArray());
        double[] modelled =
                ranks(contenders.stream().mapToDouble(c -> c.modelled).toArray());
        double squares = 0;
        for (int i = 0; i < measured.length; i++) {
            squares += Math.pow(measured[i] - modelled[i], 2);
        }
        double count = measured.length;
        return 1 - 6 * squares / (count * (count * count - 1));
    }

    private static double[] ranks(double[] values) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            order.add(i);
        }
        Collections.sort(order, Comparator.comparingDouble(i -> values[i]));
        double[] ranks = new double[values.length];
        Arrays.setAll(ranks, order::indexOf);
        return ranks;
    }
}
