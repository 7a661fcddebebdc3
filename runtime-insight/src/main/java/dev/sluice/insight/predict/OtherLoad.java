package dev.sluice.insight.predict;

import dev.sluice.net.runfile.ThreadTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Processor time that other processes of this machine take while units are timed. Their load makes the times longer,
 * and those of another moment differ from them. Used by one thread.
 */
public final class OtherLoad {
    private static final Path STAT = Path.of("/proc/stat");

    /** Load that is worth a line [processors]. */
    private static final double MUCH = 0.1;

    /** Unit of the times in {@code /proc/stat}, on all usual Linux systems [s]. */
    private static final double TICK_SECONDS = 0.01;

    /** Positions in the line "cpu" of the times that count as load: user, nice, system, irq, softirq, steal. */
    private static final int[] BUSY = {1, 2, 3, 6, 7, 8};

    private final Path stat;
    private final LongSupplier ownNanos;
    private final LongSupplier clock;
    private final double busySeconds;
    private final long startOwnNanos;
    private final long startNanos;

    /** Begins to measure this machine. */
    public static OtherLoad begin() {
        return new OtherLoad(STAT, ThreadTime::ofThisProcess, System::nanoTime);
    }

    OtherLoad(Path stat, LongSupplier ownNanos, LongSupplier clock) {
        this.stat = stat;
        this.ownNanos = ownNanos;
        this.clock = clock;
        this.busySeconds = busySeconds(stat);
        this.startOwnNanos = ownNanos.getAsLong();
        this.startNanos = clock.getAsLong();
    }

    /** The line about the load since the begin; empty if there was little, or if the system does not tell. */
    public Optional<String> sentence() {
        double seconds = (clock.getAsLong() - startNanos) / 1e9;
        double own = (ownNanos.getAsLong() - startOwnNanos) / 1e9;
        double others = (busySeconds(stat) - busySeconds - own) / Math.max(1e-3, seconds);
        return others > MUCH // NaN is not
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "other processes used %.1f processors while units were timed: on an idle machine the prediction"
                                + " may differ",
                        others))
                : Optional.empty();
    }

    private static double busySeconds(Path stat) {
        try {
            String[] words =
                    Files.readString(stat).lines().findFirst().orElse("").split(" +");
            double ticks = 0;
            for (int position : BUSY) {
                ticks += Double.parseDouble(words[position]);
            }
            return ticks * TICK_SECONDS;
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException unknown) {
            return Double.NaN;
        }
    }
}
