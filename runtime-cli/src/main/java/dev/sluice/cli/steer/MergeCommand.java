package dev.sluice.cli.steer;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Asks the master of a run to remove sub-masters and to take their workers. */
@Command(
        name = "merge",
        mixinStandardHelpOptions = true,
        customSynopsis = "sluice tree merge [OPTIONS] [RUN] SUBMASTER...",
        description =
                "SUBMASTER is a sub-master (w2) or its host. Its workers move to the master as with 'sluice workers move', "
                        + "and it exits when the last of them has left.",
        exitCodeList = {
            "0:the sub-masters were told to leave",
            "2:usage error, no such sub-master, it has sub-masters below it, no such run, or the run has ended",
            "3:the master cannot be reached",
            "5:internal error in Sluice"
        })
final class MergeCommand implements Callable<Integer> {
    @Mixin
    private final WorkerNames names = new WorkerNames();

    @Override
    public Integer call() throws IOException, InterruptedException {
        names.move("");
        return 0;
    }
}
