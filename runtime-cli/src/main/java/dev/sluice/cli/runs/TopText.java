package dev.sluice.cli.runs;

import dev.sluice.cli.option.Columns;
import dev.sluice.cli.option.Table;
import dev.sluice.cli.report.TimeLeft;
import dev.sluice.model.Amount;
import dev.sluice.model.Plural;
import dev.sluice.model.record.RunSpreads;
import dev.sluice.model.record.RunView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A running run in words: overview, bottleneck, workers. It fits one screen, whatever the number of workers. */
final class TopText {
    private static final int BAR = 30;

    /** Rows of workers on one screen. */
    private static final int WORKERS_SHOWN = 12;

    private static final int UNITS_SHOWN = 8;

    private TopText() {}

    /** The lines, without their ends. */
    static List<String> lines(PageFields page) {
        RunView.About about = page.view().about();
        RunView.Overview now = page.view().overview();
        List<String> lines = new ArrayList<>();
        lines.add(Columns.printable(
                about.run() + "  " + about.application() + "  on " + about.master() + ", policy " + about.policy()));
        String unit = EachName.unit(about.application());
        lines.add(progress(now, page.share(), unit));
        lines.add(rates(now));
        lines.add(format(
                "%d%s %s, %s, %s",
                now.workers(),
                now.workersExpected() > now.workers() ? " of " + now.workersExpected() : "",
                now.workers() == 1 && now.workersExpected() <= 1 ? "worker" : "workers",
                Plural.of(now.slots(), "slot") + (now.parkedSlots() > 0 ? " (" + now.parkedSlots() + " parked)" : ""),
                Plural.of(now.failures(), "failed " + unit)));
        if (now.promise() != null) {
            lines.add(now.promise().words());
        }
        if (!now.bottleneck().isEmpty()) {
            lines.add(Columns.printable(now.bottleneck()));
        }
        page.view().ledger().helping().forEach(what -> lines.add("What would help: " + Columns.printable(what)));
        RunSpreads spreads = page.view().ledger().spreads();
        if (spreads != null) {
            spreads.lines().stream().limit(1).forEach(lines::add);
        }
        boolean ofCommands = EachName.isOf(about.application());
        now.running().stream().limit(UNITS_SHOWN).forEach(each -> lines.add(running(each, ofCommands)));
        lines.add("");
        workers(page.workers(), lines);
        if (!about.end().isEmpty()) {
            lines.add(Columns.printable("ended: " + about.end()));
        }
        return lines;
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private static String progress(RunView.Overview now, double share, String unit) {
        if (now.cycle() < 0) {
            return "starting";
        }
        boolean whole = !Double.isNaN(share);
        double part = whole ? share : now.units() == 0 ? 1 : (double) now.done() / now.units();
        double done = Math.max(0, Math.min(1, part));
        int filled = (int) (done * BAR);
        String cycles = now.cycles() == 1
                ? ""
                : now.cycles() > 1
                        ? format("cycle %,d of %,d, ", now.cycle() + 1, now.cycles())
                        : format("cycle %,d, ", now.cycle() + 1);
        return format(
                "[%s%s] %3.0f %%  %s%,d of %,d %ss%s%s",
                "#".repeat(filled),
                ".".repeat(BAR - filled),
                Math.floor(100 * done),
                cycles,
                now.done(),
                now.units(),
                unit,
                now.open() ? " so far" : "",
                now.doneInAll() > now.done() ? format(", %,d in all", now.doneInAll()) : "");
    }

    private static String rates(RunView.Overview now) {
        String left = now.etaLow() < 0 || now.etaHigh() < 0
                ? ""
                : ", " + TimeLeft.interval(now.etaLow(), now.etaHigh())
                        + " until the last result"
                        + (now.cycles() == 0 ? " of this cycle" : "");
        return format(
                "%s/s now, %s/s overall%s   %s%s",
                Amount.number(now.rateNow()),
                Amount.number(now.rateMean()),
                Double.isNaN(now.efficiency()) ? "" : format(" (%.0f %% of the possible rate)", 100 * now.efficiency()),
                TimeLeft.elapsed(now.seconds()),
                left);
    }

    private static String running(RunView.Running unit, boolean ofCommands) {
        String left = unit.secondsLeft() >= 0 ? ", " + TimeLeft.elapsed(unit.secondsLeft()) + " left" : "";
        String saying = unit.saying().isEmpty() ? "" : ", " + unit.saying();
        String named = EachName.numbered(ofCommands, unit.unit());
        return Columns.printable(
                format("%s on %s: %.0f %%%s%s", named, unit.worker(), 100 * unit.done(), saying, left));
    }

    private static void workers(List<PageFields.WorkerShare> workers, List<String> lines) {
        if (workers.isEmpty()) {
            lines.add("no worker is connected");
            return;
        }
        List<PageFields.WorkerShare> shown = new ArrayList<>(workers);
        if (workers.size() > WORKERS_SHOWN) {
            shown.sort(
                    Comparator.comparingDouble(worker -> Double.isNaN(worker.computing()) ? -1 : worker.computing()));
        }
        new Table<PageFields.WorkerShare>()
                .left("worker", PageFields.WorkerShare::worker)
                .left("host", PageFields.WorkerShare::host)
                .left("slots", PageFields.WorkerShare::slots)
                .left("state", PageFields.WorkerShare::state)
                .left(
                        "computing",
                        worker -> Double.isNaN(worker.computing()) ? "-" : format("%.0f %%", 100 * worker.computing()))
                .of(shown.subList(0, Math.min(WORKERS_SHOWN, shown.size())))
                .lines()
                .forEach(lines::add);
        if (workers.size() > WORKERS_SHOWN) {
            lines.add(format("and %,d more workers, which compute more", workers.size() - WORKERS_SHOWN));
        }
    }
}
