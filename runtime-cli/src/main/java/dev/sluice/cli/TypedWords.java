package dev.sluice.cli;

import java.util.List;

/** The words of a command line. */
final class TypedWords {
    private TypedWords() {}

    /** The words for Sluice: those before {@code --}, after which the options of the application follow. */
    static List<String> ofSluice(String... arguments) {
        List<String> all = List.of(arguments);
        int end = all.indexOf("--");
        return end < 0 ? all : all.subList(0, end);
    }
}
