package dev.sluice.cli.run;

import dev.sluice.api.SerialRun;
import dev.sluice.cli.report.RunTables;
import dev.sluice.json.Json;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunTerms;
import dev.sluice.master.report.Expected;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.IfKnown;
import dev.sluice.model.RunId;
import dev.sluice.model.Written;
import org.jspecify.annotations.Nullable;

/**
 * The JSON that a run prints, as {@code docs/run.schema.json} defines it. Within a version of the schema fields are
 * added and never changed.
 */
public final class RunJson {
    private record Document(
            String schema,
            String mode,
            @Written(flat = true) Record content) {}

    /** A command that ran nothing, or a run without a report: it failed to start, or was stopped at once. */
    private record Nothing(
            @IfKnown @Nullable RunId run,
            @Written(flat = true) @Nullable RunTerms terms,
            @IfKnown RunEnd.@Nullable Reason error,
            int exitCode) {}

    private record Unit(String application, int cycle, long unit, double seconds, long resultBytes, String result) {}

    private record SerialReport(
            @Written(flat = true) RunTerms terms,
            @Written(flat = true) RunEnd end,
            double seconds,
            long units,
            double unitsPerSecond,
            @IfKnown Expected.@Nullable Foretold prediction) {}

    private RunJson() {}

    /** The object for a command that ran nothing. */
    public static String error(RunEnd end) {
        return error(end, end.code().remedy());
    }

    /** The same with another remedy than the usual one of the error. */
    public static String error(RunEnd end, String remedy) {
        return nothing(null, null, end, remedy);
    }

    /** The content of {@code run.json} when there is no report. */
    static String error(RunId run, RunTerms terms, RunEnd end) {
        return nothing(run, terms, end, end.code().remedy());
    }

    /** A run that a user stopped at once has no report, and no error either. */
    private static String nothing(@Nullable RunId run, @Nullable RunTerms terms, RunEnd end, String remedy) {
        return object(
                end.outcome() == RunEnd.Outcome.INTERRUPTED ? "interrupted" : "error",
                new Nothing(run, terms, RunEnd.Reason.of(end, remedy), end.exitCode()));
    }

    /** One unit that was computed alone. */
    static String unit(String application, SingleUnit unit, SerialRun.Single<?> computed) {
        return object(
                "unit",
                new Unit(
                        application,
                        unit.cycle(),
                        unit.index(),
                        computed.nanos() / 1e9,
                        computed.encodedBytes(),
                        SingleUnit.text(computed)));
    }

    /** The run goes on. */
    static String running(RunStart start) {
        return object("running", start);
    }

    /** The content of {@code run.json} at the end of a run. */
    public static String of(RunReport report) {
        return object("cluster", report);
    }

    static String serial(RunTerms terms, RunEnd end, Output.Serial run) {
        double seconds = run.seconds();
        double rate = seconds > 0 ? run.units() / seconds : 0;
        return object("serial", new SerialReport(terms, end, seconds, run.units(), rate, run.foretold()));
    }

    /** An object of this schema. */
    public static String object(String mode, Record content) {
        return Json.of(new Document(RunTables.SCHEMA, mode, content));
    }
}
