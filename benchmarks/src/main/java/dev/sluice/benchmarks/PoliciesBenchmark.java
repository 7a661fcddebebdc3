package dev.sluice.benchmarks;

import dev.sluice.benchmarks.application.UnevenTimes;
import dev.sluice.benchmarks.application.UnevenUnits;
import dev.sluice.benchmarks.timing.Cycles;
import dev.sluice.benchmarks.timing.Timing;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.SchedulerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Each policy on a load of two kinds of units and four workers of one slot, one of them four times slower: measured,
 * and predicted by the real scheduler in virtual time. The first cycle warms up, and its rates are known in those after
 * it.
 */
final class PoliciesBenchmark implements Benchmark {
    private static final int WORKERS = 4;
    private static final int SLOWNESS = 4;
    private static final long LATENCY_NANOS = 250_000;

    /** In the report of a run: number, units and seconds in compute of a worker. */
    private static final Pattern WORKER =
            Pattern.compile("\"worker\":\"w(\\d+)\".*?\"units\":(\\d+).*?\"computeSeconds\":([-+.\\dE]+)");

    /**
     * One way to run, and how long a cycle took [s]. The model is that of each run, with the slow worker in its place.
     */
    private static final class Contender {
        final PolicyName policy;
        final Weighting weighting;
        final Runs runs = new Runs();
        final List<double[]> models = new ArrayList<>();
        double measured;

        Contender(PolicyName policy, Weighting weighting) {
            this.policy = policy;
            this.weighting = weighting;
        }

        /** First cycle, and the mean of the others [s]. */
        double modelledFirst() {
            return models.stream().mapToDouble(model -> model[0]).average().orElse(0);
        }

        double modelled() {
            return models.stream().mapToDouble(model -> model[1]).average().orElse(0);
        }

        String name() {
            return policy + (policy.takesWeights() && weighting == Weighting.MEASURED ? "-measured" : "");
        }

        List<String> options() {
            List<String> options = new ArrayList<>(List.of("--local", String.valueOf(WORKERS), "--slots", "1"));
            options.addAll(List.of("--policy", policy.name(), "--speculation", "0"));
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
        for (int i = 0; i < programs.effort().repetitions(); i++) {
            for (Contender contender : contenders) {
                Run run = run(programs, contender, cycles);
                contender.runs.add(run);
                contender.models.add(model(contender, cycles, slowest(run)));
            }
        }
        double ideal = ideal(cycles);
        report.figure("ideal", ideal, "s");
        double otherCpu = 0;
        for (Contender contender : contenders) {
            contender.measured = contender.runs.median(Timing::seconds);
            report.figure(contender.name(), contender.measured, "s");
            report.figure(contender.name() + "-model", contender.modelled(), "s");
            report.figure(contender.name() + "-first", contender.runs.medianWarmUp(Timing::seconds), "s");
            report.figure(contender.name() + "-first-model", contender.modelledFirst(), "s");
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

    /** The number of the worker that needed most time for a unit: the first to ask has an effect on who gets what. */
    private static int slowest(Run run) throws IOException {
        Matcher matcher = WORKER.matcher(Files.readString(run.log()));
        int slowest = 0;
        double longest = 0;
        while (matcher.find()) {
            double seconds = Double.parseDouble(matcher.group(3)) / Math.max(1, Long.parseLong(matcher.group(2)));
            if (seconds > longest) {
                longest = seconds;
                slowest = Integer.parseInt(matcher.group(1));
            }
        }
        if (slowest < 1 || slowest > WORKERS) {
            throw new IOException(run.log() + " (expected: the report of " + WORKERS + " workers)");
        }
        return slowest;
    }

    private static double[] model(Contender contender, Cycles cycles, int slow) {
        SchedulerConfig config = new SchedulerConfig(
                contender.policy,
                SchedulerConfig.AUTO,
                3,
                SchedulerConfig.DEFAULT_LEASE_NANOS,
                new SplittableRandom(1),
                contender.weighting,
                0);
        List<Integer> slowness = new ArrayList<>(Collections.nCopies(WORKERS, 1));
        slowness.set(slow - 1, SLOWNESS);
        VirtualRun run = new VirtualRun(config, UnevenTimes::nanos, slowness, LATENCY_NANOS);
        List<Long> nanos = new ArrayList<>();
        for (int cycle = 0; cycle < cycles.count(); cycle++) {
            nanos.add(run.cycle(cycles.units(cycle)));
        }
        double others =
                nanos.stream().skip(1).mapToLong(Long::longValue).average().orElse(0);
        return new double[] {nanos.get(0) * 1e-9, others * 1e-9};
    }

    private static Run run(Programs programs, Contender contender, Cycles cycles) throws Exception {
        Path directory = Files.createTempDirectory("sluice-policies");
        Path slow = directory.resolve("slow");
        try {
            return programs.sluice(
                    UnevenUnits.class,
                    cycles,
                    contender.options(),
                    List.of("--slow-place=" + slow, "--slowness=" + SLOWNESS));
        } finally {
            Files.deleteIfExists(slow);
            Files.delete(directory);
        }
    }

    /** No schedule is shorter: all work divided by all speed, the mean of the timed cycles [s]. */
    private static double ideal(Cycles cycles) {
        double speed = WORKERS - 1 + 1.0 / SLOWNESS;
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
                        c.modelled(),
                        ideal / c.measured));
    }

    private static double worstError(List<Contender> contenders) {
        return contenders.stream()
                .mapToDouble(c -> 100 * Math.abs(c.modelled() - c.measured) / c.measured)
                .max()
                .orElse(0);
    }

    /** Spearman's: 1 when measurement and model put the contenders in the same order. */
    private static double rankCorrelation(List<Contender> contenders) {
        double[] measured =
                ranks(contenders.stream().mapToDouble(c -> c.measured).toArray());
        double[] modelled =
                ranks(contenders.stream().mapToDouble(c -> c.modelled()).toArray());
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
