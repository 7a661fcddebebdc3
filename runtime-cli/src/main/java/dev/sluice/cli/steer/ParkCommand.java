package dev.sluice.cli.steer;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Asks the master of a run to go on without some workers for a while. */
@Command(
        name = "park",
        mixinStandardHelpOptions = true,
        customSynopsis = "sluice workers park [OPTIONS] [RUN] WORKER...",
        description = "The workers stay connected, finish running units, hand back the rest and get no more, until "
                + "'sluice workers unpark' lets them work again. "
                + "At least one worker stays at work.",
        exitCodeList = {
            "0:the workers are parked",
            "2:usage error, no such worker, no such run, the last worker at work, or the run has ended",
            "3:the master cannot be reached",
            "5:internal error in Sluice"
        })
final class ParkCommand implements Callable<Integer> {
    @Mixin
    private final WorkerNames names = new WorkerNames();

    @Override
    public Integer call() throws IOException, InterruptedException {
        names.park(true);
        return 0;
    }
}
