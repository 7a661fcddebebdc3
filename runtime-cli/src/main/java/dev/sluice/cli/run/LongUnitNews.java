package dev.sluice.cli.run;

import dev.sluice.net.message.LongUnit;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** Sentences about units that compute for a long time: one for each of the first ten. Confined to the master loop. */
final class LongUnitNews {
    private static final int LISTED = 10;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    private int units;

    /**
     * The line about the next unit; empty if nothing is said.
     *
     * @param worker where it computes, such as {@code w3 on north}
     * @param medianNanos of all units so far [ns]; 0 if none has ended
     */
    Optional<String> line(LongUnit unit, String worker, long medianNanos, LocalTime now) {
        units++;
        if (units > LISTED) {
            return units == LISTED + 1
                    ? Optional.of("more units compute for that long; they are not listed")
                    : Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "unit %d has been computing on %s since %s, for %d s (%s). \"jstack %d\" on %s shows what it does;"
                        + " --unit-timeout ends such units",
                unit.unit(),
                worker,
                now.minusNanos(unit.nanos()).format(TIME),
                unit.nanos() / 1_000_000_000L,
                medianNanos == 0 ? "no unit has ended yet" : "median: " + seconds(medianNanos),
                unit.pid(),
                unit.host()));
    }

    private static String seconds(long nanos) {
        return nanos < 1_000_000 ? "below 1 ms" : String.format(Locale.ROOT, "about %.2g s", nanos / 1e9);
    }
}
