package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.NetworkBenchmark;
import dev.sluice.benchmarks.harness.NetworkRoles;
import dev.sluice.benchmarks.harness.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Compares five networks of the lab, as found by {@code sluice hosts discover}, with their definitions. */
public final class DiscoveryBenchmark implements NetworkBenchmark {
    private static final List<String> FOUR = List.of("b", "c", "d");

    @Override
    public String question() {
        return "groups and capacities that 'sluice hosts discover' finds in five test networks, beside those built (root)";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        report.figure("load", MachineLoad.load(), "processes");
        List<String> twelve =
                IntStream.rangeClosed(1, 12).mapToObj(i -> "h" + i).toList();
        List<NetworkRoles> shapes = List.of(
                network(programs, "shared", "a", "10.99.0.1", FOUR),
                network(programs, "switched", "a", "10.99.0.1", FOUR),
                network(programs, "two-sites", "a", "10.99.1.1", FOUR),
                network(programs, "asymmetric", "a", "10.99.0.1", FOUR),
                network(programs, "twelve", "m", "10.99.0.100", twelve));
        double worst = 0;
        boolean equal = true;
        for (NetworkRoles shape : shapes) {
            String name = shape.view().getFileName().toString().replace(".yaml", "");
            Path view = programs.logs().resolve("discovered-" + name + ".yaml").toAbsolutePath();
            String answer = programs.discovered(shape, view);
            ViewLines built = ViewLines.read(shape.view());
            ViewLines found = ViewLines.read(view);
            double error = built.worstErrorOf(found);
            boolean same = built.shapes().equals(found.shapes());
            report.figure(name + "-capacity-error", error, "%");
            report.figure(name + "-groups-equal", same ? 1 : 0, "x");
            report.figure(name + "-tests", number(answer, "\"tests\":"), "tests");
            report.figure(name + "-tests-planned", number(answer, "\"mostTests\":"), "tests");
            report.figure(name + "-bytes", number(answer, "\"bytes\":") / 1e6, "MB");
            report.figure(name + "-bytes-planned", number(answer, "\"mostBytes\":") / 1e6, "MB");
            worst = Math.max(worst, error);
            equal &= same;
        }
        report.figure("worst-capacity-error", worst, "%");
        report.figure("groups-equal", equal ? 1 : 0, "x");
    }

    private static NetworkRoles network(
            Programs programs, String shape, String master, String address, List<String> workers) {
        return new NetworkRoles(programs.lab().resolve(shape + ".yaml"), master, address, workers);
    }

    /** The first number after this key. */
    private static double number(String json, String key) throws IOException {
        Matcher number = Pattern.compile(Pattern.quote(key) + "([0-9.eE+]+)").matcher(json);
        if (!number.find()) {
            throw new IOException("no " + key + " in " + json + " (expected: what 'hosts discover --json' prints)");
        }
        return Double.parseDouble(number.group(1));
    }
}
