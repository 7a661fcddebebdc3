package dev.sluice.cli.run;

import dev.sluice.net.message.LongUnit;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * Sentences about units that compute for a long time, and about workers that prepare for long: one for each of the
 * first ten of a cycle. Confined to the master loop.
 */
final class LongUnitNews {
    private static final int LISTED = 10;
    private static final long DAY_NANOS = 86_400_000_000_000L;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private int cycle = -1;
    private int units;
    private int workers;

    /**
     * The line about the next unit; empty if nothing is said.
     *
     * @param worker where it computes, such as {@code w3 on north}
     * @param medianNanos of the units of the cycle so far [ns]; 0 if none has ended
     */
    Optional<String> line(LongUnit unit, String worker, long medianNanos, LocalDateTime now) {
        if (unit.cycle() != cycle) {
            cycle = unit.cycle();
            units = 0;
            workers = 0;
        }
        int number = unit.preparing() ? ++workers : ++units;
        if (number <= LISTED) {
            return Optional.of(
                    unit.preparing() ? preparing(unit, worker, now) : computing(unit, worker, medianNanos, now));
        }
        String more = unit.preparing() ? "workers load" : "units compute";
        return number == LISTED + 1
                ? Optional.of("more " + more + " for that long in cycle " + cycle + "; they are not listed")
                : Optional.empty();
    }

    private static String computing(LongUnit unit, String worker, long medianNanos, LocalDateTime now) {
        String median = medianNanos == 0 ? "no unit of the cycle has ended yet" : "median: " + seconds(medianNanos);
        return "unit " + unit.unit() + " has been computing on " + worker + since(unit, now) + " (" + median + "). "
                + stack(unit) + "; --unit-timeout ends such units";
    }

    private static String preparing(LongUnit unit, String worker, LocalDateTime now) {
        return worker + " has been loading its state, or decoding the input of unit " + unit.unit() + ","
                + since(unit, now) + ". " + stack(unit);
    }

    private static String since(LongUnit unit, LocalDateTime now) {
        DateTimeFormatter format = unit.nanos() < DAY_NANOS ? TIME : DATE;
        return " since " + now.minusNanos(unit.nanos()).format(format) + ", for " + unit.nanos() / 1_000_000_000L
                + " s";
    }

    private static String stack(LongUnit unit) {
        return "\"jstack " + unit.pid() + "\" (or kill -3 " + unit.pid() + ") on " + unit.host()
                + " shows what it does";
    }

    private static String seconds(long nanos) {
        return nanos < 1_000_000 ? "below 1 ms" : String.format(Locale.ROOT, "about %.2g s", nanos / 1e9);
    }
}
