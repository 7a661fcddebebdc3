package dev.sluice.cli.regret;

import dev.sluice.cli.runs.RunPlaces;
import dev.sluice.insight.replay.RecordedRun;
import dev.sluice.insight.replay.Regret;
import dev.sluice.insight.replay.Replay;
import dev.sluice.insight.replay.WorkerRegret;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what the choice of a run has cost. Starts nothing. */
@Command(
        name = "regret",
        mixinStandardHelpOptions = true,
        description = {
            "Says what a finished run's own policy cost: replays it under every other choice.",
            "Starts nothing. docs/tuning.md says how to read the table."
        },
        exitCodeList = {
            "0:the run was replayed under each choice",
            "1:the replay differs from the run by more than 20 %%, so that nothing can be said",
            "2:usage error, no such run, or a run without units.csv",
            "5:internal error in Sluice"
        })
public final class RegretCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            description = "an id, the beginning of one, or the run's directory (default: the newest run)")
    private @Nullable String name;

    @Option(
            names = "--choices",
            paramLabel = "CHOICES",
            description = "the choices to replay, separated by commas: POLICY, POLICY:WEIGHTS or "
                    + "POLICY:WEIGHTS:PREFETCH, such as SS,FAC:measured,GSS:equal:0; what is left out takes every "
                    + "value (default: all that apply)")
    private @Nullable String choices;

    @Option(
            names = "--workers",
            description = "also replay the run with fewer of its workers, the slowest left out first")
    private boolean workers;

    @Option(names = "--json", description = "print one JSON object (docs/regret.schema.json)")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    RegretCommand() {}

    @Override
    public Integer call() {
        Path directory = RunPlaces.directory(name, spec.commandLine().getErr());
        RecordedRun run = RecordedRun.read(directory);
        if (run.recordedUnits() == 0) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND,
                    directory.resolve("units.csv") + ": no times of units (expected: a run with units.csv)",
                    "Run the application again without '--trace-units off'.");
        }
        ChoiceWords asked = new ChoiceWords(run.replica().machines());
        Replay same = Replay.of(run);
        boolean fits = same.fits();
        Regret regret = fits ? Regret.of(run, choices == null ? asked.all() : asked.parse(choices)) : null;
        WorkerRegret fewer = fits && workers ? WorkerRegret.of(run) : null;
        RegretAnswer answer = new RegretAnswer(same, regret, fewer);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(RegretJson.of(answer));
        } else {
            out.print(RegretTable.of(answer));
        }
        out.flush();
        return fits ? 0 : 1;
    }
}
