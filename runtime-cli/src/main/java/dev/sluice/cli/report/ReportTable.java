package dev.sluice.cli.report;

import dev.sluice.master.report.RunReport;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.net.session.SessionCounters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The long form of the statistics of a run; {@link ShortTable} is the one that fits a screen. */
public final class ReportTable {
    /** Above this, workers are also summed by host. */
    private static final int WORKERS_SHOWN = 8;

    private final RunReport report;
    private final TableText text = new TableText();

    private ReportTable(RunReport report) {
        this.report = report;
    }

    public static String of(RunReport report) {
        ReportTable table = new ReportTable(report);
        ReportHead head = new ReportHead(report, table.text);
        head.headline(true);
        head.ledger(true);
        if (table.computing().size() > WORKERS_SHOWN) {
            table.hosts();
        }
        table.workers();
        table.traffic();
        new CourseRows(table.text).write(report.course());
        new ChangeRows(table.text).write(report.decisions());
        head.losses();
        new FailureRows(table.text, true).write(report, Integer.MAX_VALUE);
        return table.text.toString();
    }

    /** All workers that compute, those below sub-masters among them. */
    private List<RunReport.WorkerLine> computing() {
        return report.workers().stream()
                .flatMap(RunReport.WorkerLine::computing)
                .toList();
    }

    private void workers() {
        text.line("");
        text.line(
                "%-8s %-20s %-6s %5s %12s %8s %8s %10s %10s %5s %9s",
                "worker",
                "host",
                "by",
                "slots",
                "units",
                "wall s",
                "CPU s",
                "compute s",
                "of it CPU",
                "used",
                "computing");
        for (RunReport.WorkerLine worker : report.workers()) {
            worker(worker);
            worker.below().forEach(this::worker);
        }
        if (report.workers().stream().anyMatch(worker -> !worker.below().isEmpty())) {
            text.line("the line of a sub-master includes its workers, such as w2/w1");
        }
    }

    private void worker(RunReport.WorkerLine worker) {
        text.line(
                "%-8s %-20s %-6s %5d %,12d %8.2f %8.2f %10.2f %10.2f %4.0f%% %8.1f%%",
                worker.worker(),
                worker.host(),
                worker.transport().name().toLowerCase(Locale.ROOT),
                worker.slots(),
                worker.units(),
                worker.wall(),
                worker.cpu(),
                worker.compute(),
                worker.computeCpu(),
                100 * worker.utilisation(),
                ShortTable.computing(worker.ledger()));
    }

    private void hosts() {
        Map<String, List<RunReport.WorkerLine>> hosts = new LinkedHashMap<>();
        computing()
                .forEach(worker -> hosts.computeIfAbsent(worker.host(), host -> new ArrayList<>())
                        .add(worker));
        text.line("");
        text.line(
                "%-20s %7s %5s %12s %10s %9s   %s",
                "host", "workers", "slots", "units", "compute s", "computing", "least and most");
        hosts.forEach(this::host);
    }

    private void host(String name, List<RunReport.WorkerLine> workers) {
        List<RunReport.WorkerLine> order = new ArrayList<>(workers);
        order.sort(Comparator.comparingDouble(worker -> ShortTable.computing(worker.ledger())));
        RunReport.WorkerLine least = order.get(0);
        RunReport.WorkerLine most = order.get(order.size() - 1);
        CauseTimes all = workers.stream().map(RunReport.WorkerLine::ledger).reduce(CauseTimes.ZERO, CauseTimes::plus);
        text.line(
                "%-20s %7d %5d %,12d %10.2f %8.1f%%   %s %.1f%%, %s %.1f%%",
                name,
                workers.size(),
                workers.stream().mapToInt(RunReport.WorkerLine::slots).sum(),
                workers.stream().mapToLong(RunReport.WorkerLine::units).sum(),
                workers.stream().mapToDouble(RunReport.WorkerLine::compute).sum(),
                ShortTable.computing(all),
                least.worker(),
                ShortTable.computing(least.ledger()),
                most.worker(),
                ShortTable.computing(most.ledger()));
    }

    private void traffic() {
        text.line("");
        text.line("%-12s %14s %14s %14s %14s", "module", "messages out", "KiB out", "messages in", "KiB in");
        module("application", report.traffic().application());
        module("scheduler", report.traffic().scheduler());
        module("other", report.traffic().other());
    }

    private void module(String name, SessionCounters passed) {
        text.line(
                "%-12s %,14d %,14.1f %,14d %,14.1f",
                name,
                passed.messagesSent(),
                passed.bytesSent() / 1024.0,
                passed.messagesReceived(),
                passed.bytesReceived() / 1024.0);
    }
}
