package dev.sluice.system;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** The words of a command. */
final class Words {
    private Words() {}

    /** Texts are split at their spaces. Elements of a collection or an array are words as they are, as is all else. */
    static String[] of(Object... parts) {
        return Stream.of(parts).flatMap(Words::words).toArray(String[]::new);
    }

    private static Stream<String> words(Object part) {
        if (part instanceof String text) {
            return text.isEmpty() ? Stream.empty() : Stream.of(text.split(" "));
        }
        Collection<?> words = part instanceof Collection<?> some
                ? some
                : part instanceof Object[] array ? List.of(array) : List.of(part);
        return words.stream().map(Object::toString);
    }
}
