package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.NetworkBenchmark;
import dev.sluice.benchmarks.harness.NetworkRoles;
import dev.sluice.benchmarks.harness.Presence;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shows whether the changes help that a run's report names: compares the time that the report predicts for a change
 * with the time of a run with this change. Units sleep, so that the hosts do not compete for processors. The start of
 * workers depends on other load on this machine: the prediction is corrected by what it took longer the second time.
 */
public final class GainBenchmark implements NetworkBenchmark {
    private static final String MASTER = "m";
    private static final String ADDRESS = "10.99.0.100";
    private static final Pattern CHANGE =
            Pattern.compile("\\{\"what\":\"([^\"]*)\",\"seconds\":([-+.\\dE]+),\"gain\":([-+.\\dE]+)}");
    private static final Pattern SECONDS = Pattern.compile("\"seconds\":([-+.\\dE]+),\"cycles\"");
    private static final Pattern MODEL_ERROR = Pattern.compile("\"modelError\":([-+.\\dE]+)");
    private static final Pattern NOTE = Pattern.compile("\"changesNote\":\"([^\"]*)\"");

    /**
     * A run and a change of it.
     *
     * @param change pattern of the begin of the change in the report
     * @param load options of the emulator, before and after
     */
    private record Case(
            String name,
            String change,
            NetworkRoles before,
            NetworkRoles after,
            List<String> load,
            List<String> loadAfter) {}

    @Override
    public String question() {
        return "a change of links, workers, sub-masters or results, predicted by a run's report and then run (root)";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        report.figure("load", MachineLoad.load(), "processes");
        Pattern wanted = Pattern.compile(programs.effort().cases());
        double worst = 0;
        for (Case each : cases(programs)) {
            if (wanted.matcher(each.name).find()) {
                worst = Math.max(worst, Math.abs(error(programs, report, each)));
            }
        }
        report.figure("worst-error", worst, "%");
    }

    private static List<Case> cases(Programs programs) throws IOException {
        int divisor = Math.min(10, programs.effort().divisor());
        NetworkRoles narrow = star(programs, "20 Mbit/s", 4);
        NetworkRoles wide = star(programs, "1 Gbit/s", 4);
        List<String> large = load(800 / divisor, "50ms", "--result=64kB");
        List<String> deferred = new ArrayList<>(large);
        deferred.add("--defer");
        List<String> small = load(1_200 / divisor, "50ms", "--result=1kB");
        List<String> accumulated = load(60, "250ms", "--cycle-result=1MB");
        accumulated.add("--cycles=" + Math.max(2, 10 / divisor));
        return List.of(
                new Case(
                        "link",
                        "twice the bandwidth of the (master's link|link to s1 and 3 more hosts)",
                        narrow,
                        star(programs, "40 Mbit/s", 4),
                        large,
                        large),
                new Case("worker", "another host like", star(programs, "1 Gbit/s", 3), wide, small, small),
                new Case(
                        "sub-master",
                        "a sub-master on b1",
                        sites(programs, "b1", "b2", "b3", "b4"),
                        sites(programs, "b1=b1+b2+b3+b4"),
                        accumulated,
                        accumulated),
                new Case(
                        "results",
                        "results as they are ready",
                        star(programs, "40 Mbit/s", 4),
                        star(programs, "40 Mbit/s", 4),
                        deferred,
                        large));
    }

    private static List<String> load(int units, String time, String result) {
        return new ArrayList<>(List.of("--units=" + units, "--compute=sleep", "--time=" + time, result));
    }

    /** The two sites, with two hosts at the master's. */
    private static NetworkRoles sites(Programs programs, String... far) {
        List<String> children = new ArrayList<>(List.of("a1", "a2"));
        children.addAll(List.of(far));
        return new NetworkRoles(programs.lab().resolve(TwoSites.VIEW), MASTER, ADDRESS, children);
    }

    /** A switch, where the master's port has this rate. */
    private static NetworkRoles star(Programs programs, String rate, int workers) throws IOException {
        StringBuilder text = new StringBuilder("name: gain\nlinks:\n  - {name: lan}\nhosts:\n");
        text.append(String.format("  - {name: m, link: lan, address: %s, rate: %s, buffer: 256 KiB}%n", ADDRESS, rate));
        List<String> children = new ArrayList<>();
        for (int i = 1; i <= workers; i++) {
            text.append(String.format(
                    Locale.ROOT, "  - {name: s%d, link: lan, address: 10.99.0.%d, rate: 1 Gbit/s}%n", i, i));
            children.add("s" + i);
        }
        Files.createDirectories(programs.logs());
        Path view = programs.logs()
                .resolve("gain-" + rate.replaceAll("[ /]", "") + "-" + workers + ".yaml")
                .toAbsolutePath();
        Files.writeString(view, text);
        return new NetworkRoles(view, MASTER, ADDRESS, children);
    }

    private static double error(Programs programs, FigureReport report, Case each) throws Exception {
        Run before = programs.emulated(each.before, List.of("--no-history"), each.load);
        String said = Files.readString(before.log());
        double base = number(SECONDS, said, before.log());
        double predicted = predicted(each, said, before.log());
        Run after = programs.emulated(each.after, List.of("--no-history"), each.loadAfter);
        String told = Files.readString(after.log());
        double actual = number(SECONDS, told, after.log());
        double later = Presence.readySeconds(told, actual) - Presence.readySeconds(said, base);
        double error = 100 * ((predicted + later) / actual - 1);
        report.figure(each.name + "-before", base, "s");
        report.figure(each.name + "-model-error", 100 * number(MODEL_ERROR, said, before.log()), "%");
        report.figure(each.name + "-predicted", predicted, "s");
        report.figure(each.name + "-actual", actual, "s");
        report.figure(each.name + "-later-start", later, "s");
        report.figure(each.name + "-error", error, "%");
        report.figure(each.name + "-other-cpu", Math.max(before.otherCpuPercent(), after.otherCpuPercent()), "%");
        return error;
    }

    private static double predicted(Case each, String said, Path log) throws IOException {
        Matcher changes = CHANGE.matcher(said);
        List<String> others = new ArrayList<>();
        while (changes.find()) {
            if (Pattern.compile(each.change).matcher(changes.group(1)).lookingAt()) {
                return Double.parseDouble(changes.group(2));
            }
            others.add(changes.group(1));
        }
        Matcher note = NOTE.matcher(said);
        throw new IOException(each.name + ": the report has no '" + each.change + "' but " + others + " "
                + (note.find() ? note.group(1) : "") + " (expected: that change); see " + log);
    }

    private static double number(Pattern pattern, String text, Path log) throws IOException {
        Matcher found = pattern.matcher(text);
        if (!found.find()) {
            throw new IOException("no " + pattern + " in " + log + " (expected: the report of a run)");
        }
        return Double.parseDouble(found.group(1));
    }
}
