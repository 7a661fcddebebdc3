package dev.sluice.benchmarks.model;

import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.MeasuredOverheads;
import dev.sluice.benchmarks.harness.NetworkBenchmark;
import dev.sluice.benchmarks.harness.NetworkRoles;
import dev.sluice.benchmarks.harness.Presence;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Run;
import dev.sluice.benchmarks.harness.Runs;
import dev.sluice.benchmarks.timing.Timing;
import dev.sluice.model.policy.PolicyName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares simulated with real cycle times: the performance emulator in the test network under each policy, with slots,
 * the master's port, the runtime itself or two of these as the bottleneck. The simulator's input is known before the
 * run: the emulator's options, the network view, and the runtime's own costs as measured.
 */
public final class SimulatedBenchmark implements NetworkBenchmark {
    private static final List<String> HOSTS = List.of("a", "b", "c", "d");
    private static final String MASTER = "m";
    private static final String MASTER_ADDRESS = "10.99.0.100";
    private static final int QUICK_DIVISOR = 4;

    @Override
    public String name() {
        return "simulated-vs-real";
    }

    @Override
    public String question() {
        return "the simulator's time of a cycle against the real one: four regimes, each policy, 1 to 4 workers (root)";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        report.figure("load", MachineLoad.load(), "processes");
        boolean quick = programs.effort().divisor() > 1;
        Pattern wanted = Pattern.compile(programs.effort().cases());
        List<ModelCase> cases = (quick ? fewCases() : allCases())
                .stream().filter(each -> wanted.matcher(each.toString()).find()).toList();
        ModelPrediction prediction = new ModelPrediction(MeasuredOverheads.measure(programs));
        MeasuredCases measured = new MeasuredCases(
                programs.logs().resolve(quick ? "simulated-vs-real-quick.measured" : "simulated-vs-real.measured"));
        if (programs.effort().again()) {
            measured.read(cases);
        } else {
            measured.begin(cases);
            for (int i = 0; i < programs.effort().repetitions(); i++) {
                for (ModelCase each : cases) {
                    measured.add(each, run(programs, each));
                }
            }
        }
        for (ModelCase each : cases) {
            each.simulated(prediction.seconds(each, 0), prediction.seconds(each, each.lateSeconds()));
        }
        print(cases);
        for (TestRegime regime : TestRegime.values()) {
            List<ModelCase> of =
                    cases.stream().filter(each -> each.regime == regime).toList();
            if (!of.isEmpty()) {
                report.figure(regime.title() + "-median-error", median(of), "%");
                report.figure(regime.title() + "-worst-error", worst(of), "%");
            }
        }
        report.figure("cases", cases.size(), "cases");
        report.figure("late-units-median-error", medianOf(cases, ModelCase::errorWithLateUnits), "%");
        report.figure("median-error", median(cases), "%");
        report.figure("worst-error", worst(cases), "%");
    }

    /**
     * Every policy in every regime, with four workers and alternately with one or two. Round trips count only under SS,
     * because other policies have few of them.
     */
    private static List<ModelCase> allCases() {
        List<ModelCase> cases = new ArrayList<>();
        for (TestRegime regime : TestRegime.values()) {
            for (PolicyName policy : PolicyName.values()) {
                int few = 1 + (regime.ordinal() + policy.ordinal()) % 2;
                if (regime != TestRegime.ROUND_TRIPS) {
                    cases.add(new ModelCase(regime, policy, few, 1));
                    cases.add(new ModelCase(regime, policy, HOSTS.size(), 1));
                } else if (policy == PolicyName.SS) {
                    List.of(1, 2, HOSTS.size()).forEach(count -> cases.add(new ModelCase(regime, policy, count, 1)));
                }
            }
        }
        return cases;
    }

