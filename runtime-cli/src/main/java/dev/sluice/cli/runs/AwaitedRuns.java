package dev.sluice.cli.runs;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.nio.file.Path;
import java.util.List;

/** Runs that have to succeed before another one begins. */
public final class AwaitedRuns {
    private AwaitedRuns() {}

    /**
     * Waits until all these runs have ended.
     *
     * @param directories of the runs
     * @throws SluiceException AWAITED_RUN_FAILED if one did not succeed
     */
    public static void demand(List<Path> directories) throws InterruptedException {
        for (Path directory : directories) {
            KnownRun end = new RunEnding(directory).await(Pause.real(), line -> {});
            int code = RunEnding.exitCode(end);
            if (code != 0) {
                throw new SluiceException(
                        ErrorCode.AWAITED_RUN_FAILED,
                        "--after: " + directory.getFileName() + ": " + end.words()
                                + " (expected: complete, with exit code 0)");
            }
        }
    }

    /** Tells whether this run has ended, however it did, and no pool starts it again. */
    public static boolean hasEnded(Path directory) {
        RunEnding ending = new RunEnding(directory);
        return ending.hasCome(ending.look());
    }
}
