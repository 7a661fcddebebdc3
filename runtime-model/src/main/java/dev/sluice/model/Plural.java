package dev.sluice.model;

import java.util.Locale;

/** Numbers of things in words. */
public final class Plural {
    private Plural() {}

    /** Says "1 slot" or "1,024 slots". */
    public static String of(long count, String singular) {
        return String.format(Locale.ROOT, "%,d %s%s", count, singular, count == 1 ? "" : "s");
    }
}
