package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.NetworkBenchmark;
import dev.sluice.benchmarks.harness.Presence;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Runs;
import dev.sluice.benchmarks.harness.TestNetwork;
import dev.sluice.benchmarks.timing.CycleFigures;
import dev.sluice.benchmarks.timing.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares the master's place chosen by {@code run --plan auto} in a mixed network with every other place. Each place
 * is predicted by the flow model, simulated, and actually run (Shao, Wolski and Berman, Figures 4 to 6).
 */
public final class MasterPlacementBenchmark implements NetworkBenchmark {
    private static final String SHAPE = "mixed.yaml";

    /** The host that starts runs; the master is never placed there. */
    private static final String CONSOLE = "m";

    private static final List<String> MASTERS = List.of("s1", "s2", "f1", "f2", "f3");
    private static final int CYCLES = 7;
    private static final int COUNTED = 3;
    private static final Pattern FLOW =
            Pattern.compile("\"flow\":\\{\"master\":\"(\\w+)\",\"unitsPerSecond\":([-+.\\dE]+)");
    private static final Pattern SIMULATED =
            Pattern.compile("\"simulation\":\\{\"units\":\\d+,\"trials\":\\d+,\"unitsPerSecond\":([-+.\\dE]+)");

    private static final Pattern WORKERS = Pattern.compile("\"workers\":\\[([^]]+)]");

    /** The kinds of units. The emulator sleeps, so that a host's speed is its number of slots. */
    private enum Kind {
        COMPUTATION(1_200, "50ms", "1kB"),
        MIXED(1_600, "25ms", "4kB"),
        COMMUNICATION(800, "10ms", "64kB");

        private final int units;
        private final String time;
        private final String result;

        Kind(int units, String time, String result) {
            this.units = units;
            this.time = time;
            this.result = result;
        }

        String title() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Rates of one run [units/s]. */
    private record Rates(String master, double predicted, double simulated, double actual) {}

    @Override
    public String question() {
        return "the master that '--plan auto' picks in a mixed network against every other one, all of them run (root)";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        demandSshd(programs);
        report.figure("load", MachineLoad.load(), "processes");
        try (TestNetwork network = programs.network(programs.lab().resolve(SHAPE))) {
            measure(programs, network, report);
        }
    }

    /** Requires sshd: hosts of the test network are reached by ssh, like those of a user. */
    private static void demandSshd(Programs programs) throws IOException {
        Path unpacked =
                programs.lab().resolve("../../target/sshd/usr/sbin/sshd").normalize();
        String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/usr/local/sbin";
        boolean there = Files.isExecutable(unpacked)
                || Stream.of(path.split(":")).anyMatch(each -> Files.isExecutable(Path.of(each, "sshd")));
        if (!there) {
            throw new IOException("no sshd for the hosts of the test network (expected: " + unpacked
                    + ", which './sluice check' puts there, or one on the path)");
        }
    }

    private static void measure(Programs programs, TestNetwork network, FigureReport report) throws Exception {
        double worst = Double.POSITIVE_INFINITY;
        double worstPredicted = 0;
        double worstSimulated = 0;
        for (Kind kind : Kind.values()) {
            Map<String, Double> actual = new LinkedHashMap<>();
            for (String master : MASTERS) {
                Rates rates = run(programs, network, kind, List.of("--master", master));
                actual.put(master, rates.actual);
                report.figure(kind.title() + "-" + master + "-predicted", rates.predicted, "units/s");
                report.figure(kind.title() + "-" + master + "-simulated", rates.simulated, "units/s");
                report.figure(kind.title() + "-" + master + "-actual", rates.actual, "units/s");
                worstPredicted = Math.max(worstPredicted, 100 * Math.abs(rates.predicted / rates.actual - 1));
                worstSimulated = Math.max(worstSimulated, 100 * Math.abs(rates.simulated / rates.actual - 1));
            }
            Rates chosen = run(programs, network, kind, List.of());
            double best =
                    actual.values().stream().mapToDouble(rate -> rate).max().orElseThrow();
            // The chosen place is not run a second time, because it would have two chances to be the best.
            double ratio = actual.getOrDefault(chosen.master, 0.0) / best;
            System.err.println(kind.title() + ": the master is put on " + chosen.master);
            report.figure(kind.title() + "-chosen", chosen.actual, "units/s");
            report.figure(kind.title() + "-chosen-over-best", ratio, "x");
            worst = Math.min(worst, ratio);
        }
        report.figure("worst-predicted-error", worstPredicted, "%");
        report.figure("worst-simulated-error", worstSimulated, "%");
        report.figure("chosen-over-best", worst, "x");
    }

    private static Rates run(Programs programs, TestNetwork network, Kind kind, List<String> options) throws Exception {
        Path directory = Files.createTempDirectory("sluice-lab");
        try {
            Path view = directory.resolve("view.yaml");
            Files.write(
                    view,
                    Files.readAllLines(programs.lab().resolve(SHAPE)).stream()
                            .filter(line -> !line.contains("name: " + CONSOLE + ","))
                            .toList());
            List<String> all = new ArrayList<>(List.of("--plan", "auto", "--view", view.toString()));
            all.addAll(List.of("--run-dir", "run", "--no-history", "--quiet"));
            all.addAll(List.of(
                    "--worker-jar",
                    programs.workerJar().toString(),
                    "--worker-java-options=-Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1"));
            all.addAll(options);
            int units = Math.max(20, kind.units / programs.effort().divisor());
            programs.emulated(
                    network,
                    CONSOLE,
                    directory,
                    all,
                    List.of(
                            "--cycles=" + CYCLES,
                            "--units=" + units,
                            "--compute=sleep",
                            "--time=" + kind.time,
                            "--result=" + kind.result,
                            "--figures=pep.figures"));
            return rates(directory);
        } finally {
            Programs.remove(directory);
        }
    }

    private static Rates rates(Path directory) throws IOException {
        String plan = Files.readString(directory.resolve("run").resolve("plan.json"));
        Matcher flow = found(FLOW, plan);
        Matcher simulated = found(SIMULATED, plan);
        List<Timing> cycles =
                CycleFigures.read(directory.resolve("pep.figures")).cycles();
        List<Timing> counted = cycles.subList(CYCLES - COUNTED, CYCLES);
        double seconds = counted.stream().mapToDouble(Timing::seconds).sum();
        int workers = workers(plan);
        int there = Presence.workers(Files.readString(directory.resolve("run").resolve("run.json")), seconds);
        if (there != workers) {
            throw new IOException(flow.group(1) + ": " + there
                    + " workers took part in all cycles that count (expected: " + workers + "; longer cycles)");
        }
        List<Double> rates = counted.stream().map(Timing::unitsPerSecond).toList();
        System.err.println(flow.group(1) + ": "
                + cycles.stream()
                        .map(cycle -> String.format(Locale.ROOT, "%.3f s", cycle.seconds()))
                        .collect(Collectors.joining(", ")));
        return new Rates(
                flow.group(1),
                Double.parseDouble(flow.group(2)),
                Double.parseDouble(simulated.group(1)),
                Runs.median(rates));
    }

    private static int workers(String plan) throws IOException {
        return found(WORKERS, plan).group(1).split(",").length;
    }

    private static Matcher found(Pattern pattern, String json) throws IOException {
        Matcher matcher = pattern.matcher(json);
        if (!matcher.find()) {
            throw new IOException("no " + pattern + " in " + json + " (expected: a plan)");
        }
        return matcher;
    }
}
