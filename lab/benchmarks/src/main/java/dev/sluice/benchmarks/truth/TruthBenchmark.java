package dev.sluice.benchmarks.truth;

import dev.sluice.benchmarks.harness.CaseChoices;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.NetworkBenchmark;
import dev.sluice.benchmarks.harness.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Compares predicted with actual makespans, from the command to its end, on networks and with applications that are
 * drawn by seed. Each network is discovered first, planned and run; then the same application runs in other ways.
 */
public final class TruthBenchmark implements NetworkBenchmark {
    private static final int CASES = 12;
    private static final int QUICK_CASES = 2;

    /** One case of each kind on this machine for so many on networks. */
    private static final int NETWORKS_FOR_ONE_HERE = 4;

    private static final int REMOVALS = 10;
    private static final long REMOVAL_MILLIS = 300;

    private volatile @Nullable AutoCloseable current;

    /** True when the process is about to end. */
    private volatile boolean ending;

    @Override
    public String question() {
        return "makespans as planned and predicted, on networks and for applications drawn by --seed, "
                + "beside what they take (root)";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        report.figure("load", MachineLoad.load(), "processes");
        CaseChoices choices = programs.effort().choices();
        Path directory = Files.createTempDirectory("sluice-truth-");
        Thread last = new Thread(() -> {
            ending = true;
            end(directory, choices.keep());
        });
        Runtime.getRuntime().addShutdownHook(last);
        TruthFigures figures = new TruthFigures();
        Consumer<TruthRow> rows = row -> {
            System.err.println(row);
            TruthFigures.print(report, row);
            figures.add(row);
        };
        for (TruthCase drawn : drawn(programs)) {
            if (ending) {
                return;
            }
            System.err.printf(Locale.ROOT, "%s; load %.1f%n", words(drawn), MachineLoad.load());
            run(drawn, programs, directory.resolve(drawn.title()), rows);
            if (!choices.keep() && !ending) {
                Programs.remove(directory.resolve(drawn.title()));
            }
        }
        if (ending) {
            return;
        }
        Runtime.getRuntime().removeShutdownHook(last);
        end(directory, choices.keep());
        figures.print(report);
    }

    private static List<TruthCase> drawn(Programs programs) {
        CaseChoices choices = programs.effort().choices();
        Set<String> kinds = choices.kinds();
        String asked = programs.effort().cases();
        int first = asked.contains("-") ? Integer.parseInt(asked.substring(0, asked.indexOf('-'))) : 1;
        int last = asked.isEmpty()
                ? programs.effort().isQuick() ? QUICK_CASES : CASES
                : Integer.parseInt(asked.substring(asked.indexOf('-') + 1));
        List<TruthCase> cases = new ArrayList<>();
        for (int number = first; number <= last; number++) {
            for (TruthKind kind : TruthKind.values()) {
                boolean wanted =
                        kinds.isEmpty() ? kind == TruthKind.HOSTS || often(number) : kinds.contains(kind.word());
                if (wanted) {
                    cases.add(
                            kind == TruthKind.HOSTS
                                    ? TruthDraw.network(choices.seed(), number)
                                    : TruthDraw.here(choices.seed(), number, kind));
                }
            }
        }
        return cases;
    }

    private static boolean often(int number) {
        return number % NETWORKS_FOR_ONE_HERE == 1;
    }

    private void run(TruthCase drawn, Programs programs, Path directory, Consumer<TruthRow> rows)
            throws IOException, InterruptedException {
        CaseChoices choices = programs.effort().choices();
        try {
            if (drawn.kind() == TruthKind.HOSTS) {
                try (NetworkCaseRun run = new NetworkCaseRun(drawn, programs, directory, rows)) {
                    current = run;
                    run.run(choices.ways(), choices.built());
                }
            } else {
                try (HereCaseRun run = new HereCaseRun(drawn, programs, directory, rows)) {
                    current = run;
                    run.run();
                }
            }
        } catch (IOException e) {
            rows.accept(TruthRow.failed(drawn, RunWay.AUTO, e.getMessage() == null ? "" + e : e.getMessage()));
        } finally {
            current = null;
        }
    }

    private static String words(TruthCase drawn) {
        long loaded = drawn.hosts().stream().filter(host -> host.load() > 0).count();
        return drawn.kind() == TruthKind.HOSTS
                ? String.format(
                        Locale.ROOT,
                        "%-14s %d sites, %d hosts with %d slots, %d loaded; %s",
                        drawn.title(),
                        drawn.sites().size(),
                        drawn.hosts().size(),
                        drawn.slots(),
                        loaded,
                        drawn.profile())
                : String.format(Locale.ROOT, "%-14s %d slots; %s", drawn.title(), drawn.slots(), drawn.profile());
    }

    /** Ends the running case, and removes all files unless they are to be kept. */
    private void end(Path directory, boolean keep) {
        AutoCloseable running = current;
        try {
            if (running != null) {
                running.close();
            }
            if (keep) {
                System.err.println("kept: " + directory);
            } else {
                remove(directory);
            }
        } catch (Exception e) {
            System.err.println(directory + ": " + e + " (expected: removed)");
        }
    }

    /** Removes the files. Commands that are about to end may still write some, so that it tries again. */
    private static void remove(Path directory) throws IOException, InterruptedException {
        for (int tries = 1; Files.exists(directory); tries++) {
            try {
                Programs.remove(directory);
            } catch (IOException | UncheckedIOException e) {
                if (tries == REMOVALS) {
                    throw e;
                }
                Thread.sleep(REMOVAL_MILLIS);
            }
        }
    }
}
