package dev.sluice.model;

import java.util.Locale;

/** Numbers of things in words. */
public final class Plural {
    private Plural() {}

    /** Says "1 slot" or "1,024 slots". */
    public static String of(long count, String singular) {
        return of(count, singular, singular + "s");
    }

    /** Says "1 copy" or "2 copies". */
    public static String of(long count, String singular, String plural) {
        return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? singular : plural);
    }
}
