package dev.sluice.benchmarks.truth;

import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.TestNetwork;
import dev.sluice.benchmarks.plain.Spinner;
import dev.sluice.benchmarks.truth.RunAnswer.Predicted;
import dev.sluice.model.Median;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Runs one case on a network of its own: discovers it, plans, and runs the application in several ways. */
final class NetworkCaseRun implements AutoCloseable {
    private static final Duration LONGEST_DISCOVERY = Duration.ofMinutes(15);
    private static final Duration LONGEST_RUN = Duration.ofMinutes(4);
    private static final double LONGEST_ALONE_SECONDS = 90;
    private static final int EMPTY_COMMANDS = 3;
    private static final String WORKER_OPTIONS =
            "--worker-java-options=-Xmx96m -XX:+UseSerialGC -XX:TieredStopAtLevel=1";

    private final TruthCase drawn;
    private final Programs programs;
    private final CaseCommands commands;
    private final Consumer<TruthRow> rows;
    private final Path view;
    private final TestNetwork network;

    private boolean asked;

    /** Time that entering a host takes, which is no part of a command [s]. */
    private double entering;

    NetworkCaseRun(TruthCase drawn, Programs programs, Path directory, Consumer<TruthRow> rows) throws IOException {
        this.drawn = drawn;
        this.programs = programs;
        this.rows = rows;
        commands = new CaseCommands(Files.createDirectories(directory), Map.of());
        view = directory.resolve("view.yaml");
        NetworkText text = new NetworkText(drawn);
        Files.write(directory.resolve("hosts.txt"), text.hosts());
        Files.write(directory.resolve("built.yaml"), text.view());
        network = programs.network(Files.write(directory.resolve("lab.yaml"), text.lab()));
    }

    /** Runs the case. A way that fails is a row, and the others go on. */
    void run(Set<String> ways, boolean built) throws IOException, InterruptedException {
        begin();
        if (!seen(built)) {
            return;
        }
        CommandOutcome planned =
                command("plan", drawn.command(programs, "plan", List.of("--view", view.toString(), "--json")));
        String plan = planned.good() ? planned.text() : "";
        List<String> masters = new ArrayList<>(RunAnswer.masters(plan));
        for (RunWay way : RunWay.values()) {
            if (!ways.isEmpty() && !ways.contains(way.word())) {
                continue;
            }
            if (way == RunWay.MASTER || way == RunWay.SECOND) {
                if (!planned.good()) {
                    rows.accept(TruthRow.failed(drawn, way, "plan: " + planned.why()));
                } else if (!masters.isEmpty()) {
                    String master = masters.remove(0);
                    rows.accept(row(way, List.of("--plan", "auto", "--view", view.toString(), "--master", master)));
                }
            } else if (way != RunWay.ALONE || aloneSeconds() <= LONGEST_ALONE_SECONDS) {
                if (!way.isPlanned()) {
                    predict();
                }
                TruthRow row = row(way, options(way));
                rows.accept(row);
                masters.remove(row.place().split(" ", -1)[0]);
            }
        }
    }

    /** Starts the load of hosts, and measures what entering a host costs. */
    private void begin() throws IOException, InterruptedException {
        for (DrawnHost host : drawn.hosts()) {
            if (host.load() > 0) {
                commands.beside(network.on(
                        host.name(),
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:+UseSerialGC",
                                "-Xmx16m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Spinner.class.getName(),
                                "100000",
                                String.format(Locale.ROOT, "%.2f", host.load()))));
            }
        }
        double[] seconds = new double[EMPTY_COMMANDS];
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = commands.run("empty", network.on(drawn.console().name(), List.of("true")), LONGEST_RUN)
                    .seconds();
        }
        entering = Median.of(Arrays.stream(seconds));
    }

    /** Gets the view; false if that failed, which is a row. */
    private boolean seen(boolean built) throws IOException, InterruptedException {
        if (built) {
            Files.copy(commands.directory().resolve("built.yaml"), view);
            return true;
        }
        List<String> words =
                new ArrayList<>(List.of("hosts", "discover", "--hosts", "hosts.txt", "--json", "--wait", "5m"));
        words.addAll(List.of(
                "--output",
                view.toString(),
                "--worker-jar",
                programs.workerJar().toString()));
        words.add(WORKER_OPTIONS);
        CommandOutcome outcome = command("discover", programs.command(words));
        if (!outcome.good()) {
            rows.accept(TruthRow.failed(drawn, RunWay.AUTO, "discover: " + outcome.why()));
            return false;
        }
        System.err.printf(Locale.ROOT, "%-14s discovered in %.0f s%n", drawn.title(), outcome.seconds());
        // The slots of this host are those of the case, and not its processors.
        DrawnHost console = drawn.console();
        String begin = "{name: " + console.name() + ",";
        Files.write(
                view,
                Files.readAllLines(view).stream()
                        .map(line -> line.contains(begin)
                                ? line.replaceFirst(", slots: \\d+", "")
                                        .replace(begin, begin + " slots: " + console.slots() + ",")
                                : line)
                        .toList());
        return true;
    }

    /** Has the units sampled, because a run without a plan is foretold only if the user asked for it. */
    private void predict() throws IOException, InterruptedException {
        if (!asked) {
            asked = true;
            command("predict", drawn.command(programs, "predict", List.of("--json")));
        }
    }

    private double aloneSeconds() {
        UnitProfile profile = drawn.profile();
        return profile.cycles()
                * profile.units()
                * profile.unitSeconds()
                / drawn.console().slots();
    }

    private List<String> options(RunWay way) {
        return switch (way) {
            case ALL -> List.of("--hosts", "hosts.txt");
            case ALONE -> List.of("--slots", String.valueOf(drawn.console().slots()));
            default -> List.of("--plan", "auto", "--view", view.toString());
        };
    }

    private TruthRow row(RunWay way, List<String> options) throws IOException, InterruptedException {
        Path runDirectory = Path.of("run-" + way.word());
        Path directory = commands.directory().resolve(runDirectory);
        List<String> all = new ArrayList<>(List.of("--json", "--run-dir", runDirectory.toString()));
        all.addAll(options);
        if (way != RunWay.ALONE) {
            all.addAll(List.of("--worker-jar", programs.workerJar().toString(), WORKER_OPTIONS));
        }
        CommandOutcome outcome = command(way.word(), drawn.command(programs, "run", all));
        if (!outcome.good()) {
            return TruthRow.failed(drawn, way, outcome.why());
        }
        Path planFile = directory.resolve("plan.json");
        String plan = Files.exists(planFile) ? Files.readString(planFile) : "";
        Predicted predicted =
                RunAnswer.predicted(plan, outcome.text(), drawn.profile().cycles());
        String place = plan.isEmpty()
                ? drawn.console().name() + " is the master"
                : RunAnswer.master(plan) + " is the master, workers " + String.join(" ", RunAnswer.workers(plan));
        return TruthRow.of(drawn, way, place, predicted, outcome, outcome.seconds() - entering, directory);
    }

    private CommandOutcome command(String name, List<String> command) throws IOException, InterruptedException {
        Duration limit = name.equals("discover") ? LONGEST_DISCOVERY : LONGEST_RUN;
        return commands.run(name, network.on(drawn.console().name(), command), limit);
    }

    @Override
    public void close() throws IOException, InterruptedException {
        commands.close();
        network.close();
    }
}
