package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Runs;
import dev.sluice.benchmarks.plain.Spinner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Compares the availability that a real worker reports with the share that new processes then get. These start one
 * after the other, spin and measure their own processor time. Cases: an idle host, half of its processors taken, all of
 * them taken, and a quota of half a processor. The worker's own units sleep. The mean over many new processes counts,
 * because a single one stays long on its first processor, whether it has one rival there or two.
 */
public final class AvailabilityBenchmark implements Benchmark {
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    private static final double QUOTA = 0.5;
    private static final double POINTS = 100;
    private static final String FOREVER = "100000";

    /** Time for more than two reports. A report that began before the load does not count. */
    private static final Duration WATCHED = Duration.ofSeconds(18);

    private static final Duration OLDEST = Duration.ofMillis(4_500);

    /** New processes per case. */
    private static final int CHECKS = 8;

    /**
     * How long each new process spins, as in the test of the Network Weather Service. In its first seconds, a process
     * gets the kernel's initial share for new processes.
     */
    private static final String CHECKED_SECONDS = "10";

    /** A value of the series of availability in the command's answer. */
    private static final Pattern VALUE = Pattern.compile("\\{\"time\":\"([^\"]+)\",\"value\":([-+.\\dE]+)");

    private static final Pattern SERIES =
            Pattern.compile("\"quantity\":\"availability\".*?\"recent\":\\[(.*?)\\]", Pattern.DOTALL);

    /** The load of a case: spinners that each want a fraction of a processor. */
    private record Case(String name, int spinners, double wanted, boolean quota) {}

    private static final List<Case> CASES = List.of(
            new Case("idle", 0, 1, false),
            new Case("half", Math.max(1, PROCESSORS / 2), PROCESSORS > 1 ? 1 : 0.5, false),
            new Case("full", PROCESSORS, 1, false),
            new Case("quota", 0, 1, true));

    @Override
    public String question() {
        return "reported availability beside what a spinning process gets: idle, half and fully loaded, 50 % quota (root)";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        report.figure("load", MachineLoad.load(), "processes");
        Path directory = Files.createTempDirectory("sluice-availability");
        Process run = programs.start(List.of(
                "run",
                programs.emulatorJar().toString(),
                "--quiet",
                "--local=1",
                "--slots=1",
                "--worker-jar=" + programs.workerJar(),
                "--run-dir=" + directory,
                "--",
                "--units=100000",
                "--time=500ms",
                "--compute=sleep"));
        try {
            long worker = worker(run);
            double worst = 0;
            for (Case each : CASES) {
                List<Double> errors = new ArrayList<>();
                for (int i = 0; i < programs.effort().repetitions(); i++) {
                    errors.add(measure(programs, directory, worker, each, report));
                }
                double error = Runs.median(errors);
                report.figure(each.name + "-error", error, "points");
                worst = Math.max(worst, error);
            }
            report.figure("worst-error", worst, "points");
        } finally {
            end(run);
            Programs.remove(directory);
        }
    }

    private static long worker(Process run) throws InterruptedException {
        for (int i = 0; i < 300; i++) {
            var found = run.descendants()
                    .filter(each -> each.info().commandLine().orElse("").contains("sluice-worker"))
                    .findFirst();
            if (found.isPresent()) {
                TimeUnit.SECONDS.sleep(12); // the worker's start loads the host that it measures
                return found.get().pid();
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        throw new IllegalStateException("no worker (expected: one within 30 s)");
    }

    private static void end(Process run) throws InterruptedException {
        List<ProcessHandle> started = run.descendants().toList();
        run.destroy();
        if (!run.waitFor(15, TimeUnit.SECONDS)) {
            run.destroyForcibly();
        }
        started.forEach(ProcessHandle::destroyForcibly);
    }

    /** Error of the worker's report [percentage points]. */
    private static double measure(Programs programs, Path directory, long worker, Case each, FigureReport report)
            throws Exception {
        CpuGroup group = each.quota ? CpuGroup.create(QUOTA) : null;
        List<Process> spinners = new ArrayList<>();
        try {
            if (group != null) {
                group.take(worker);
            }
            for (int i = 0; i < each.spinners; i++) {
                spinners.add(spinner(FOREVER, String.valueOf(each.wanted)));
            }
            Instant from = Instant.now().plus(OLDEST);
            TimeUnit.MILLISECONDS.sleep(WATCHED.toMillis());
            Instant to = Instant.now();
            DoubleSummaryStatistics newcomers = new DoubleSummaryStatistics();
            for (int i = 0; i < CHECKS; i++) {
                newcomers.accept(newcomer(group));
            }
            double got = newcomers.getAverage();
            double said = said(programs.output(List.of("hosts", "weather", directory.toString(), "--json")), from, to);
            report.figure(each.name + "-reported", POINTS * said, "%");
            report.figure(each.name + "-got", POINTS * got, "%");
            report.figure(each.name + "-got-least", POINTS * newcomers.getMin(), "%");
            report.figure(each.name + "-got-most", POINTS * newcomers.getMax(), "%");
            return POINTS * Math.abs(said - got);
        } finally {
            for (Process spinner : spinners) {
                spinner.destroyForcibly().waitFor();
            }
            if (group != null) {
                group.close();
            }
        }
    }

    private static Process spinner(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Spinner.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Processor share of one more process. */
    private static double newcomer(@Nullable CpuGroup group) throws IOException, InterruptedException {
        Process check = spinner(CHECKED_SECONDS);
        if (group != null) {
            group.take(check.pid());
        }
        return share(check);
    }

    private static double share(Process check) throws IOException, InterruptedException {
        String said = new String(check.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (check.waitFor() != 0 || !said.startsWith(Spinner.SHARE)) {
            throw new IOException("'" + said + "' (expected: a share of a processor)");
        }
        return Double.parseDouble(said.substring(Spinner.SHARE.length()).strip());
    }

    /** The mean of the values reported between two times. */
    static double said(String json, Instant from, Instant to) throws IOException {
        Matcher series = SERIES.matcher(json);
        List<Double> values = new ArrayList<>();
        if (series.find()) {
            Matcher value = VALUE.matcher(series.group(1));
            while (value.find()) {
                Instant time = Instant.parse(value.group(1));
                if (!time.isBefore(from) && !time.isAfter(to)) {
                    values.add(Double.parseDouble(value.group(2)));
                }
            }
        }
        return values.stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow(() -> new IOException("no report from " + from + " to " + to + " (expected: some)"));
    }
}
