package dev.sluice.benchmarks.tuning;

import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.NetworkBenchmark;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.ReportField;
import dev.sluice.benchmarks.harness.TestNetwork;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A run on two sites that begins flat and reshapes its tree, beside the same run that stays flat and one that begins
 * with the planned tree. Workers are started over ssh in a test network. A short run comes first, so that all hosts
 * have Sluice's jars.
 */
public final class TreeAutoBenchmark implements NetworkBenchmark {
    private static final int CYCLES = 36;
    private static final int WARM_UP_CYCLES = 2;
    private static final String VIEW = "two-sites.yaml";
    private static final String MASTER = "a";
    private static final List<String> HOSTS = List.of("b", "c", "d");
    private static final String TREE = "sub-masters:\n  - {host: d, slots: 1, children: [c]}\n";
    private static final Pattern SUB_MASTER = Pattern.compile("\"what\":\"[^\"]* gets a sub-master\"");

    /** The ways to run the same cycles. */
    private enum Contender {
        FLAT(List.of()),
        PLANNED(List.of("--tree=tree.yaml")),
        TUNED(List.of("--tune=tree"));

        private final List<String> options;

        Contender(List<String> options) {
            this.options = options;
        }

        String title() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public String question() {
        return "two sites and a setup of 4 MB: the time of a run with --tune tree over that with the planned tree"
                + " (root)";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        report.figure("load", MachineLoad.load(), "processes");
        Path directory = Files.createTempDirectory("sluice-tree-auto");
        try (TestNetwork network = programs.network(programs.lab().resolve(VIEW))) {
            Files.write(directory.resolve("hosts"), HOSTS);
            Files.writeString(directory.resolve("tree.yaml"), TREE);
            run(programs, network, directory, Contender.PLANNED, WARM_UP_CYCLES);
            double flat = seconds(programs, network, directory, Contender.FLAT, report);
            double planned = seconds(programs, network, directory, Contender.PLANNED, report);
            double tuned = seconds(programs, network, directory, Contender.TUNED, report);
            report.figure("tuned-over-flat", tuned / flat, "x");
            report.ratio(tuned / planned);
        } finally {
            Programs.remove(directory);
        }
    }

    private static double seconds(
            Programs programs, TestNetwork network, Path directory, Contender contender, FigureReport report)
            throws Exception {
        int cycles = Math.max(WARM_UP_CYCLES, CYCLES / programs.effort().divisor());
        String said = run(programs, network, directory, contender, cycles);
        double seconds = ReportField.number(said, "makespanSeconds");
        report.figure(contender.title(), seconds, "s");
        report.figure(contender.title() + "-duplicates", ReportField.number(said, "duplicates"), "units");
        if (contender == Contender.TUNED) {
            report.figure("sub-masters", SUB_MASTER.matcher(said).results().count(), "changes");
        }
        return seconds;
    }

    /** Returns the report of a run. */
    private static String run(Programs programs, TestNetwork network, Path directory, Contender contender, int cycles)
            throws Exception {
        Path run = directory.resolve(contender.title() + "-" + cycles);
        List<String> options = new ArrayList<>(List.of("--hosts=hosts", "--slots=1", "--no-history"));
        options.add("--worker-jar=" + programs.workerJar());
        options.add("--run-dir=" + run);
        options.add("--speculation=0");
        options.addAll(contender.options);
        List<String> arguments = new ArrayList<>(List.of("--setup=4MB", "--units=30", "--compute=sleep"));
        arguments.addAll(List.of("--time=200ms", "--cycles=" + cycles));
        programs.emulated(network, MASTER, directory, options, arguments);
        return Files.readString(run.resolve("run.json"));
    }
}
