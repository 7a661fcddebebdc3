package dev.sluice.cli.runs;

import dev.sluice.json.Json;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs as JSON; {@code docs/runs.schema.json} has the fields. */
record RunsJson(String schema, List<Run> runs) {
    /** A run; what is not known is null. */
    record Run(
            String run,
            String application,
            KnownRun.State state,
            String note,
            boolean resumable,
            @Nullable Double share,
            @Nullable Long units,
            @Nullable Double seconds,
            @Nullable Instant started,
            @Nullable Integer exitCode,
            Path directory,
            @Nullable Path report) {
        private static Run of(KnownRun run) {
            Path report = run.report();
            return new Run(
                    run.run(),
                    run.application(),
                    run.state(),
                    run.note(),
                    run.isResumable(),
                    run.progress().share(),
                    run.progress().units() < 0 ? null : run.progress().units(),
                    run.progress().seconds(),
                    run.started(),
                    run.exitCode() < 0 ? null : run.exitCode(),
                    run.directory().toAbsolutePath().normalize(),
                    report == null ? null : report.toAbsolutePath().normalize());
        }
    }

    static String of(List<KnownRun> runs) {
        return Json.of(new RunsJson("sluice-runs-1", runs.stream().map(Run::of).toList()));
    }
}
