package dev.sluice.cli.run;

import dev.sluice.insight.gain.RunGains;
import dev.sluice.master.Grants;
import dev.sluice.master.report.Expected;
import dev.sluice.master.report.IdleLedger;
import dev.sluice.master.report.RunReport;
import dev.sluice.master.report.TreeForetold;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.UnitFailure;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.session.SessionCounters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The table at the end of a run: about thirty lines, whatever its size; {@code run.json} has the rest. */
final class ReportTable {
    /** Above this, workers are shown by host. */
    private static final int WORKERS_SHOWN = 8;

    private static final int HOSTS_SHOWN = 10;
    private static final int LINKS_SHOWN = 2;
    private static final int CHANGES_SHOWN = 2;
    private static final int RANGES = 20;

    private final RunReport report;
    private final StringBuilder text = new StringBuilder();

    private ReportTable(RunReport report) {
        this.report = report;
    }

    static String of(RunReport report) {
        ReportTable table = new ReportTable(report);
        table.headline();
        table.ledger();
        if (table.computing().size() > WORKERS_SHOWN) {
            table.hosts();
        } else {
            table.workers();
        }
        table.traffic();
        table.losses();
        table.failures();
        return table.text.toString();
    }

    /** All workers that compute, those below sub-masters among them. */
    private List<RunReport.WorkerLine> computing() {
        return report.workers().stream()
                .flatMap(RunReport.WorkerLine::computing)
                .toList();
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }

    private void headline() {
        RunReport.Figures figures = report.figures();
        line("");
        line(
                "%s %s: %,d units in %.2f s, %,.1f units/s, policy %s, load imbalance %.1f %%",
                report.run(),
                report.end().outcome().name().toLowerCase(Locale.ROOT),
                figures.units(),
                figures.seconds(),
                figures.unitsPerSecond(),
                report.manner().policy(),
                100 * figures.loadImbalance());
        expected(report.expected());
        if (Boolean.FALSE.equals(report.manner().exact())) {
            line("results were merged into one value, whose last digits may depend on the order of the merges");
        }
    }

    private void expected(Expected expected) {
        Expected.Foretold foretold = expected.prediction();
        if (foretold != null && foretold.shown()) {
            line(
                    "predicted%s %.2f s (%.2f to %.2f), took %.2f s: error %+.1f %%%s",
                    foretold.firstCycle() ? " for the first cycle" : "",
                    foretold.predictedSeconds(),
                    foretold.low(),
                    foretold.high(),
                    foretold.actualSeconds(),
                    100 * foretold.error(),
                    foretold.keptUnits() == 0
                            ? ""
                            : String.format(Locale.ROOT, "; reused %,d results", foretold.keptUnits()));
        }
        TreeForetold.Outcome tree = expected.tree();
        if (tree != null) {
            line("%s", tree.sentence());
        }
        Double allowed = expected.unitsPerSecondAllowed();
        if (allowed != null) {
            Double efficiency = expected.gains().efficiency();
            line(
                    "upper bound for these machines: %,.1f units/s (%s)%s",
                    allowed,
                    expected.why(),
                    efficiency == null ? "" : String.format(Locale.ROOT, "; efficiency %.0f %%", 100 * efficiency));
        }
    }

    private void ledger() {
        IdleLedger ledger = report.ledger();
        line("");
        line("%-24s %7s %12s", "slots' time", "%", "seconds");
        for (IdleLedger.Line each : IdleLedger.Line.values()) {
            line(
                    "%-24s %7.1f %12.2f%s",
                    each.words(),
                    ledger.percent(each),
                    ledger.seconds(each),
                    remark(each).isEmpty() ? "" : "   " + remark(each));
        }
        line("%-24s %7.1f %12.2f", "sum", ledger.sumPercent(), ledger.slotSeconds());
        line("%s", ledger.sentence());
        report.expected().gains().changes().stream()
                .filter(change -> change.gain() >= RunGains.WORTH_A_LINE)
                .limit(CHANGES_SHOWN)
                .forEach(change -> line(
                        "What would help: %s would save %.0f %% (%.1f s in all).",
                        change.what(), 100 * change.gain(), change.seconds()));
    }

    private String remark(IdleLedger.Line line) {
        IdleLedger ledger = report.ledger();
        if (line == IdleLedger.Line.COMPUTE && ledger.runtimePercent() >= 0.05) {
            return String.format(
                    Locale.ROOT, "of which %.1f %% Sluice overhead (decode, encode)", ledger.runtimePercent());
        }
        if (line == IdleLedger.Line.LINK && ledger.percent(line) >= 0.05) {
            List<String> links = new ArrayList<>();
            for (IdleLedger.Link link : ledger.links()
                    .subList(0, Math.min(LINKS_SHOWN, ledger.links().size()))) {
                links.add(String.format(Locale.ROOT, "%s to %s %.2f", link.from(), link.to(), link.seconds()));
            }
            return String.join(", ", links);
        }
        return "";
    }

    private void workers() {
        line("");
        line(
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
            line("the line of a sub-master includes its workers, such as w2/w1");
        }
    }

    private void worker(RunReport.WorkerLine worker) {
        line(
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
                computing(worker.ledger()));
    }

    /** Share of the slots' time that was spent in compute [%]. */
    private static double computing(CauseTimes ledger) {
        long total = ledger.total();
        return total == 0 ? 0 : 100.0 * (ledger.of(Cause.COMPUTE) + ledger.of(Cause.RUNTIME)) / total;
    }

