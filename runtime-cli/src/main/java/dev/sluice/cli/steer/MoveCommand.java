package dev.sluice.cli.steer;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks the master of a run to move workers to another master of the run. */
@Command(
        name = "move",
        mixinStandardHelpOptions = true,
        customSynopsis = "sluice move [OPTIONS] [RUN] WORKER... --to PARENT",
        description = "Moves workers of a running run below a sub-master, below another one, or back to the master. "
                + "Each hands back what it has not started, delivers what it computes, and joins the other master with "
                + "its process, application and setup. No unit is lost or computed twice.",
        exitCodeList = {
            "0:the workers were told to move",
            "2:usage error, no such worker or sub-master, no such run, or the run has ended",
            "3:the master cannot be reached",
            "5:internal error in Sluice"
        })
public final class MoveCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "[RUN] WORKER",
            description = "a worker (w3, or w2/w1 below the sub-master w2), or a host with all its workers; optionally "
                    + "after the directory of the run or its operator's run file (default: the newest run in "
                    + "sluice-runs)")
    private List<String> names = List.of();

    @Option(
            names = "--to",
            paramLabel = "PARENT",
            required = true,
            description = "master, or a sub-master (w2) or its host")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String to;

    @Option(names = "--json", description = "print one JSON object")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    MoveCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        new MoveRequest(names, to, json).send(spec.commandLine().getOut());
        return 0;
    }
}
