package dev.sluice.cli.runs;

import dev.sluice.cli.option.Table;
import dev.sluice.model.Amount;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Runs as a table, the newest first. */
final class RunsTable {
    private static final int MOST_STATE = 60;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

    private RunsTable() {}

    /** @param here the working directory; a report below it is shown by a relative path */
    static String of(List<KnownRun> runs, Path here) {
        return new Table<KnownRun>()
                .left("run", KnownRun::run)
                .left("application", run -> EachName.brief(run.application()))
                .left("state", run -> cut(run.words()))
                .left(
                        "done",
                        run -> Double.isNaN(run.progress().share())
                                ? "-"
                                : percent(run.progress().share()))
                .left(
                        "units",
                        run -> run.progress().units() < 0
                                ? "-"
                                : String.format(
                                        Locale.ROOT, "%,d", run.progress().units()))
                .left(
                        "time",
                        run -> Double.isNaN(run.progress().seconds())
                                ? "-"
                                : Amount.seconds(run.progress().seconds()))
                .left("started", run -> run.started() == null ? "-" : TIME.format(run.started()))
                .left("report", run -> shown(run.report(), here))
                .of(runs);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", Math.floor(100 * Math.max(0, Math.min(1, share))));
    }

    private static String cut(String words) {
        return words.length() <= MOST_STATE ? words : words.substring(0, MOST_STATE - 1) + "…";
    }

    private static String shown(@Nullable Path file, Path here) {
        if (file == null) {
            return "-";
        }
        Path path = file.toAbsolutePath().normalize();
        return path.startsWith(here) ? here.relativize(path).toString() : path.toString();
    }
}
