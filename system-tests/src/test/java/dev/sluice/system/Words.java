package dev.sluice.system;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;

/** The words of a command. */
final class Words {
    private Words() {}

    static String[] of(String text, String[] value) {
        return of(text, (Object) value);
    }

    /**
     * The words of this text. Each {@code %s} stands for the next value, which is not split; the elements of a
     * collection or an array are words of their own.
     */
    static String[] of(String text, Object... values) {
        Iterator<Object> next = Arrays.asList(values).iterator();
        List<String> words = new ArrayList<>();
        for (String word : text.split(" ")) {
            Object value = word.equals("%s") ? next.next() : null;
            if (value instanceof Collection<?> some) {
                some.forEach(each -> words.add(each.toString()));
            } else if (value instanceof Object[] some) {
                Arrays.stream(some).forEach(each -> words.add(each.toString()));
            } else if (value != null) {
                words.add(value.toString());
            } else {
                String[] parts = (word + "\0").split("%s"); // the mark keeps an empty part at the end
                StringBuilder filled = new StringBuilder(parts[0]);
                for (int i = 1; i < parts.length; i++) {
                    filled.append(next.next()).append(parts[i]);
                }
                words.add(filled.substring(0, filled.length() - 1));
            }
        }
        if (next.hasNext()) {
            throw new IllegalArgumentException("a value has no %s in: " + text);
        }
        return words.toArray(String[]::new);
    }
}
