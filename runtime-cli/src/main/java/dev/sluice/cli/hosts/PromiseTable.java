package dev.sluice.cli.hosts;

import dev.sluice.cli.option.Table;
import dev.sluice.insight.history.PromiseRow;
import dev.sluice.model.Amount;
import dev.sluice.model.Median;
import dev.sluice.model.record.PromiseNow;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** The finish times that were asked for, as a table: how many were kept, and each of the latest. */
final class PromiseTable {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneId.systemDefault());

    private PromiseTable() {}

    /**
     * @param rows newest first
     * @param most of them that are listed
     */
    static String text(List<PromiseRow> rows, int most) {
        if (rows.isEmpty()) {
            return "no finish time was asked for (run --by, run --within)" + System.lineSeparator();
        }
        List<PromiseRow> shown = rows.subList(0, Math.min(most, rows.size()));
        return summary(rows)
                + System.lineSeparator()
                + new Table<PromiseRow>()
                        .left("ended", row -> TIME.format(row.time()))
                        .left("run", PromiseRow::run)
                        .left("application", row -> row.application().name())
                        .left("asked for", row -> Amount.seconds(row.seconds()))
                        .left("said", PromiseTable::said)
                        .left("taken", row -> Amount.seconds(row.actualSeconds()))
                        .left("kept", row -> row.kept() ? "yes" : "no")
                        .left("warned", row -> warned(row.warnedSeconds()))
                        .left("changed", row -> row.changes().isEmpty() ? "-" : row.changes())
                        .of(shown);
    }

    /** "kept 47 of 50; median interval 14 % of the run". */
    static String summary(List<PromiseRow> rows) {
        long kept = rows.stream().filter(PromiseRow::kept).count();
        List<PromiseRow> foretold = rows.stream()
                .filter(row -> row.actualSeconds() > 0 && !Double.isNaN(row.chance()))
                .toList();
        double median = Median.of(
                foretold.stream().mapToDouble(row -> (row.highSeconds() - row.lowSeconds()) / row.actualSeconds()));
        return String.format(Locale.ROOT, "kept %,d of %,d", kept, rows.size())
                + (foretold.isEmpty()
                        ? ""
                        : String.format(Locale.ROOT, "; median interval %.0f %% of the run", 100 * median));
    }

    private static String said(PromiseRow row) {
        return Double.isNaN(row.chance())
                ? "nothing was known"
                : Amount.seconds(row.lowSeconds()) + " to " + Amount.seconds(row.highSeconds()) + ", "
                        + PromiseNow.sure(row.chance());
    }

    private static String warned(double seconds) {
        return Double.isNaN(seconds) ? "-" : "after " + Amount.seconds(seconds);
    }
}
