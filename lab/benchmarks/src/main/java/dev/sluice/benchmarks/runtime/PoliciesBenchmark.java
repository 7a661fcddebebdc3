package dev.sluice.benchmarks.runtime;

import dev.sluice.app.pep.UnitSeries;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.NetworkBenchmark;
import dev.sluice.benchmarks.harness.NetworkRoles;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Run;
import dev.sluice.benchmarks.harness.Runs;
import dev.sluice.benchmarks.timing.Cycles;
import dev.sluice.benchmarks.timing.Timing;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures each policy on the performance emulator, and compares it with the prediction of the real scheduler in
 * virtual time. There are two kinds of units and four workers of one slot with a share of a processor; one of them has
 * a quarter of the others' share. The first cycles include the start of the workers, and their measurements are known
 * in the counted ones.
 */
public final class PoliciesBenchmark implements NetworkBenchmark {
    private static final int WORKERS = 4;
    private static final int SLOWNESS = 4;

    /** Processor share of each worker but the slow one, in quarter.yaml. */
    private static final double SHARE = 0.4;

    private static final int CYCLES = 5;
    private static final int COUNTED = 2;
    private static final int UNITS = 200;
    private static final UnitSeries TIMES = UnitSeries.times("bimodal:0.8@10ms,0.2@100ms", 1);
    private static final long LATENCY_NANOS = 250_000;

    /** A worker in the report of a run: number, units and compute seconds. */
    private static final Pattern WORKER =
            Pattern.compile("\"worker\":\"w(\\d+)\".*?\"units\":(\\d+).*?\"computeSeconds\":([-+.\\dE]+)");

    /**
     * One policy with its weighting and its cycle times [s]. In the model, the slow worker has the same number as in
     * the run.
     */
    private static final class Contender {
        final PolicyName policy;
        final Weighting weighting;
        final Runs runs = new Runs();
        final List<Double> models = new ArrayList<>();
        double measured;

        Contender(PolicyName policy, Weighting weighting) {
            this.policy = policy;
            this.weighting = weighting;
        }

        double modelled() {
            return Runs.median(models);
        }

        String name() {
            return policy + (policy.takesWeights() && weighting == Weighting.MEASURED ? "-measured" : "");
        }

        List<String> options() {
            List<String> options = new ArrayList<>(List.of("--policy", policy.name(), "--speculation", "0"));
            if (policy.takesWeights()) {
                options.addAll(List.of("--weights", weighting.name()));
            }
            return options;
        }
    }

    @Override
    public String question() {
        return "every policy on units of 10 and 100 ms and four workers, one at a quarter of the speed, with its model (root)";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        report.figure("load", MachineLoad.load(), "processes");
        Cycles cycles = programs.effort().cycles(UNITS + "x" + CYCLES);
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
        for (Contender contender : contenders) {
            contender.measured = contender.runs.median(Timing::seconds);
            report.figure(contender.name(), contender.measured, "s");
            report.figure(contender.name() + "-model", contender.modelled(), "s");
        }
        print(contenders, ideal);
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

    /**
     * The number of the worker with the slowest units. The model needs it, because the order of workers affects the
     * assignment.
     */
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

    /** The median of the counted cycles [s]. */
    private static double model(Contender contender, Cycles cycles, int slow) {
        List<Integer> slowness = new ArrayList<>(Collections.nCopies(WORKERS, 1));
        slowness.set(slow - 1, SLOWNESS);
        long[] units = new long[cycles.count()];
        Arrays.setAll(units, cycles::units);
        UnequalWorkers.Timed workload =
                new UnequalWorkers.Timed((cycle, unit) -> Math.round(TIMES.value(cycle, unit) / SHARE), units);
        List<Double> seconds = new ArrayList<>();
        UnequalWorkers.run(contender.policy, contender.weighting, workload, slowness, LATENCY_NANOS)
                .cycles()
                .forEach(cycle -> seconds.add(cycle.nanos() * 1e-9));
        return Runs.median(seconds.subList(CYCLES - COUNTED, CYCLES));
    }

    /** Runs a contender, and returns only the counted cycles. */
    private static Run run(Programs programs, Contender contender, Cycles cycles) throws Exception {
        NetworkRoles network = new NetworkRoles(
                programs.lab().resolve("quarter.yaml"), "m", "10.99.0.100", List.of("a", "b", "c", "d"));
        Run run = programs.emulated(
                network,
                contender.options(),
                List.of(
                        "--cycles=" + CYCLES,
                        "--units=" + cycles.units(0),
                        "--time=" + TIMES,
                        "--seed=1",
                        "--compute=spin"));
        List<Timing> last = run.cycles().subList(CYCLES - COUNTED - 1, CYCLES);
        return new Run(run.startMillis(), run.otherCpuPercent(), last, run.log());
    }

    /** Lower bound of any schedule: all work divided by all speed, the mean of the counted cycles [s]. */
    private static double ideal(Cycles cycles) {
        double speed = SHARE * (WORKERS - 1 + 1.0 / SLOWNESS);
        double sum = 0;
        for (int cycle = CYCLES - COUNTED; cycle < CYCLES; cycle++) {
            for (long unit = 0; unit < cycles.units(cycle); unit++) {
                sum += TIMES.value(cycle, unit) * 1e-9 / speed;
            }
        }
        return sum / COUNTED;
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

    /** Spearman's rank correlation: 1 if measurement and model order the contenders equally. */
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