    private void hosts() {
        Map<String, List<RunReport.WorkerLine>> hosts = new LinkedHashMap<>();
        computing()
                .forEach(worker -> hosts.computeIfAbsent(worker.host(), host -> new ArrayList<>())
                        .add(worker));
        line("");
        line(
                "%-20s %7s %5s %12s %10s %9s   %s",
                "host", "workers", "slots", "units", "compute s", "computing", "least and most");
        int shown = 0;
        for (Map.Entry<String, List<RunReport.WorkerLine>> host : hosts.entrySet()) {
            if (shown++ == HOSTS_SHOWN) {
                line("and %d more hosts; run.json has them all", hosts.size() - HOSTS_SHOWN);
                return;
            }
            host(host.getKey(), host.getValue());
        }
    }

    private void host(String name, List<RunReport.WorkerLine> workers) {
        List<RunReport.WorkerLine> order = new ArrayList<>(workers);
        order.sort(Comparator.comparingDouble(worker -> computing(worker.ledger())));
        RunReport.WorkerLine least = order.get(0);
        RunReport.WorkerLine most = order.get(order.size() - 1);
        CauseTimes all = workers.stream().map(RunReport.WorkerLine::ledger).reduce(CauseTimes.ZERO, CauseTimes::plus);
        line(
                "%-20s %7d %5d %,12d %10.2f %8.1f%%   %s %.1f%%, %s %.1f%%",
                name,
                workers.size(),
                workers.stream().mapToInt(RunReport.WorkerLine::slots).sum(),
                workers.stream().mapToLong(RunReport.WorkerLine::units).sum(),
                workers.stream().mapToDouble(RunReport.WorkerLine::compute).sum(),
                computing(all),
                least.worker(),
                computing(least.ledger()),
                most.worker(),
                computing(most.ledger()));
    }

    private void traffic() {
        line("");
        line("%-12s %14s %14s %14s %14s", "module", "messages out", "KiB out", "messages in", "KiB in");
        module("application", report.traffic().application());
        module("scheduler", report.traffic().scheduler());
        module("other", report.traffic().other());
    }

    private void module(String name, SessionCounters passed) {
        line(
                "%-12s %,14d %,14.1f %,14d %,14.1f",
                name,
                passed.messagesSent(),
                passed.bytesSent() / 1024.0,
                passed.messagesReceived(),
                passed.bytesReceived() / 1024.0);
    }

    private void losses() {
        line("");
        line(
                "retried %,d   duplicates %,d   handed back %,d   workers joined %d, lost %d",
                report.counters().reassigned() + report.counters().failed(),
                report.counters().duplicates(),
                report.counters().handedBack(),
                report.counters().workersJoined(),
                report.counters().workersLost());
        if (report.counters().copies() > 0) {
            line(
                    "copied %,d late units: %,d copies won, %,d wasted",
                    report.counters().copies(),
                    report.counters().copiesWon(),
                    report.counters().copiesWasted());
        }
        Grants.Summary congestion = report.congestion();
        if (congestion.results() > 0) {
            line(
                    "granted %,d large results, %,.1f MiB, %d at once at most (%s: %s), congested %,d times",
                    congestion.results(),
                    congestion.bytes() / 1048576.0,
                    congestion.most(),
                    congestion.mode(),
                    congestion.mode().sentence(),
                    report.congestionEvents());
        }
    }

    /** Failed units by kind: the units of each, and how the first of them failed. */
    private void failures() {
        Map<String, List<Action.Quarantine>> kinds = new LinkedHashMap<>();
        for (Action.Quarantine failed : report.quarantined()) {
            kinds.computeIfAbsent(failed.cycle() + FailureNews.kind(failed.latest()), unused -> new ArrayList<>())
                    .add(failed);
        }
        kinds.values().forEach(this::failures);
        long more = report.quarantinedUnits() - report.quarantined().size();
        if (more > 0) {
            line("");
            line("and %,d more", more);
        }
    }

    private void failures(List<Action.Quarantine> alike) {
        Action.Quarantine first = alike.get(0);
        line("");
        if (alike.size() == 1) {
            line("unit %d of cycle %d was given up:", first.unit(), first.cycle());
        } else {
            UnitRanges units = new UnitRanges();
            alike.forEach(each -> units.add(each.unit(), each.unit() + 1));
            line("%,d units of cycle %d were given up: %s", alike.size(), first.cycle(), named(units));
            line("unit %d, for example:", first.unit());
        }
        for (UnitFailure failure : first.failures()) {
            line(
                    "  on %s%s: %s %s %s",
                    failure.worker(),
                    failure.workers() > 1 ? " (" + failure.workers() + " workers below it)" : "",
                    failure.code(),
                    failure.type(),
                    failure.message());
        }
        String stack = first.latest().stack();
        if (!stack.isEmpty()) {
            line("%s", stack.strip().indent(4).stripTrailing());
        }
    }

    private static String named(UnitRanges units) {
        List<String> ranges = new ArrayList<>();
        units.forEach((from, to) -> ranges.add(to - from == 1 ? "" + from : from + "-" + (to - 1)));
        int shown = Math.min(RANGES, ranges.size());
        return String.join(", ", ranges.subList(0, shown)) + (shown < ranges.size() ? ", …" : "");
    }
}
