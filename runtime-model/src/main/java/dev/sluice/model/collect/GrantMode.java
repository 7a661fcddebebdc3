package dev.sluice.model.collect;

import java.util.Locale;
import java.util.Optional;

/**
 * How many large results may be on their way through one shared link: as many as are offered, a fixed number, or as
 * many as give the best goodput.
 *
 * @param grants how many at most; of {@link Kind#ADAPTIVE} to begin with
 */
public record GrantMode(Kind kind, int grants) {
    /** What the number of grants follows. */
    public enum Kind {
        /** Nothing: the budget of bytes alone bounds it. */
        OFF,
        /** Nothing: it stays. */
        FIXED,
        /** The goodput that is measured. */
        ADAPTIVE
    }

    /** Every offer is granted at once. */
    public static final GrantMode OFF = new GrantMode(Kind.OFF, Integer.MAX_VALUE);

    /** One after the other (AMWAT's congestion control). */
    public static final GrantMode SERIAL = fixed(1);

    /** As many as give the best goodput, found out while the run goes on. */
    public static final GrantMode ADAPTIVE = new GrantMode(Kind.ADAPTIVE, 1);

    /** More than this is not asked for by a number. */
    public static final int MOST = 10_000;

    public GrantMode {
        if (grants < 1) {
            throw new IllegalArgumentException(grants + " grants (expected: at least 1)");
        }
    }

    /** So many at a time. */
    public static GrantMode fixed(int grants) {
        return new GrantMode(Kind.FIXED, grants);
    }

    /** The mode that {@link #toString} writes so, in either case; nothing when there is none. */
    public static Optional<GrantMode> named(String name) {
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "OFF" -> Optional.of(OFF);
            case "SERIAL" -> Optional.of(SERIAL);
            case "ADAPTIVE" -> Optional.of(ADAPTIVE);
            default -> name.matches("[0-9]{1,5}") ? numbered(Integer.parseInt(name)) : Optional.empty();
        };
    }

    private static Optional<GrantMode> numbered(int grants) {
        return grants < 1 || grants > MOST ? Optional.empty() : Optional.of(fixed(grants));
    }

    /** What it does, for a person who chooses. */
    public String sentence() {
        return switch (kind) {
            case OFF -> "every offer is granted at once";
            case FIXED -> grants == 1 ? "one result at a time" : grants + " results at a time";
            case ADAPTIVE -> "as many at a time as give the best goodput";
        };
    }

    @Override
    public String toString() {
        return kind != Kind.FIXED ? kind.name() : grants == 1 ? "SERIAL" : Integer.toString(grants);
    }
}
