package dev.sluice.cli.steer;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Asks the master of a run to move workers to another master of the run. */
@Command(
        name = "move",
        mixinStandardHelpOptions = true,
        customSynopsis = "sluice workers move [OPTIONS] [RUN] WORKER... --to PARENT",
        description = "Workers move below a sub-master, below another one, or back to the master. "
                + "Each hands back what it has not started, delivers what it computes, and joins the other master with "
                + "its process, application and setup. No unit is lost or computed twice.",
        exitCodeList = {
            "0:the workers were told to move",
            "2:usage error, no such worker or sub-master, no such run, or the run has ended",
            "3:the master cannot be reached",
            "5:internal error in Sluice"
        })
final class MoveCommand implements Callable<Integer> {
    @Mixin
    private final WorkerNames names = new WorkerNames();

    @Option(
            names = "--to",
            paramLabel = "PARENT",
            required = true,
            description = "master, or a sub-master (w2) or its host")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String to;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    MoveCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        names.move(to);
        return 0;
    }
}
