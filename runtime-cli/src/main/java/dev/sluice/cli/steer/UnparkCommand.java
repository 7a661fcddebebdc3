package dev.sluice.cli.steer;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Asks the master of a run to let parked workers work again. */
@Command(
        name = "unpark",
        mixinStandardHelpOptions = true,
        customSynopsis = "sluice workers unpark [OPTIONS] [RUN] WORKER...",
        description = "They get the setup of the open cycle if they missed it, and then units.",
        exitCodeList = {
            "0:the workers work again",
            "2:usage error, no such worker, no such run, or the run has ended",
            "3:the master cannot be reached",
            "5:internal error in Sluice"
        })
final class UnparkCommand implements Callable<Integer> {
    @Mixin
    private final WorkerNames names = new WorkerNames();

    @Override
    public Integer call() throws IOException, InterruptedException {
        names.park(false);
        return 0;
    }
}
