package dev.sluice.benchmarks.truth;

import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.truth.RunAnswer.Predicted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Runs one case on this machine: predicts it, and runs it twice. */
final class HereCaseRun implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofMinutes(3);

    private final TruthCase drawn;
    private final Programs programs;
    private final CaseCommands commands;
    private final Consumer<TruthRow> rows;

    HereCaseRun(TruthCase drawn, Programs programs, Path directory, Consumer<TruthRow> rows) throws IOException {
        this.drawn = drawn;
        this.programs = programs;
        this.rows = rows;
        commands = new CaseCommands(
                Files.createDirectories(directory),
                Map.of(
                        "XDG_STATE_HOME", directory.resolve("state").toString(),
                        "XDG_CACHE_HOME", directory.resolve("cache").toString()));
    }

    void run() throws IOException, InterruptedException {
        List<String> workers = drawn.kind() == TruthKind.LOCAL
                ? List.of("--local", String.valueOf(drawn.slots()), "--slots", "1")
                : List.of("--slots", String.valueOf(drawn.slots()));
        CommandOutcome predicted = commands.run("predict", drawn.command(programs, "predict", List.of()), LONGEST);
        if (!predicted.good()) {
            rows.accept(TruthRow.failed(drawn, RunWay.AUTO, "predict: " + predicted.why()));
        }
        rows.accept(row(RunWay.AUTO, workers));
        rows.accept(row(RunWay.AGAIN, workers));
    }

    private TruthRow row(RunWay way, List<String> workers) throws IOException, InterruptedException {
        Path directory = commands.directory().resolve("run-" + way.word());
        List<String> options = new ArrayList<>(List.of("--json", "--run-dir", directory.toString()));
        options.addAll(workers);
        if (drawn.kind() == TruthKind.LOCAL) {
            options.addAll(List.of("--worker-jar", programs.workerJar().toString()));
        }
        CommandOutcome outcome = commands.run(way.word(), drawn.command(programs, "run", options), LONGEST);
        if (!outcome.good()) {
            return TruthRow.failed(drawn, way, outcome.why());
        }
        Predicted predicted =
                RunAnswer.predicted("", outcome.text(), drawn.profile().cycles());
        return TruthRow.of(drawn, way, drawn.slots() + " slots here", predicted, outcome, outcome.seconds(), directory);
    }

    @Override
    public void close() {
        commands.close();
    }
}
