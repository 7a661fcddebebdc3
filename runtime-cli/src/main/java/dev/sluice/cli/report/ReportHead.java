package dev.sluice.cli.report;

import dev.sluice.master.Grants;
import dev.sluice.master.RunEnd;
import dev.sluice.master.report.Expected;
import dev.sluice.master.report.RunReport;
import dev.sluice.master.report.TreeForetold;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.Plural;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.record.MemoryUse;
import dev.sluice.model.record.RunSpreads;
import dev.sluice.model.record.TunerCost;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The parts that the short and the long table of a run share. */
public final class ReportHead {
    private static final int LINKS_SHOWN = 2;

    /** A share that is shown as 0.0 [%]. */
    private static final double ZERO_PERCENT = 0.05;

    /** A start of at least so long is shown beside its forecast [s]. */
    private static final double SHOWN_START = 2;

    private final RunReport report;
    private final TableText text;

    ReportHead(RunReport report, TableText text) {
        this.report = report;
        this.text = text;
    }

    /** Tells whether no unit was computed, so that all figures are zeros. */
    static boolean isNothing(RunReport report) {
        return report.figures().units() == 0 && report.counters().failed() == 0 && report.failedUnits() == 0;
    }

    /** How it ended, with the number of missing units or failed commands. */
    private String outcome() {
        RunEnd end = report.end();
        String outcome = end.outcome().name().toLowerCase(Locale.ROOT);
        long missing = report.failedUnits();
        return report.end().outcome() != RunEnd.Outcome.COMPLETE || missing == 0
                ? outcome
                : outcome + " without " + Plural.of(missing, "unit");
    }

    void headline(boolean whole) {
        RunReport.Figures figures = report.figures();
        text.line("");
        text.line(
                "%s %s: %s in %.2f s, %,.1f units/s, policy %s%s",
                report.run(),
                outcome(),
                Plural.of(figures.units(), "unit"),
                figures.seconds(),
                figures.unitsPerSecond(),
                report.manner().policy(),
                whole ? String.format(Locale.ROOT, ", load imbalance %.1f %%", 100 * figures.loadImbalance()) : "");
        if (!report.terms().changed().isEmpty()) {
            text.line(
                    "resumed with changes, whose effect nobody checked: %s",
                    String.join("; ", report.terms().changed()));
        }
        RunEnd end = report.end();
        if (end.failedCommands() >= 0
                && end.code() == ErrorCode.NONE
                && !end.text().isEmpty()) {
            text.line("%s (exit code %d)", end.text(), end.exitCode());
        }
        tuning();
        expected(report.expected());
        if (Boolean.FALSE.equals(report.manner().exact())) {
            text.line("results were merged into one value, whose last digits may depend on the order of the merges");
        }
    }

    private void tuning() {
        for (TunerCost tuner : report.course().tuners()) {
            String what = switch (tuner.knob()) {
                case "workers" -> "number of workers";
                case "own" -> "application's own setting";
                default -> tuner.knob();
            };
            text.line("the %s was tuned: %s", what, tuner.words(report.figures().seconds()));
        }
    }

    private void expected(Expected expected) {
        Expected.Foretold foretold = expected.prediction();
        if (foretold != null && foretold.shown()) {
            text.line("%s", sentence(foretold));
            start(foretold.basis());
        }
        if (expected.promise() != null) {
            text.line("%s", expected.promise().words());
        }
        TreeForetold.Outcome tree = expected.tree();
        if (tree != null) {
            text.line("%s", tree.sentence());
        }
        Double allowed = expected.unitsPerSecondAllowed();
        if (allowed != null) {
            Double efficiency = expected.gains().efficiency();
            text.line(
                    "upper bound for these machines: %,.1f units/s%s",
                    allowed,
                    efficiency == null ? "" : String.format(Locale.ROOT, "; efficiency %.0f %%", 100 * efficiency));
        }
        if (foretold != null && foretold.shown() && !expected.wrong().isEmpty()) {
            text.line("%s", expected.wrong());
        }
    }

    /** The predicted and the actual time, for people. */
    public static String sentence(Expected.Foretold foretold) {
        return String.format(
                Locale.ROOT,
                "predicted%s %.2f s (%.2f to %.2f), took %.2f s: error %+.1f %%%s",
                foretold.firstCycle() ? " for the first cycle" : "",
                foretold.predictedSeconds(),
                foretold.low(),
                foretold.high(),
                foretold.actualSeconds(),
                100 * foretold.error(),
                foretold.keptUnits() == 0 ? "" : "; reused " + Plural.of(foretold.keptUnits(), "result"));
    }

