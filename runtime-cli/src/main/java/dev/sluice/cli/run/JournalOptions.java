package dev.sluice.cli.run;

import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.cli.option.KeyedValues;
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
            split = ",",
            hideParamSyntax = true,
            paramLabel = "LEVEL[,orphan-time=TIME]",
            description = "results that 'sluice resume' finds: SYNC (after a power failure), OS (after a crash) or "
                    + "NONE; orphan-time=TIME for waiting workers (docs/journal.md)")
    private List<String> journal = List.of();

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
        KeyedValues keys = KeyedValues.parse("--journal", journal, "SYNC", "OS", "NONE", "orphan-time=TIME");
        String level = keys.only("SYNC", "OS", "NONE");
        JournalLevel told = level == null ? null : JournalLevel.valueOf(level);
        JournalLevel usual = open || start.others() ? JournalLevel.SYNC : JournalLevel.OS;
        JournalLevel used = !canGoOn ? JournalLevel.NONE : told == null ? usual : told;
        long orphanNanos = used == JournalLevel.SYNC ? ORPHAN_NANOS : 0;
        String orphanTime = keys.text("orphan-time");
        if (orphanTime != null) {
            String name = keys.name("orphan-time");
            orphanNanos = orphanTime.equals("0") ? 0 : (long) Quantity.DURATION.of(name, orphanTime);
            if (used == JournalLevel.NONE && orphanNanos > 0) {
                throw new SluiceException(
                        ErrorCode.USAGE,
                        name + ": " + orphanTime + " without a journal (expected: SYNC or OS with it)");
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
