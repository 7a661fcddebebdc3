package dev.sluice.cli.steer;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks the master of a run to remove sub-masters and to take their workers. */
@Command(
        name = "merge",
        mixinStandardHelpOptions = true,
        customSynopsis = "sluice merge [OPTIONS] [RUN] SUBMASTER...",
        description = "Removes sub-masters of a running run: their workers move to the master as with 'sluice move', "
                + "and each sub-master exits when the last of its workers has left it.",
        exitCodeList = {
            "0:the sub-masters were told to leave",
            "2:usage error, no such sub-master, it has sub-masters below it, no such run, or the run has ended",
            "3:the master cannot be reached",
            "5:internal error in Sluice"
        })
public final class MergeCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "[RUN] SUBMASTER",
            description = "a sub-master (w2) or its host; optionally after the directory of the run or its operator's "
                    + "run file (default: the newest run in sluice-runs)")
    private List<String> names = List.of();

    @Option(names = "--json", description = "print one JSON object")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    MergeCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        new MoveRequest(names, "", json).send(spec.commandLine().getOut());
        return 0;
    }
}
