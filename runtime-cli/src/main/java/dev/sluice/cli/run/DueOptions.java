package dev.sluice.cli.run;

import dev.sluice.cli.option.PointInTime;
import dev.sluice.master.report.Due;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that ask for a finish time. */
final class DueOptions {
    @Option(
            names = "--by",
            paramLabel = "TIME",
            description = "start only if the run will probably be complete by TIME, such as 17:00 or 2026-01-31T08:00, "
                    + "and say at once when not (docs/promise.md)")
    @Nullable
    String by;

    @Option(names = "--within", paramLabel = "TIME", description = "the same, counted from the command, such as 40m")
    @Nullable
    String within;

    @Option(names = "--best-effort", description = "with --by or --within: start although it cannot be kept")
    boolean bestEffort;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    DueOptions() {}

    /** The time that is asked for; null: none. */
    @Nullable
    Due due() {
        Instant asked = PointInTime.asked(by, within);
        if (asked == null && bestEffort) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--best-effort: without a finish time (expected: --by or --within)");
        }
        return asked == null ? null : new Due(asked, bestEffort);
    }
}
