package dev.sluice.insight.history;

import java.util.Locale;

/**
 * An application and what it was run with.
 *
 * @param name of its jar, without {@code app-} and the ending
 * @param type its class
 * @param build hash of its jars: who has the same computes the same
 * @param arguments as people see them, without what looks like a secret
 */
public record ApplicationKey(String name, String type, String build, String arguments) {
    private static final int LEAST_HASH = 8;

    /** Whether people or programs may mean it by this word: its name, its class with or without package, its build. */
    public boolean isCalled(String word) {
        return name.equalsIgnoreCase(word)
                || type.equals(word)
                || type.toLowerCase(Locale.ROOT).endsWith("." + word.toLowerCase(Locale.ROOT))
                || word.length() >= LEAST_HASH && build.startsWith(word);
    }
}
