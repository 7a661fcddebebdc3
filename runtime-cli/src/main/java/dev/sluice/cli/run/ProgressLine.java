package dev.sluice.cli.run;

import dev.sluice.cli.report.TimeLeft;
import dev.sluice.master.RunProgress.Snapshot;
import dev.sluice.model.Amount;
import dev.sluice.model.Plural;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The line about the progress of a run: bar, units, rates, slots, elapsed time and time left. Bar and time left are
 * those of the whole run where the number of cycles is known, else those of the open cycle. Confined to one thread.
 */
final class ProgressLine {
    private static final int BAR = 24;

    /** The present rate is that of the last seconds, and of at least this number of units [ns]. */
    private static final long WINDOW_NANOS = 3_000_000_000L;

    private static final int WINDOW_UNITS = 8;

    /** The present rate never looks back further than this [ns]. */
    private static final long MOST_NANOS = 60_000_000_000L;

    /** Earlier states, the oldest first. */
    private final Deque<Snapshot> earlier = new ArrayDeque<>();

    private final String unit;

    /** @param unit the word for what the run computes */
    ProgressLine(String unit) {
        this.unit = unit;
    }

    /** Takes the next state and returns its line. */
    String next(Snapshot now) {
        double present = present(now);
        earlier.add(now);
        while (earlier.size() > 1 && now.nanos() - earlier.getFirst().nanos() > MOST_NANOS) {
            earlier.removeFirst();
        }
        return now.cycle() < 0 ? "starting" : line(now, present);
    }

    /** Units per second since the latest state that is old enough and has enough units since. */
    private double present(Snapshot now) {
        Snapshot from = null;
        for (Snapshot each : earlier) {
            boolean enough = now.nanos() - each.nanos() >= WINDOW_NANOS
                    && now.finishedInAll() - each.finishedInAll() >= WINDOW_UNITS;
            if (from != null && !enough) {
                break;
            }
            from = each;
        }
        long nanos = from == null ? now.nanos() : now.nanos() - from.nanos();
        long units = from == null ? now.finishedInAll() : now.finishedInAll() - from.finishedInAll();
        return nanos <= 0 ? 0 : units / (nanos / 1e9);
    }

    private String line(Snapshot now, double present) {
        int cycles = now.cyclesInAll();
        double ofCycle = now.units() == 0 ? 1 : (double) now.finished() / now.units();
        double done = cycles > 1 && !now.open() ? now.share() : ofCycle;
        int filled = (int) (done * BAR);
        double mean = now.nanos() <= 0 ? 0 : now.finishedInAll() / (now.nanos() / 1e9);
        String left = cycles > 1 ? left(now) : left(now, present, mean);
        return String.format(
                Locale.ROOT,
                "%s[%s%s] %3.0f %% %s  %s/s, overall %s/s  %s  %s%s",
                cycles(now),
                "#".repeat(filled),
                ".".repeat(BAR - filled),
                Math.floor(100 * done),
                units(now),
                Amount.number(present),
                Amount.number(mean),
                Plural.of(now.slots(), "slot"),
                TimeLeft.elapsed(now.nanos() / 1e9),
                left.isEmpty() ? "" : ", " + left);
    }

    /**
     * Units of the run, if all cycles so far had as many and the number of cycles is known; else those of the cycle.
     */
    private String units(Snapshot now) {
        boolean equal = !now.open() && now.finishedInAll() - now.finished() == now.cycle() * now.units();
        return now.cyclesInAll() > 1 && equal
                ? String.format(Locale.ROOT, "%,d/%,d %ss", now.finishedInAll(), now.units() * now.cyclesInAll(), unit)
                : String.format(
                        Locale.ROOT,
                        "%,d/%,d %ss%s%s",
                        now.finished(),
                        now.units(),
                        unit,
                        now.open() ? " so far" : "",
                        now.cycle() == 0 ? "" : String.format(Locale.ROOT, ", %,d in all", now.finishedInAll()));
    }

    private static String cycles(Snapshot now) {
        return switch (now.cyclesInAll()) {
            case 0 -> "cycle " + now.cycle() + " ";
            case 1 -> "";
            default -> String.format(Locale.ROOT, "%,d/%,d cycles ", now.cyclesFinished(), now.cyclesInAll());
        };
    }

    /** The end of the last cycle, by the last cycles and by the whole run so far. */
    private static String left(Snapshot now) {
        OptionalDouble recent = now.secondsLeft();
        double share = now.share();
        if (recent.isEmpty() || !(share > 0)) {
            return "";
        }
        double mean = now.nanos() / 1e9 * (1 - share) / share;
        return TimeLeft.interval(Math.min(recent.getAsDouble(), mean), Math.max(recent.getAsDouble(), mean)) + " left";
    }

    /** The end of the open cycle, by both rates. */
    private static String left(Snapshot now, double present, double mean) {
        long units = now.units() - now.finished();
        if (now.open() || units == 0 || present <= 0 || mean <= 0) {
            return "";
        }
        double one = units / present;
        double other = units / mean;
        return TimeLeft.interval(Math.min(one, other), Math.max(one, other))
                + " left"
                + (now.cyclesInAll() == 0 ? " of this cycle" : "");
    }
}
