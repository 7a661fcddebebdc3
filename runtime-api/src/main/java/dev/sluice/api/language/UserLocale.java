package dev.sluice.api.language;

import java.util.Map;

/**
 * The locale of the user, for programs that Sluice starts. Java names files in characters of its locale; where the
 * user's locale does not have UTF-8, {@code ./sluice} starts Java in another one and keeps the user's in a variable.
 */
public final class UserLocale {
    private static final String KEPT = "SLUICE_LC_ALL";
    private static final String LOCALE = "LC_ALL";

    private UserLocale() {}

    /** Gives back the user's locale to the environment of a program. */
    public static void restore(Map<String, String> environment) {
        String own = environment.remove(KEPT);
        if (own == null) {
            return;
        }
        if (own.isEmpty()) {
            environment.remove(LOCALE);
        } else {
            environment.put(LOCALE, own);
        }
    }
}
