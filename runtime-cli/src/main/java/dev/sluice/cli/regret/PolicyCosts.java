package dev.sluice.cli.regret;

import dev.sluice.cli.config.TypedOptions;
import dev.sluice.insight.replay.RecordedRun;
import dev.sluice.insight.replay.Regret;
import dev.sluice.insight.replay.Replay;
import dev.sluice.insight.replay.WorkerRegret;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says what the policy of a finished run has cost, against all others. Starts nothing. */
public final class PolicyCosts {
    @Option(
            names = "--policies",
            description = "say what the run's policy cost: replay the run under every other choice (docs/tuning.md)")
    private boolean policies;

    @Option(
            names = "--choices",
            paramLabel = "CHOICES",
            description = "with --policies: choices to replay, with commas: POLICY[:WEIGHTS[:PREFETCH]], such as "
                    + "SS,FAC:measured,GSS:equal:0; an omitted part takes every value (default: all)")
    private @Nullable String choices;

    @Option(
            names = "--workers",
            description = "with --policies: also replay the run with fewer of its workers, the slowest left out first")
    private boolean workers;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    PolicyCosts() {}

    /** Tells whether they are asked for. */
    public boolean areAsked() {
        if (!policies) {
            TypedOptions.refuse(
                    spec, "without --policies (expected: report --policies)", List.of("--choices", "--workers"));
        }
        return policies;
    }

    /**
     * Prints them for the run of a directory.
     *
     * @return the exit code: 1 if the replay is so unlike the run that nothing can be said
     */
    public int print(Path directory, boolean json, PrintWriter out) {
        RecordedRun run = RecordedRun.read(directory);
        if (run.recordedUnits() == 0) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND,
                    directory.resolve("units.csv") + ": no times of units (expected: a run with units.csv)",
                    "Run the application again without '--trace-units off'.");
        }
        ChoiceWords asked = new ChoiceWords(run.replica().run().world());
        Replay same = Replay.of(run);
        boolean fits = same.fits();
        Regret regret = fits ? Regret.of(run, choices == null ? asked.all() : asked.parse(choices)) : null;
        WorkerRegret fewer = fits && workers ? WorkerRegret.of(run) : null;
        RegretAnswer answer = new RegretAnswer(same, regret, fewer);
        if (json) {
            out.println(RegretJson.of(answer));
        } else {
            out.print(RegretTable.of(answer));
        }
        out.flush();
        return fits ? 0 : 1;
    }
}
