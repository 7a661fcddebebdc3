package dev.sluice.benchmarks;

import dev.sluice.benchmarks.timing.Timing;
import dev.sluice.model.policy.PolicyName;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the simulator says of a cycle against how long it really takes: the performance emulator in the test network,
 * under each policy, where slots, the master's port, the runtime itself or two of these bind. The simulator is told
 * what a user knows before the run: what the emulator is told, the network view, and the runtime's own costs as
 * measured.
 */
final class SimulatedBenchmark implements Benchmark {
    private static final List<String> HOSTS = List.of("a", "b", "c", "d");
    private static final String MASTER = "m";
    private static final String MASTER_ADDRESS = "10.99.0.100";
    private static final int QUICK_DIVISOR = 4;

    /** A worker in the report of a run: how its slots spent the time from when it joined to the end of the run [s]. */
    private static final Pattern SLOT_SECONDS = Pattern.compile("\"worker\":\"w\\d+\".*?\"slotSeconds\":\\{([^}]*)}");

    private static final Pattern SECONDS = Pattern.compile(":([-+.\\dE]+)");

    @Override
    public String name() {
        return "simulated-vs-real";
    }

    @Override
    public String question() {
        return "the simulator's time of a cycle against the real one: four regimes, each policy, 1 to 4 workers (root)";
    }

    @Override
    public boolean needsTestNetwork() {
        return true;
    }

    @Override
    public void measure(Programs programs, Report report) throws Exception {
        report.figure("load", Machine.load(), "processes");
        boolean quick = programs.effort().divisor() > 1;
        List<ModelCase> cases = quick ? fewCases() : allCases();
        ModelPrediction prediction = new ModelPrediction(MeasuredOverheads.measure(programs));
        MeasuredCases measured = new MeasuredCases(programs.logs().resolve("simulated-vs-real.measured"));
        if (programs.effort().again()) {
            measured.read(cases);
        } else {
            measured.begin();
            for (int i = 0; i < programs.effort().repetitions(); i++) {
                for (ModelCase each : cases) {
                    measured.add(each, run(programs, each));
                }
            }
        }
        for (ModelCase each : cases) {
            each.simulated(prediction.seconds(each));
        }
        print(cases);
        for (Regime regime : Regime.values()) {
            List<ModelCase> of =
                    cases.stream().filter(each -> each.regime == regime).toList();
            report.figure(regime.title() + "-median-error", median(of), "%");
            report.figure(regime.title() + "-worst-error", worst(of), "%");
        }
        report.figure("cases", cases.size(), "cases");
        report.figure("median-error", median(cases), "%");
        report.figure("worst-error", worst(cases), "%");
    }

    /** Every policy in every regime with four workers, and with one or two, in turn. */
    private static List<ModelCase> allCases() {
        List<ModelCase> cases = new ArrayList<>();
        for (Regime regime : Regime.values()) {
            for (PolicyName policy : PolicyName.values()) {
                int few = 1 + (regime.ordinal() + policy.ordinal()) % 2;
                cases.add(new ModelCase(regime, policy, few, 1));
                cases.add(new ModelCase(regime, policy, HOSTS.size(), 1));
            }
        }
        return cases;
    }

    /** One of each regime. */
    private static List<ModelCase> fewCases() {
        List<ModelCase> cases = new ArrayList<>();
        for (Regime regime : Regime.values()) {
            PolicyName policy = PolicyName.values()[regime.ordinal()];
            cases.add(new ModelCase(regime, policy, 2, QUICK_DIVISOR));
        }
        return cases;
    }

    /** How long each cycle took, from when its setup was there to its end on the master [s]. */
    private static double[] run(Programs programs, ModelCase each) throws Exception {
        Network network = new Network(
                programs.lab().resolve("model.yaml"), MASTER, MASTER_ADDRESS, HOSTS.subList(0, each.workers));
        Run run = programs.emulated(network, each.options(), each.load.arguments(ModelCase.CYCLES));
        double[] seconds = run.cycles().stream().mapToDouble(Timing::seconds).toArray();
        checkJoined(run, each, seconds);
        System.err.printf(
                Locale.ROOT,
                "%-24s %s s, other-cpu %.0f %%%n",
                each,
                run.cycles().stream()
                        .map(cycle -> String.format(Locale.ROOT, "%.3f", cycle.seconds()))
                        .toList(),
                run.otherCpuPercent());
        return seconds;
    }

    /** Every worker must have been there when the first cycle that counts began. */
    private static void checkJoined(Run run, ModelCase each, double[] seconds) throws IOException {
        double counted = 0;
        for (int cycle = ModelCase.WARM_UP; cycle < ModelCase.CYCLES; cycle++) {
            counted += seconds[cycle];
        }
        Matcher worker = SLOT_SECONDS.matcher(Files.readString(run.log()));
        int there = 0;
        while (worker.find()) {
            double present = 0;
            for (Matcher part = SECONDS.matcher(worker.group(1)); part.find(); ) {
                present += Double.parseDouble(part.group(1));
            }
            there += present >= counted ? 1 : 0;
        }
        if (there != each.workers) {
            throw new IOException(each + ": " + there + " workers took part in all cycles that count (expected: "
                    + each.workers + "); longer warm-up cycles, or see " + run.log());
        }
    }

    private static void print(List<ModelCase> cases) {
        System.err.printf(
                Locale.ROOT,
                "%-14s %-6s %7s %10s %10s %8s %8s%n",
                "regime",
                "policy",
                "workers",
                "real s",
                "model s",
                "error %",
                "spread %");
        cases.stream()
                .sorted(Comparator.comparing((ModelCase each) -> each.regime)
                        .thenComparing(each -> each.policy)
                        .thenComparing(each -> each.workers))
                .forEach(each -> System.err.printf(
                        Locale.ROOT,
                        "%-14s %-6s %7d %10.3f %10.3f %8.1f %8.1f%n",
                        each.regime.title(),
                        each.policy,
                        each.workers,
                        each.measuredSeconds() / ModelCase.COUNTED,
                        each.simulatedSeconds() / ModelCase.COUNTED,
                        100 * each.error(),
                        100 * each.spread()));
    }

    private static double median(List<ModelCase> cases) {
        return Runs.median(
                cases.stream().map(each -> 100 * Math.abs(each.error())).toList());
    }

    private static double worst(List<ModelCase> cases) {
        return cases.stream()
                .mapToDouble(each -> 100 * Math.abs(each.error()))
                .max()
                .orElse(0);
    }
}
