package dev.sluice.cli.report;

import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.UnitFailure;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Lines about units that failed on every worker: one for the first of each kind, then counts. Units are of one kind if
 * they failed with the same exception in the same place. Confined to the master loop.
 */
public final class FailureNews {
    private static final int KINDS = 10;

    private static final class Kind {
        final long firstUnit;
        long count = 1;

        Kind(long firstUnit) {
            this.firstUnit = firstUnit;
        }
    }

    private final Map<String, Kind> kinds = new HashMap<>();

    /** The line about the next failed unit; empty if it is only counted. */
    public Optional<String> line(Action.Quarantine failed) {
        UnitFailure latest = failed.latest();
        String key = kind(latest);
        Kind known = kinds.get(key);
        if (known == null) {
            if (kinds.size() == KINDS) {
                return Optional.empty();
            }
            kinds.put(key, new Kind(failed.unit()));
            String where = failed.workers() == 1 ? "the only worker" : "every worker";
            return Optional.of("unit " + failed.unit() + " failed on " + where + " that tried it: " + text(latest));
        }
        known.count++;
        return isRound(known.count)
                ? Optional.of(known.count + " units have failed as unit " + known.firstUnit + " did")
                : Optional.empty();
    }

    /** The message after the name of the exception, which many a message needs to be understood. */
    private static String text(UnitFailure failure) {
        String name = failure.type().substring(failure.type().lastIndexOf('.') + 1);
        return name.isEmpty() || failure.message().startsWith(name)
                ? failure.message()
                : name + ": " + failure.message();
    }

    /** The exception and its place; without a place its message, whose numbers often name the unit. */
    static String kind(UnitFailure failure) {
        String place = failure.stack()
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("at "))
                .findFirst()
                .orElseGet(() -> failure.message().replaceAll("[0-9]+", "N"));
        return failure.code() + " " + failure.type() + " " + place;
    }

    private static boolean isRound(long count) {
        long rest = count;
        while (rest % 10 == 0) {
            rest /= 10;
        }
        return rest == 1 && count > 1;
    }
}
