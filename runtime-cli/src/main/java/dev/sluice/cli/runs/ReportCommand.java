package dev.sluice.cli.runs;

import dev.sluice.cli.option.Columns;
import dev.sluice.cli.regret.PolicyCosts;
import dev.sluice.cli.report.RunTables;
import dev.sluice.json.JsonTree;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the report of a run. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = "Shows the table of the report and the place of its page, once the run has ended;"
                + " 'sluice top' says it of a running one.",
        exitCodeList = {
            "0:success",
            "1:with --policies: the replay differs from the run by more than 20 %%, so that nothing can be said",
            "2:usage error, no such run, its report cannot be read, or with --policies it has no units.csv",
            "5:internal error in Sluice"
        })
final class ReportCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            description = "an id, the beginning of one, or the run's directory (default: the newest run)")
    private @Nullable String name;

    @Option(
            names = "--text",
            description = "print all figures: each worker, traffic by module, changes of settings, each failure")
    private boolean text;

    @Option(names = "--html", description = "write report.html for a run that has none, such as a killed one")
    private boolean html;

    @Option(
            names = "--json",
            description =
                    "print the run's run.json (docs/run.schema.json), or what --policies found (docs/regret.schema.json)")
    private boolean json;

    @Mixin
    private PolicyCosts policies;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    ReportCommand() {}

    @Override
    public Integer call() throws IOException {
        boolean costs = policies.areAsked();
        if ((json || costs) && (text || html)) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    (costs ? "--policies" : "--json") + ": with " + (text ? "--text" : "--html")
                            + " (expected: only one of the two)");
        }
        KnownRun run = KnownRuns.find(name, spec.commandLine().getErr());
        if (costs) {
            return policies.print(run.directory(), json, spec.commandLine().getOut());
        }
        if (run.state() == KnownRun.State.UNREADABLE) {
            throw new SluiceException(
                    ErrorCode.RUN_UNREADABLE, run.directory() + ": " + run.words() + " (expected: a run's directory)");
        }
        Path file = run.directory().resolve("run.json");
        PrintWriter out = spec.commandLine().getOut();
        if (html) {
            Path page = ReportHtml.write(run, JsonTree.parse(file, content(file)));
            out.println(Columns.printable("report: " + page));
        } else if (json) {
            out.println(content(file).strip());
        } else {
            table(out, run, file);
        }
        out.flush();
        return 0;
    }

    private static String content(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException gone) {
            throw new SluiceException(ErrorCode.RUN_UNREADABLE, file + ": " + gone + " (expected: a file)", gone);
        }
    }

    private void table(PrintWriter out, KnownRun run, Path file) {
        String table = tableOf(file);
        if (table.isEmpty()) {
            out.println(Columns.printable(run.run() + " " + run.sentence()));
        }
        out.print(table);
        Path report = run.report();
        if (report != null) {
            out.println(Columns.printable("report: " + report));
        } else {
            out.println("its report comes when it ends; 'sluice top' watches it");
        }
    }

    /** The table; empty if the run has no report, or computed nothing. */
    private String tableOf(Path file) {
        try {
            JsonTree read = JsonTree.parse(file, content(file));
            return read.at("mode").text().equals("cluster") ? RunTables.of(read, text) : "";
        } catch (SluiceException wrong) {
            throw new SluiceException(ErrorCode.RUN_UNREADABLE, String.valueOf(wrong.getMessage()), wrong);
        }
    }
}
