package dev.sluice.cli.run;

import dev.sluice.cli.option.PointInTime;
import dev.sluice.cli.process.CommandClock;
import dev.sluice.master.report.Due;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.view.Quantity;
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
        if (by != null && within != null) {
            throw new SluiceException(ErrorCode.USAGE, "--by: with --within (expected: only one of the two)");
        }
        if (by != null) {
            return new Due(PointInTime.of("--by", by), bestEffort);
        }
        if (within != null) {
            double nanos = Quantity.DURATION.of("--within", within);
            return new Due(CommandClock.began().plusNanos(Math.round(nanos)), bestEffort);
        }
        if (bestEffort) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--best-effort: without a finish time (expected: --by or --within)");
        }
        return null;
    }
}
