package dev.sluice.cli.option;

import dev.sluice.launch.pool.PoolLauncher;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.pool.Deadline;
import dev.sluice.view.Quantity;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options about a pool from which a run takes workers. */
public final class PoolOptions {
    private static final int MOST_SLOTS = 1 << 24;
    private static final int MOST_WEIGHT = 1_000;
    private static final int MOST_PRIORITY = 100;

    @Option(names = "--pool", description = "take workers from your pool ('sluice pool start'), as many as it grants")
    private boolean pool;

    @Mixin
    private final PoolClientOptions client = new PoolClientOptions();

    @Option(
            names = "--weight",
            paramLabel = "N",
            description = "share of the pool's slots, relative to other runs of the same priority (default: 1)")
    private @Nullable Integer weight;

    @Option(
            names = "--priority",
            paramLabel = "N",
            description = "runs of a higher priority get slots of the pool first, -100 to 100 (default: 0)")
    private @Nullable Integer priority;

    @Option(
            names = "--least-slots",
            paramLabel = "N",
            description = "slots of the pool that the run keeps even without work (default: 0)")
    private @Nullable Integer least;

    @Option(
            names = "--most-slots",
            paramLabel = "N",
            description = "slots of the pool that the run may have (default: all)")
    private @Nullable Integer most;

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            description = "when the run should have ended, such as 2h from now, or 2026-01-31T08:00; a pool then"
                    + " gives and asks for slots that the time needs, even where they gain little")
    private @Nullable String deadline;

    /** Returns whether a pool is asked for. */
    public boolean asked() {
        return pool;
    }

    /**
     * Concludes the options; reads the file of the pool. Null without {@code --pool}.
     *
     * @throws SluiceException NO_POOL if none was started there, USAGE for values that make no sense
     */
    public PoolLauncher.@Nullable Terms terms() {
        if (!pool) {
            if (client.isTold()
                    || weight != null
                    || priority != null
                    || least != null
                    || most != null
                    || deadline != null) {
                throw new SluiceException(
                        ErrorCode.USAGE,
                        "--pool-dir, --pool-role, --weight, --priority, --least-slots, --most-slots, --deadline:"
                                + " without --pool (expected: with it)");
            }
            return null;
        }
        int mostSlots = most == null ? MOST_SLOTS : OptionRange.between("--most-slots", most, 1, MOST_SLOTS);
        return new PoolLauncher.Terms(
                client.address().read(),
                weight == null ? 1 : OptionRange.between("--weight", weight, 1, MOST_WEIGHT),
                priority == null ? 0 : OptionRange.between("--priority", priority, -MOST_PRIORITY, MOST_PRIORITY),
                least == null ? 0 : OptionRange.between("--least-slots", least, 0, mostSlots),
                mostSlots,
                deadlineNanos());
    }

    /** Time from now to the deadline [ns]. */
    private long deadlineNanos() {
        if (deadline == null) {
            return Deadline.NONE;
        }
        if (!deadline.contains("T")) {
            return Math.max(1, (long) Quantity.DURATION.of("--deadline", deadline));
        }
        try {
            return Duration.between(LocalDateTime.now(ZoneId.systemDefault()), LocalDateTime.parse(deadline))
                    .toNanos();
        } catch (DateTimeParseException wrong) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--deadline: '" + deadline + "' (expected: a duration such as 2h, or a local time such as"
                            + " 2026-01-31T08:00)");
        }
    }
}
