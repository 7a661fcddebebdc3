package dev.sluice.cli.report;

import dev.sluice.master.report.RunReport;
import dev.sluice.model.schedule.UnitFailure;
import dev.sluice.model.schedule.UnitRanges;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Failed units by kind: the units of each, and how the first of them failed. */
final class FailureRows {
    private static final int RANGES = 20;

    private final TableText text;
    private final boolean whole;

    /** @param whole whether every attempt and the whole stack are shown */
    FailureRows(TableText text, boolean whole) {
        this.text = text;
        this.whole = whole;
    }

    /** @param kinds maximum number of kinds; the units of others are counted */
    void write(RunReport report, int kinds) {
        Map<String, List<RunReport.FailedUnit>> byKind = new LinkedHashMap<>();
        for (RunReport.FailedUnit failed : report.failures()) {
            byKind.computeIfAbsent(
                            failed.cycle() + FailureNews.kind(failed.given().latest()), unused -> new ArrayList<>())
                    .add(failed);
        }
        long more = report.failedUnits();
        int shown = 0;
        for (List<RunReport.FailedUnit> alike : byKind.values()) {
            if (shown++ < kinds) {
                failures(alike);
                more -= alike.size();
            }
        }
        if (more > 0) {
            text.line("");
            text.line("and %,d more", more);
        }
    }

    private void failures(List<RunReport.FailedUnit> alike) {
        RunReport.FailedUnit first = alike.get(0);
        UnitFailure latest = first.given().latest();
        text.line("");
        if (alike.size() == 1) {
            text.line("unit %d of cycle %d failed on every worker:", first.unit(), first.cycle());
        } else {
            UnitRanges units = new UnitRanges();
            alike.forEach(each -> units.add(each.unit(), each.unit() + 1));
            text.line("%,d units of cycle %d failed on every worker: %s", alike.size(), first.cycle(), named(units));
            text.line("unit %d, for example:", first.unit());
        }
        for (UnitFailure failure : whole ? first.tries() : List.of(latest)) {
            text.line(
                    "  on %s%s: %s %s %s",
                    failure.worker(),
                    failure.workers() > 1 ? " (" + failure.workers() + " workers below it)" : "",
                    failure.code(),
                    failure.type(),
                    failure.message());
        }
        stack(latest.stack());
        List<String> log = whole ? first.log() : List.of();
        if (!log.isEmpty()) {
            text.line("  the end of the log of %s:", latest.worker());
            log.forEach(line -> text.line("    %s", line));
        }
    }

    private void stack(String stack) {
        if (whole && !stack.isEmpty()) {
            text.line("%s", stack.strip().indent(4).stripTrailing());
        } else {
            stack.lines()
                    .filter(line -> line.strip().startsWith("at "))
                    .findFirst()
                    .ifPresent(line -> text.line("    %s", line.strip()));
        }
    }

    private static String named(UnitRanges units) {
        List<String> ranges = new ArrayList<>();
        units.forEach((from, to) -> ranges.add(to - from == 1 ? "" + from : from + "-" + (to - 1)));
        int shown = Math.min(RANGES, ranges.size());
        return String.join(", ", ranges.subList(0, shown)) + (shown < ranges.size() ? ", …" : "");
    }
}
