package dev.sluice.cli.report;

import dev.sluice.cli.option.Table;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.Amount;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The table at the end of a run. It fits a screen of 24 lines and 100 columns unless units failed; {@link ReportTable}
 * is the long form.
 */
public final class ShortTable {

    /** Above this, only the slowest and the fastest workers are shown. */
    private static final int WORKERS_SHOWN = 6;

    private static final int KINDS_SHOWN = 6;

    private final RunReport report;
    private final TableText text = new TableText();

    private ShortTable(RunReport report) {
        this.report = report;
    }

    /** Returns the table; it is empty if no unit was computed, because all figures would be zeros. */
    public static String of(RunReport report) {
        if (ReportHead.isNothing(report)) {
            return "";
        }
        ShortTable table = new ShortTable(report);
        ReportHead head = new ReportHead(report, table.text);
        head.headline(false);
        head.ledger(false);
        table.workers();
        head.losses();
        new FailureRows(table.text, false).write(report, KINDS_SHOWN);
        return table.text.toString();
    }

    private void workers() {
        List<RunReport.WorkerLine> workers = new ArrayList<>(report.computing());
        if (workers.isEmpty()) {
            return;
        }
        int more = Math.max(0, workers.size() - WORKERS_SHOWN);
        if (more > 0) {
            workers.sort(Comparator.comparingDouble(ShortTable::unitSeconds).reversed());
            workers.subList(WORKERS_SHOWN / 2, WORKERS_SHOWN / 2 + more).clear();
        }
        text.line("");
        text.table(new Table<RunReport.WorkerLine>()
                .left("worker", 8, RunReport.WorkerLine::worker)
                .left("host", 24, RunReport.WorkerLine::host)
                .right("slots", 5, "%d", RunReport.WorkerLine::slots)
                .right("units", 12, "%,d", RunReport.WorkerLine::units)
                .right("s/unit", 10, "%s", worker -> worker.units() == 0 ? "-" : Amount.number(unitSeconds(worker)))
                .right("compute s", 10, "%.2f", RunReport.WorkerLine::compute)
                .right("computing", 9, "%.1f%%", worker -> computing(worker.ledger()))
                .of(workers));
        if (more > 0) {
            text.line(
                    "these are the slowest and the fastest, and %,d more: sluice report %s --text", more, report.run());
        }
    }

    /** Mean time of its units [s]; a worker without a unit comes before all others. */
    private static double unitSeconds(RunReport.WorkerLine worker) {
        return worker.units() == 0 ? Double.MAX_VALUE : worker.compute() / worker.units();
    }

    /** Share of the slots' time that was spent in compute [%]. */
    static double computing(CauseTimes ledger) {
        long total = ledger.total();
        return total == 0 ? 0 : 100.0 * (ledger.of(Cause.COMPUTE) + ledger.of(Cause.RUNTIME)) / total;
    }
}
