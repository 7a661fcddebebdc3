package dev.sluice.cli.runs;

import dev.sluice.master.report.RunDirectory;
import dev.sluice.net.runfile.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;

/**
 * Deletes the addresses of pages whose runs were killed, with their tokens. The guard of a run that listens does so at
 * once. A run in one process has no guard, and the next command that meets its directory does it. Any thread.
 */
public final class StalePages {
    /** Runs below the working directory that a new run looks at. */
    private static final int LATEST = 50;

    private StalePages() {}

    /** Cleans up after the latest runs below the working directory. */
    public static void sweep() {
        try {
            Instant now = Instant.now();
            RunDirectory.latest(LATEST).stream()
                    .filter(run -> Files.exists(RunDirectory.pageFile(run), LinkOption.NOFOLLOW_LINKS))
                    .forEach(run -> clean(KnownRun.read(run, now)));
        } catch (IOException unreadable) {
            // no run was made there
        }
    }

    /** Deletes the address of this run's page if the run was killed and the file names the run. */
    static void clean(KnownRun run) {
        Path file = RunDirectory.pageFile(run.directory());
        Path own = file.getParent();
        if (run.state() != KnownRun.State.KILLED
                || own == null
                || !Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS)
                || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try {
            if (PrivateFiles.read(file).lines().anyMatch(("run=" + run.run())::equals)) {
                RunDirectory.delete(file);
            }
        } catch (IOException | RuntimeException other) {
            // a file of somebody else, or one that cannot be deleted, stays
        }
    }
}
