package dev.sluice.cli.steer;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks the master of a run to go on without some workers for a while. */
@Command(
        name = "park",
        mixinStandardHelpOptions = true,
        customSynopsis = "sluice park [OPTIONS] [RUN] WORKER...",
        description = "Lets a running run go on without some workers for a while: they stay connected, finish "
                + "running units, hand back the rest and get no more, until 'sluice unpark' lets them work again. "
                + "At least one worker stays at work.",
        exitCodeList = {
            "0:the workers are parked",
            "2:usage error, no such worker, no such run, the last worker at work, or the run has ended",
            "3:the master cannot be reached",
            "5:internal error in Sluice"
        })
public final class ParkCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "[RUN] WORKER",
            description = "a worker (w3), or a host with all its workers; optionally after the directory of the run or "
                    + "its operator's run file (default: the newest run in sluice-runs)")
    private List<String> names = List.of();

    @Option(names = "--json", description = "print one JSON object")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    ParkCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        new ParkRequest(names, true, json).send(spec.commandLine().getOut());
        return 0;
    }
}