    private void start(Expected.Basis basis) {
        if (basis.startSeconds() >= SHOWN_START || basis.actualStartSeconds() >= SHOWN_START) {
            text.line(
                    "predicted %.1f s until workers compute, took %.1f s",
                    basis.startSeconds(), basis.actualStartSeconds());
        }
    }

    /** @param whole whether causes without time are shown, and not only the first of the times */
    void ledger(boolean whole) {
        IdleLedger ledger = report.ledger();
        text.line("");
        text.line("%-24s %7s %12s", "slots' time", "%", "seconds");
        for (IdleLedger.Line each : IdleLedger.Line.values()) {
            boolean always = whole ? each != IdleLedger.Line.PARKED : each == IdleLedger.Line.COMPUTE;
            if (always || ledger.percent(each) >= ZERO_PERCENT) {
                text.line(
                        "%-24s %7.1f %12.2f%s",
                        each.words(),
                        ledger.percent(each),
                        ledger.seconds(each),
                        remark(each).isEmpty() ? "" : "   " + remark(each));
            }
        }
        text.line("%-24s %7.1f %12.2f", "sum", ledger.sumPercent(), ledger.slotSeconds());
        MemoryUse memory = ledger.memory();
        if (memory != null) {
            Stream.of(memory.words(), memory.unused())
                    .filter(line -> !line.isEmpty())
                    .forEach(line -> text.line("%s", line));
        }
        RunSpreads spreads = ledger.spreads();
        if (spreads != null) {
            spreads.lines().stream().limit(whole ? Long.MAX_VALUE : 1).forEach(line -> text.line("%s", line));
        }
        String sentence = report.verdict().sentence();
        if (!sentence.isEmpty()) {
            text.line("%s", sentence);
        }
        report.ledger().helping().forEach(what -> text.line("What would help: %s", what));
    }

    private String remark(IdleLedger.Line line) {
        IdleLedger ledger = report.ledger();
        if (line == IdleLedger.Line.COMPUTE && ledger.runtimePercent() >= ZERO_PERCENT) {
            return String.format(
                    Locale.ROOT, "of which %.1f %% Sluice overhead (decode, encode)", ledger.runtimePercent());
        }
        if (line == IdleLedger.Line.LINK && ledger.percent(line) >= ZERO_PERCENT) {
            List<String> links = new ArrayList<>();
            for (IdleLedger.Link link : ledger.links()
                    .subList(0, Math.min(LINKS_SHOWN, ledger.links().size()))) {
                links.add(String.format(Locale.ROOT, "%s to %s %.2f", link.from(), link.to(), link.seconds()));
            }
            return String.join(", ", links);
        }
        return "";
    }

    private static void count(List<String> parts, String what, long number) {
        if (number > 0) {
            parts.add(String.format(Locale.ROOT, "%s %,d", what, number));
        }
    }

    void losses() {
        List<String> parts = new ArrayList<>();
        count(
                parts,
                "retried",
                report.counters().reassigned() + report.counters().failed());
        count(parts, "duplicates", report.counters().duplicates());
        count(parts, "handed back", report.counters().handedBack());
        count(parts, "workers lost", report.counters().workersLost());
        Grants.Summary congestion = report.congestion();
        if (!parts.isEmpty() || report.counters().copies() > 0 || congestion.results() > 0) {
            text.line("");
        }
        if (!parts.isEmpty()) {
            text.line("%s", String.join("   ", parts));
        }
        if (report.counters().copies() > 0) {
            text.line(
                    "copied %s: %s won, %,d wasted",
                    Plural.of(report.counters().copies(), "late unit"),
                    Plural.of(report.counters().copiesWon(), "copy", "copies"),
                    report.counters().copiesWasted());
        }
        long safe = report.figures().safeUnits();
        long accepted = report.figures().units();
        if (safe > 0 && safe < accepted) {
            text.line("journal: results of %,d of %,d units are safe; others are computed again", safe, accepted);
        }
        if (congestion.results() > 0) {
            text.line(
                    "granted %s, %,.1f MiB, %d at once at most (%s: %s), congested %s",
                    Plural.of(congestion.results(), "large result"),
                    congestion.bytes() / 1048576.0,
                    congestion.most(),
                    congestion.mode(),
                    congestion.mode().sentence(),
                    Plural.of(report.congestion().events(), "time"));
        }
    }
}
