package dev.sluice.cli.steer;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks the master of a run to let parked workers work again. */
@Command(
        name = "unpark",
        mixinStandardHelpOptions = true,
        customSynopsis = "sluice unpark [OPTIONS] [RUN] WORKER...",
        description = "Lets parked workers of a running run work again: they get the setup of the open cycle if they "
                + "missed it, and then units.",
        exitCodeList = {
            "0:the workers work again",
            "2:usage error, no such worker, no such run, or the run has ended",
            "3:the master cannot be reached",
            "5:internal error in Sluice"
        })
public final class UnparkCommand implements Callable<Integer> {
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
    UnparkCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        new ParkRequest(names, false, json).send(spec.commandLine().getOut());
        return 0;
    }
}
