package dev.sluice.cli.run;

import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.master.journal.JournalLevel;
import dev.sluice.master.journal.WorthKeeping;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.view.Quantity;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that let a run go on after its master was lost. */
final class JournalOptions {
    private static final long ORPHAN_NANOS = 600_000_000_000L;

    @Option(
            names = "--journal",
            paramLabel = "LEVEL",
            description =
                    "what accepted results survive, with which 'sluice resume' goes on: SYNC (a power failure), OS"
                            + " (the end of the master's process), or NONE (default: SYNC with --listen or workers on"
                            + " other machines, else OS, both without results that cost less to compute again"
                            + " than to write)")
    private @Nullable JournalLevel level;

    @Option(
            names = "--orphan-time",
            paramLabel = "TIME",
            description = "how long workers keep computing for 'sluice resume' when the master is lost, such as 30m; "
                    + "0 = they end at once (default: 10m with --journal SYNC, else 0)")
    private @Nullable String orphanTime;

    @Option(names = "--resume-run", hidden = true, description = "directory of the run that goes on")
    private @Nullable Path resumed;

    @Option(names = "--resume-changed", hidden = true, description = "the user vouches for what has changed")
    private boolean changed;

    /**
     * Concludes the options.
     *
     * @param start the workers of the run
     * @param open whether others may join
     * @param canGoOn whether another process could run the same command
     * @param words of the command line
     */
    Durability conclude(WorkersToStart start, boolean open, boolean canGoOn, List<String> words) {
        JournalLevel told = level;
        JournalLevel usual = open || start.others() ? JournalLevel.SYNC : JournalLevel.OS;
        JournalLevel used = !canGoOn ? JournalLevel.NONE : told == null ? usual : told;
        long orphanNanos = used == JournalLevel.SYNC ? ORPHAN_NANOS : 0;
        if (orphanTime != null) {
            orphanNanos = orphanTime.equals("0") ? 0 : (long) Quantity.DURATION.of("--orphan-time", orphanTime);
            if (used == JournalLevel.NONE && orphanNanos > 0) {
                throw new SluiceException(
                        ErrorCode.USAGE,
                        "--orphan-time: " + orphanTime + " without a journal (expected: --journal sync or os with it)");
            }
        }
        boolean anew = resumed != null && DurableRun.isUnbegun(resumed);
        return new Durability(
                used,
                told == null ? WorthKeeping.usual(used) : WorthKeeping.ALL,
                start.embedded() ? 0 : orphanNanos,
                resumed,
                changed,
                anew,
                used == JournalLevel.NONE ? List.of() : words); // without a journal nothing can go on
    }
}
