package dev.sluice.cli.runs;

import dev.sluice.cli.option.Columns;
import dev.sluice.cli.report.TimeLeft;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Runs as a table, the newest first. */
final class RunsTable {
    private static final int MOST_STATE = 60;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

    private RunsTable() {}

    /** @param here the working directory; a report below it is shown by a relative path */
    static String of(List<KnownRun> runs, Path here) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("run", "application", "state", "done", "units", "time", "started", "report"));
        for (KnownRun run : runs) {
            Path report = run.report();
            rows.add(List.of(
                    Columns.printable(run.run()),
                    Columns.printable(EachName.brief(run.application())),
                    Columns.printable(cut(run.words())),
                    Double.isNaN(run.share())
                            ? "-"
                            : String.format(
                                    Locale.ROOT, "%.0f %%", Math.floor(100 * Math.max(0, Math.min(1, run.share())))),
                    run.units() < 0 ? "-" : String.format(Locale.ROOT, "%,d", run.units()),
                    Double.isNaN(run.seconds()) ? "-" : TimeLeft.time(run.seconds()),
                    run.started() == null ? "-" : TIME.format(run.started()),
                    report == null ? "-" : Columns.printable(shown(report, here))));
        }
        return Columns.of(rows);
    }

    private static String cut(String words) {
        return words.length() <= MOST_STATE ? words : words.substring(0, MOST_STATE - 1) + "…";
    }

    private static String shown(Path file, Path here) {
        Path path = file.toAbsolutePath().normalize();
        return path.startsWith(here) ? here.relativize(path).toString() : path.toString();
    }
}
