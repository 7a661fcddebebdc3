package dev.sluice.cli.report;

import dev.sluice.master.RunEnd;
import dev.sluice.master.report.Expected;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.record.RunView;
import dev.sluice.model.schedule.UnitFailure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The view of a run for its page, made of its report. The course of the run over time is missing, because
 * {@code run.json} does not have it.
 */
final class ReportView {
    private ReportView() {}

    static RunView of(RunReport report, Path directory) {
        return view(
                about(report, directory),
                overview(report),
                report.ledger(),
                forecasts(report),
                hosts(report),
                failures(report),
                report.course(),
                report.decisions());
    }

    /** A run of which only the start is known. */
    static RunView of(RunView.About about) {
        RunView.Overview nothing =
                new RunView.Overview(0, -1, 0, 0, false, 0, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, 0, "", null, List.of());
        return view(about, nothing, IdleLedger.NONE, noForecasts(-1), List.of(), List.of(), CourseView.NONE, List.of());
    }

    private static RunView view(
            RunView.About about,
            RunView.Overview overview,
            IdleLedger ledger,
            RunView.Forecasts forecasts,
            List<RunView.Host> hosts,
            List<RunView.Failure> failures,
            CourseView course,
            List<RunView.Decision> decisions) {
        int[] none = {};
        long[] noTimes = {};
        return new RunView(
                1,
                true,
                about,
                overview,
                List.of(),
                new RunView.Bands(1, 0, List.of(), List.of()),
                new RunView.Spans(none, noTimes, noTimes, none, noTimes, none, new byte[0], 0, new long[0]),
                new RunView.Transfers(none, new byte[0], noTimes, noTimes, noTimes, 0),
                new RunView.Series(1, 0, noTimes, none, noTimes, noTimes, new float[0]),
                List.of(),
                ledger,
                null,
                forecasts,
                hosts,
                decisions,
                failures,
                course);
    }

    private static RunView.About about(RunReport report, Path directory) {
        String text = report.end().text();
        return new RunView.About(
                RunView.Kind.ENDED,
                report.run().text(),
                report.terms().application(),
                report.terms().arguments(),
                report.terms().started().toString(),
                "",
                report.manner().policy().name(),
                report.terms().sluice(),
                report.terms().java(),
                directory.toString(),
                text.isEmpty() ? report.end().outcome().name().toLowerCase(Locale.ROOT) : text,
                report.end().exitCode());
    }

    /** The units of the last cycle are not known; all units stand for them where nothing is left to do. */
    private static RunView.Overview overview(RunReport report) {
        RunReport.Figures figures = report.figures();
        long finished = report.end().outcome() == RunEnd.Outcome.COMPLETE ? figures.units() : 0;
        Double possible = report.expected().unitsPerSecondAllowed();
        int workers = report.workers().size();
        return new RunView.Overview(
                figures.seconds(),
                figures.cycles() - 1,
                figures.cycles(),
                finished,
                false,
                finished,
                figures.units(),
                0,
                figures.unitsPerSecond(),
                possible == null ? 0 : possible,
                -1,
                -1,
                workers,
                workers,
                figures.slots(),
                0,
                report.failedUnits(),
                report.verdict().sentence(),
                null,
                List.of());
    }

    private static RunView.Forecasts forecasts(RunReport report) {
        Expected.Foretold foretold = report.expected().prediction();
        double seconds = report.figures().seconds();
        if (foretold == null || foretold.firstCycle()) {
            return noForecasts(seconds);
        }
        boolean held = foretold.held();
        return new RunView.Forecasts(
                new double[] {0}, new double[] {foretold.low()}, new double[] {foretold.high()}, seconds, held ? 1 : 0);
    }

    private static RunView.Forecasts noForecasts(double seconds) {
        return new RunView.Forecasts(new double[0], new double[0], new double[0], seconds, -1);
    }

    private static List<RunView.Host> hosts(RunReport report) {
        List<RunView.Host> hosts = new ArrayList<>();
        report.byHost().forEach((name, its) -> hosts.add(host(name, its)));
        return hosts;
    }

    /** The host was connected when the run ended: a report cannot tell which worker had left before. */
    private static RunView.Host host(String name, List<RunReport.WorkerLine> workers) {
        CauseTimes times = workers.stream().map(RunReport.WorkerLine::ledger).reduce(CauseTimes.ZERO, CauseTimes::plus);
        long units = workers.stream().mapToLong(RunReport.WorkerLine::units).sum();
        return new RunView.Host(
                name,
                workers.size(),
                workers.stream().mapToInt(RunReport.WorkerLine::slots).sum(),
                units,
                units == 0 ? 0 : times.of(Cause.COMPUTE) / 1e9 / units,
                -1,
                -1,
                0,
                workers.get(0).transport().name().toLowerCase(Locale.ROOT),
                RunView.State.CONNECTED,
                "");
    }

    private static List<RunView.Failure> failures(RunReport report) {
        List<RunView.Failure> failures = new ArrayList<>();
        for (RunReport.FailedUnit each : report.failures()) {
            UnitFailure latest = each.given().latest();
            failures.add(new RunView.Failure(
                    0,
                    each.cycle(),
                    each.unit(),
                    latest.worker().toString(),
                    "",
                    true,
                    each.given().workers(),
                    latest.type(),
                    latest.message(),
                    latest.stack(),
                    each.log()));
        }
        return failures;
    }
}