    /** One case of each regime. */
    private static List<ModelCase> fewCases() {
        List<ModelCase> cases = new ArrayList<>();
        for (TestRegime regime : TestRegime.values()) {
            PolicyName policy =
                    regime == TestRegime.ROUND_TRIPS ? PolicyName.SS : PolicyName.values()[regime.ordinal()];
            cases.add(new ModelCase(regime, policy, 2, QUICK_DIVISOR));
        }
        return cases;
    }

    private static List<CycleTime> run(Programs programs, ModelCase each) throws Exception {
        NetworkRoles network = new NetworkRoles(
                programs.lab().resolve("model.yaml"), MASTER, MASTER_ADDRESS, HOSTS.subList(0, each.workers));
        Run run = programs.emulated(network, each.options(), each.load.arguments(ModelCase.CYCLES));
        List<CycleTime> times = times(run);
        checkJoined(run, each, times);
        System.err.printf(Locale.ROOT, "%-24s %s, other-cpu %.0f %%%n", each, times, run.otherCpuPercent());
        return times;
    }

    private static List<CycleTime> times(Run run) throws IOException {
        String figures = Files.readString(Path.of(run.log().toString().replace(".log", ".figures")));
        List<CycleTime> times = new ArrayList<>();
        for (Timing cycle : run.cycles()) {
            double late = mean(figures, times.size(), "achieved") - mean(figures, times.size(), "asked");
            times.add(new CycleTime(cycle.seconds(), Math.max(0, late)));
        }
        return times;
    }

    private static double mean(String figures, int cycle, String what) throws IOException {
        Matcher mean = Pattern.compile("pep cycle\\." + cycle + "\\." + what + "\\.mean (\\S+) s")
                .matcher(figures);
        if (!mean.find()) {
            throw new IOException("no mean of the times " + what + " of cycle " + cycle + " (expected: one)");
        }
        return Double.parseDouble(mean.group(1));
    }

    /** Throws if a worker had not joined when the first counted cycle began. */
    private static void checkJoined(Run run, ModelCase each, List<CycleTime> times) throws IOException {
        double counted = 0;
        for (int cycle = ModelCase.WARM_UP; cycle < ModelCase.CYCLES; cycle++) {
            counted += times.get(cycle).seconds();
        }
        int there = Presence.workers(Files.readString(run.log()), counted);
        if (there != each.workers) {
            throw new IOException(each + ": " + there + " workers took part in all cycles that count (expected: "
                    + each.workers + "); longer warm-up cycles, or see " + run.log());
        }
    }

    private static void print(List<ModelCase> cases) {
        System.err.printf(
                "%-14s %-6s %7s %8s %8s %8s %8s %12s  %s%n",
                "regime",
                "policy",
                "workers",
                "real s",
                "model s",
                "error %",
                "late us",
                "as late, %",
                "cycles, real/model s");
        cases.stream()
                .sorted(Comparator.comparing((ModelCase each) -> each.regime)
                        .thenComparing(each -> each.policy)
                        .thenComparing(each -> each.workers))
                .forEach(each -> System.err.printf(
                        Locale.ROOT,
                        "%-14s %-6s %7d %8.3f %8.3f %8.1f %8.0f %12.1f  %s%n",
                        each.regime.title(),
                        each.policy,
                        each.workers,
                        each.measuredSeconds() / ModelCase.COUNTED,
                        each.simulatedSeconds() / ModelCase.COUNTED,
                        100 * each.error(),
                        1e6 * each.lateSeconds(),
                        100 * each.errorWithLateUnits(),
                        each.cycles()));
    }

    private static double median(List<ModelCase> cases) {
        return medianOf(cases, ModelCase::error);
    }

    private static double medianOf(List<ModelCase> cases, ToDoubleFunction<ModelCase> error) {
        return Runs.median(cases.stream()
                .map(each -> 100 * Math.abs(error.applyAsDouble(each)))
                .toList());
    }

    private static double worst(List<ModelCase> cases) {
        return cases.stream()
                .mapToDouble(each -> 100 * Math.abs(each.error()))
                .max()
                .orElse(0);
    }
}
