package dev.sluice.cli.report;

import dev.sluice.cli.option.Table;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.EnumWords;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.CycleRecord;
import dev.sluice.model.record.RegimeSlice;
import dev.sluice.model.record.RunView;
import dev.sluice.net.session.SessionCounters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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

    /** The changes of settings that a run made while it went on, by a tuner or by hand, with their outcomes. */
    private static final class ChangeRows {
        /** Kinds of decisions that change a setting, and remarks about others. */
        private static final Set<String> KINDS = Set.of("policy", "workers", "tree", "own", "isolation", "note");

        private final TableText text;

        ChangeRows(TableText text) {
            this.text = text;
        }

        /** @param decisions of a run, in their order; the first one about the policy is its starting setting */
        void write(List<RunView.Decision> decisions) {
            List<RunView.Decision> changes = decisions.stream()
                    .filter(each -> KINDS.contains(each.kind()))
                    .filter(each -> !isStart(each, decisions))
                    .toList();
            if (changes.isEmpty()) {
                return;
            }
            text.line("");
            text.line("changes while the run was running:");
            for (RunView.Decision change : changes) {
                text.line("%10.3f s  %s: %s", change.seconds(), change.kind(), change.what());
                detail(change.why());
                detail(change.outcome());
            }
        }

        private static boolean isStart(RunView.Decision decision, List<RunView.Decision> all) {
            return all.stream()
                    .filter(each -> each.kind().equals("policy"))
                    .findFirst()
                    .map(first -> first.number() == decision.number())
                    .orElse(false);
        }

        private void detail(String words) {
            if (!words.isEmpty()) {
                text.line("%14s%s", "", words);
            }
        }
    }

    /** The bottlenecks of a run over time, and the times of its cycles, in words. */
    private static final class CourseRows {
        /** The longest intervals are shown. */
        private static final int INTERVALS_SHOWN = 12;

        private final TableText text;

        CourseRows(TableText text) {
            this.text = text;
        }

        void write(CourseView course) {
            if (course.regimes().size() > 1) { // one has the verdict of the run
                regimes(course.regimes());
            }
            cycles(course.cycles());
        }

        private void regimes(List<RegimeSlice> all) {
            List<RegimeSlice> shown = new ArrayList<>(all);
            shown.sort(Comparator.comparingDouble(RegimeSlice::seconds).reversed());
            shown = new ArrayList<>(shown.subList(0, Math.min(INTERVALS_SHOWN, shown.size())));
            shown.sort(Comparator.comparingDouble(RegimeSlice::fromSeconds));
            text.line("");
            text.table(new Table<RegimeSlice>()
                    .right("from s", 10, "%.1f", RegimeSlice::fromSeconds)
                    .right("to s", 10, "%.1f", RegimeSlice::toSeconds)
                    .left(" limited by", 31, slice -> " " + (slice.isKnown() ? slice.resource() : slice.regime()))
                    .right("computing", 10, "%.0f%%", slice -> 100 * slice.computation())
                    .right("links", 6, "%.0f%%", slice -> 100 * slice.communication())
                    .right("overhead", 9, "%.0f%%", slice -> 100 * slice.overhead())
                    .of(shown));
            if (all.size() > shown.size()) {
                text.line("and %,d shorter intervals", all.size() - shown.size());
            }
        }

        /** Parts of one cycle count together; of merged cycles their mean counts. */
        private void cycles(List<CycleRecord> all) {
            List<Double> times = new ArrayList<>();
            int ended = 0;
            double seconds = 0;
            for (CycleRecord record : all) {
                seconds += record.seconds();
                if (record.ended() > 0) {
                    times.add(seconds / record.ended());
                    ended += record.ended();
                    seconds = 0;
                }
            }
            if (ended > 1) {
                times.sort(Comparator.naturalOrder());
                text.line("");
                text.line(
                        "seconds a cycle: least %.3f, median %.3f, most %.3f, of %,d cycles",
                        times.get(0), times.get(times.size() / 2), times.get(times.size() - 1), ended);
            }
        }
    }
}
