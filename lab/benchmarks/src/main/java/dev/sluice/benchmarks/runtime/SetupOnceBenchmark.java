package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.NetworkBenchmark;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Run;
import dev.sluice.benchmarks.runtime.TwoSites.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Traffic over the slow link between two sites, flat and with a sub-master at the far one. One application has a large
 * setup and accumulated results, another has many small cycles. Also measures the traffic of accumulated results from
 * twelve workers to the master.
 */
public final class SetupOnceBenchmark implements NetworkBenchmark {
    private static final Pattern TRAFFIC = Pattern.compile("traffic " + TwoSites.SLOW + " (\\d+) (\\d+)");

    private static final Pattern INBOUND =
            Pattern.compile("\"traffic\":\\{\"application\":\\{[^}]*\"bytesReceived\":(\\d+)");

    /** Ten cycles of 480 units with results of 20 kB, per unit or accumulated per worker. */
    private static final List<String> FOLDABLE = List.of("--setup=1kB", "--units=480", "--time=10ms");

    private static final String EACH = "--result=20kB";
    private static final String ACCUMULATED = "--cycle-result=20kB";
    private static final int ACCUMULATED_CYCLES = 10;

    /** A kind of application, as options of the emulator. */
    private enum Kind {
        /**
         * A load like DOT: 20 MB to each worker and 20 MB from each, in one cycle that ends after all have arrived.
         * There are few units: each crosses the link once in either direction, and without a sub-master most are done
         * before the far site has its setup.
         */
        LARGE(1, List.of("--setup=20MB", "--cycle-result=20MB", "--units=60", "--time=10s")),
        /** A load like GA: a hundred cycles with 20 kB to each worker, and as much from each. */
        MANY(100, List.of("--setup=20kB", "--cycle-result=20kB", "--units=48", "--time=10ms"));

        private final int cycles;
        private final List<String> arguments;

        Kind(int cycles, List<String> arguments) {
            this.cycles = cycles;
            this.arguments = arguments;
        }
    }

    /** Traffic over the slow link [bytes], and duration of the run [s]. */
    private record Crossed(double down, double up, double seconds) {
        double both() {
            return down + up;
        }
    }

    @Override
    public String question() {
        return "bytes over a slow link without over with a sub-master behind it, per far worker (root)";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        report.figure("load", MachineLoad.load(), "processes");
        double worst = Double.POSITIVE_INFINITY;
        for (Kind kind : Kind.values()) {
            Crossed flat = crossed(programs, Shape.FLAT, kind);
            Crossed tree = crossed(programs, Shape.TREE, kind);
            String name = kind.name().toLowerCase(Locale.ROOT);
            report.figure(name + "-flat", flat.both() / 1e6, "MB");
            report.figure(name + "-tree", tree.both() / 1e6, "MB");
            report.figure(name + "-flat-seconds", flat.seconds, "s");
            report.figure(name + "-tree-seconds", tree.seconds, "s");
            report.figure(name + "-ratio", flat.both() / tree.both(), "x");
            worst = Math.min(worst, flat.both() / tree.both());
        }
        double each = inbound(programs, Shape.FLAT, EACH);
        report.figure("results-in", each / 1e6, "MB");
        for (Shape shape : List.of(Shape.FLAT, Shape.TREE)) {
            double folded = inbound(programs, shape, ACCUMULATED);
            report.figure("folded-in-" + shape.title(), folded / 1e6, "MB");
            report.figure("folded-saves-" + shape.title(), 100 * (1 - folded / each), "%");
        }
        report.figure("far-workers-over-sub-masters", TwoSites.SITE, "x");
        report.figure("bytes-ratio", worst, "x");
    }

    private static Crossed crossed(Programs programs, Shape shape, Kind kind) throws Exception {
        Run run = run(programs, shape, kind.cycles, kind.arguments);
        Matcher traffic = found(TRAFFIC, run);
        double seconds =
                run.cycles().stream().mapToDouble(cycle -> cycle.seconds()).sum();
        return new Crossed(Double.parseDouble(traffic.group(2)), Double.parseDouble(traffic.group(1)), seconds);
    }

    /**
     * Application bytes that the master receives from twelve workers, or from six and a sub-master for five [bytes].
     */
    private static double inbound(Programs programs, Shape shape, String results) throws Exception {
        List<String> arguments = new ArrayList<>(FOLDABLE);
        arguments.add(results);
        Run run = run(programs, shape, ACCUMULATED_CYCLES, arguments);
        return Double.parseDouble(found(INBOUND, run).group(1));
    }

    private static Run run(Programs programs, Shape shape, int cycles, List<String> application) throws Exception {
        List<String> arguments = new ArrayList<>(application);
        arguments.addAll(
                List.of("--cycles=" + Math.max(1, cycles / programs.effort().divisor()), "--compute=sleep"));
        return programs.emulated(shape.network(programs.lab()), List.of("--no-history"), arguments);
    }

    private static Matcher found(Pattern line, Run run) throws IOException {
        Matcher matcher = line.matcher(Files.readString(run.log()));
        if (!matcher.find()) {
            throw new IOException(run.log() + ": no line such as '" + line + "' (expected: one)");
        }
        return matcher;
    }
}
