package dev.sluice.cli.steer;

import dev.sluice.model.RunId;
import dev.sluice.net.message.SteerAnswer;
import dev.sluice.net.message.SteerWorkers;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Asks the master of a run to let workers go. */
@Command(
        name = "drain",
        mixinStandardHelpOptions = true,
        customSynopsis = "sluice workers drain [OPTIONS] [RUN] WORKER...",
        description = "They finish running units, hand back the rest, deliver their results and exit. "
                + "Nothing is lost, and the run continues with the other workers. The worker 'all' means each of them.",
        exitCodeList = {
            "0:the workers were asked",
            "2:usage error, no such worker, no such run, or the run has ended",
            "3:the master cannot be reached",
            "5:internal error in Sluice"
        })
final class DrainCommand implements Callable<Integer> {
    @Mixin
    private final WorkerNames names = new WorkerNames();

    @Override
    public Integer call() throws Exception {
        RunId run = names.target().run().run();
        SteerAnswer answer = names.steer(SteerWorkers.How.LEAVE);
        names.print(
                SteerJson.drained(run, answer),
                answer.changed().stream()
                        .map(worker -> worker + " leaves " + run)
                        .toList());
        return 0;
    }
}
