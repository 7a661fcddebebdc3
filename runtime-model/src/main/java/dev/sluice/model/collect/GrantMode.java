package dev.sluice.model.collect;

import dev.sluice.model.Written;
import java.util.Locale;
import java.util.Optional;

/**
 * How many large results may be on their way through one shared link: all that are offered, a fixed number, or an
 * adaptive number with the best goodput.
 *
 * @param grants maximum number; the initial number for {@link Kind#ADAPTIVE}
 */
public record GrantMode(Kind kind, int grants) {
    /** The kinds of limits. */
    public enum Kind {
        /** No limit; only the budget of bytes applies. */
        OFF,
        /** A constant limit. */
        FIXED,
        /** A limit that follows the measured goodput. */
        ADAPTIVE
    }

    /** Every offer is granted at once. */
    public static final GrantMode OFF = new GrantMode(Kind.OFF, Integer.MAX_VALUE);

    /** One result at a time (AMWAT's congestion control). */
    public static final GrantMode SERIAL = fixed(1);

    /** The number with the best goodput, adapted while the run is running. */
    public static final GrantMode ADAPTIVE = new GrantMode(Kind.ADAPTIVE, 1);

    /** Maximum number that a user may configure. */
    public static final int MOST = 10_000;

    public GrantMode {
        if (grants < 1) {
            throw new IllegalArgumentException(grants + " grants (expected: at least 1)");
        }
    }

    /** A fixed number of results at a time. */
    public static GrantMode fixed(int grants) {
        return new GrantMode(Kind.FIXED, grants);
    }

    /** Parses the form written by {@link #toString}, ignoring case; empty if it is invalid. */
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

    @Written
    public static GrantMode of(String name) {
        return named(name).orElseThrow(() -> new IllegalArgumentException("a value that this version knows"));
    }

    /** The word that documents have. */
    @Written
    public String word() {
        return toString().toLowerCase(Locale.ROOT);
    }

    /** A description for users. */
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
