package dev.sluice.cli.report;

import dev.sluice.master.report.RunReport;
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
        List<RunReport.WorkerLine> workers = new ArrayList<>(report.workers().stream()
                .flatMap(RunReport.WorkerLine::computing)
                .toList());
        if (workers.isEmpty()) {
            return;
        }
        text.line("");
        text.line(
                "%-8s %-24s %5s %12s %10s %10s %9s",
                "worker", "host", "slots", "units", "s/unit", "compute s", "computing");
        if (workers.size() <= WORKERS_SHOWN) {
            workers.forEach(this::worker);
            return;
        }
        workers.sort(Comparator.comparingDouble(ShortTable::unitSeconds).reversed());
        int each = WORKERS_SHOWN / 2;
        workers.subList(0, each).forEach(this::worker);
        workers.subList(workers.size() - each, workers.size()).forEach(this::worker);
        text.line(
                "these are the slowest and the fastest, and %,d more: sluice report %s --text",
                workers.size() - 2 * each, report.run());
    }

    /** Mean time of its units [s]; a worker without a unit comes before all others. */
    private static double unitSeconds(RunReport.WorkerLine worker) {
        return worker.units() == 0 ? Double.MAX_VALUE : worker.compute() / worker.units();
    }

    private void worker(RunReport.WorkerLine worker) {
        text.line(
                "%-8s %-24s %5d %,12d %10s %10.2f %8.1f%%",
                worker.worker(),
                worker.host(),
                worker.slots(),
                worker.units(),
                worker.units() == 0 ? "-" : TimeLeft.rate(unitSeconds(worker)),
                worker.compute(),
                computing(worker.ledger()));
    }

    /** Share of the slots' time that was spent in compute [%]. */
    static double computing(CauseTimes ledger) {
        long total = ledger.total();
        return total == 0 ? 0 : 100.0 * (ledger.of(Cause.COMPUTE) + ledger.of(Cause.RUNTIME)) / total;
    }
}
