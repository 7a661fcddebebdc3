package dev.sluice.insight.history;

import dev.sluice.model.Written;
import java.util.Locale;

/**
 * An application and its arguments.
 *
 * @param name of its jar, without {@code app-} and the ending
 * @param type its class
 * @param build hash of its jars: equal hashes mean equal results
 * @param arguments for people, with secrets replaced
 */
public record ApplicationKey(
        @Written("application") String name,
        @Written("class") String type,
        String build,
        String arguments) {
    private static final int LEAST_HASH = 8;

    /** Tells whether a word may name it: its name, its class with or without package, its build. */
    public boolean isCalled(String word) {
        return name.equalsIgnoreCase(word)
                || type.equals(word)
                || type.toLowerCase(Locale.ROOT).endsWith("." + word.toLowerCase(Locale.ROOT))
                || word.length() >= LEAST_HASH && build.startsWith(word);
    }
}
