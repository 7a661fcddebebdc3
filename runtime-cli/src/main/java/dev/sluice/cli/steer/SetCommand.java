package dev.sluice.cli.steer;

import dev.sluice.cli.option.OptionRange;
import dev.sluice.cli.option.PolicyOption;
import dev.sluice.insight.weather.OperatorCall;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.policy.Policy;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.net.message.ChangeHandout;
import dev.sluice.net.message.HandoutAnswer;
import dev.sluice.net.message.Note;
import dev.sluice.net.message.SteerAnswer;
import dev.sluice.net.runfile.RunFile;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks the master of a run to hand out units differently. */
@Command(
        name = "set",
        mixinStandardHelpOptions = true,
        customSynopsis = "sluice set [OPTIONS] [RUN]",
        description =
                "Without options, shows the settings. A change holds from the next chunk on; workers keep what they have. Sub-masters keep what they began with.",
        exitCodeList = {
            "0:units are handed out as printed",
            "2:usage error, a value that this run cannot take, no such run, or the run has ended",
            "3:the master cannot be reached",
            "5:internal error in Sluice"
        })
final class SetCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            description =
                    "the directory of the run or its operator's run file (default: the newest run in sluice-runs)")
    private @Nullable Path place;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            converter = PolicyOption.Converter.class,
            completionCandidates = PolicyOption.Names.class,
            description = "scheduling policy: ${COMPLETION-CANDIDATES}, or a class of the application (default: "
                    + "unchanged)")
    private @Nullable Policy policy;

    @Option(
            names = "--weights",
            paramLabel = "WEIGHTS",
            description = "${COMPLETION-CANDIDATES}, for a policy that takes weights (default: unchanged)")
    private @Nullable Weighting weights;

    @Option(
            names = "--prefetch",
            paramLabel = "N",
            description =
                    "chunks that each slot holds in addition to the one it computes, or auto (default: unchanged)")
    private @Nullable String prefetch;

    @Option(
            names = "--speculation",
            paramLabel = "PERCENT",
            description = "units that may be re-run on idle slots at the end of a cycle; 0 = off (default: unchanged)")
    private @Nullable Integer speculation;

    @Option(
            names = "--note",
            paramLabel = "TEXT",
            description = "put TEXT into the decisions of the run, with the time, such as a change of its network")
    private @Nullable String note;

    @Option(names = "--json", description = "print one JSON object")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    SetCommand() {}

    @Override
    public Integer call() throws Exception {
        ChangeHandout change = new ChangeHandout(
                policy == null ? "" : policy.name(), weights == null ? "" : weights.name(), chunks(), percent());
        RunFile run = RunDirectory.operatorsOf(place);
        if (note != null) {
            OperatorCall.ask(run, new Note(note), SteerAnswer.class);
        }
        HandoutAnswer answer = OperatorCall.ask(run, change, HandoutAnswer.class);
        if (!answer.refused().isEmpty()) {
            throw new SluiceException(ErrorCode.USAGE, answer.refused());
        }
        spec.commandLine()
                .getOut()
                .println(
                        json
                                ? SteerJson.handout(run.run(), answer.now())
                                : answer.now().allWords() + " in " + run.run());
        return 0;
    }

    private int chunks() {
        String words = prefetch;
        if (words == null) {
            return ChangeHandout.UNCHANGED_PREFETCH;
        }
        if (words.equalsIgnoreCase("auto")) {
            return SchedulerConfig.AUTO;
        }
        if (words.matches("[0-9]{1,4}")) {
            return OptionRange.between("--prefetch", Integer.parseInt(words), 0, 4096);
        }
        throw new SluiceException(ErrorCode.USAGE, "--prefetch: " + words + " (expected: auto, or 0 to 4096)");
    }

    private int percent() {
        return speculation == null
                ? ChangeHandout.UNCHANGED_SPECULATION
                : OptionRange.between("--speculation", speculation, 0, 100);
    }
}
