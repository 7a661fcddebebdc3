package dev.sluice.cli.report;

import dev.sluice.cli.option.Table;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.EnumWords;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.net.session.SessionCounters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        if (report.computing().size() > WORKERS_SHOWN) {
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

    private void workers() {
        List<RunReport.WorkerLine> lines = report.workers().stream()
                .flatMap(worker -> Stream.concat(Stream.of(worker), worker.below().stream()))
                .toList();
        text.line("");
        text.table(new Table<RunReport.WorkerLine>()
                .left("worker", 8, RunReport.WorkerLine::worker)
                .left("host", 20, RunReport.WorkerLine::host)
                .left("by", 6, worker -> EnumWords.hyphened(worker.transport()))
                .right("slots", 5, "%d", RunReport.WorkerLine::slots)
                .right("units", 12, "%,d", RunReport.WorkerLine::units)
                .right("wall s", 8, "%.2f", RunReport.WorkerLine::wall)
                .right("CPU s", 8, "%.2f", RunReport.WorkerLine::cpu)
                .right("compute s", 10, "%.2f", RunReport.WorkerLine::compute)
                .right("of it CPU", 10, "%.2f", RunReport.WorkerLine::computeCpu)
                .right("used", 5, "%.0f%%", worker -> 100 * worker.utilisation())
                .right("computing", 9, "%.1f%%", worker -> ShortTable.computing(worker.ledger()))
                .of(lines));
        if (lines.size() > report.workers().size()) {
            text.line("the line of a sub-master includes its workers, such as w2/w1");
        }
    }

    private void hosts() {
        text.line("");
        text.table(new Table<Map.Entry<String, List<RunReport.WorkerLine>>>()
                .left("host", 20, Map.Entry::getKey)
                .right("workers", 7, "%d", host -> host.getValue().size())
                .right("slots", 5, "%.0f", host -> sum(host.getValue(), RunReport.WorkerLine::slots))
                .right("units", 12, "%,.0f", host -> sum(host.getValue(), RunReport.WorkerLine::units))
                .right("compute s", 10, "%.2f", host -> sum(host.getValue(), RunReport.WorkerLine::compute))
                .right(
                        "computing",
                        9,
                        "%.1f%%",
                        host -> ShortTable.computing(host.getValue().stream()
                                .map(RunReport.WorkerLine::ledger)
                                .reduce(CauseTimes.ZERO, CauseTimes::plus)))
                .left("  least and most", host -> "  " + extremes(host.getValue()))
                .of(report.byHost().entrySet()));
    }

    private static double sum(List<RunReport.WorkerLine> workers, ToDoubleFunction<RunReport.WorkerLine> figure) {
        return workers.stream().mapToDouble(figure).sum();
    }

    private static String extremes(List<RunReport.WorkerLine> workers) {
        List<RunReport.WorkerLine> order = new ArrayList<>(workers);
        order.sort(Comparator.comparingDouble(worker -> ShortTable.computing(worker.ledger())));
        return Stream.of(order.get(0), order.get(order.size() - 1))
                .map(each ->
                        String.format(Locale.ROOT, "%s %.1f%%", each.worker(), ShortTable.computing(each.ledger())))
                .collect(Collectors.joining(", "));
    }

    private void traffic() {
        Map<String, SessionCounters> modules = new LinkedHashMap<>();
        modules.put("application", report.traffic().application());
        modules.put("scheduler", report.traffic().scheduler());
        modules.put("other", report.traffic().other());
        text.line("");
        text.table(new Table<Map.Entry<String, SessionCounters>>()
                .left("module", 12, Map.Entry::getKey)
                .right("messages out", 14, "%,d", module -> module.getValue().messagesSent())
                .right("KiB out", 14, "%,.1f", module -> module.getValue().bytesSent() / 1024.0)
                .right("messages in", 14, "%,d", module -> module.getValue().messagesReceived())
                .right("KiB in", 14, "%,.1f", module -> module.getValue().bytesReceived() / 1024.0)
                .of(modules.entrySet()));
    }
}
