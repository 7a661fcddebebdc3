package dev.sluice.cli.predict;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An option of the application with the values to try: {@code tile=8x8..256x256}, {@code rows=1..64} or
 * {@code kind=a,b,c}. Ranges go by factors of two.
 *
 * @param name as the application has it, with its dashes
 */
record SweptOption(String name, List<String> values) {
    private static final int MOST = 12;
    private static final Pattern TYPED = Pattern.compile("(-{0,2}[A-Za-z][A-Za-z0-9_.-]*)=(.+)");
    private static final Pattern RANGE =
            Pattern.compile("([0-9]{1,9})(?:x([0-9]{1,9}))?\\.\\.([0-9]{1,9})(?:x([0-9]{1,9}))?");

    SweptOption {
        values = List.copyOf(values);
    }

    /**
     * Reads an option as typed.
     *
     * @throws SluiceException USAGE if it is none, or has too many values
     */
    static SweptOption parse(String text) {
        Matcher typed = TYPED.matcher(text);
        if (!typed.matches()) {
            throw wrong(text);
        }
        Matcher range = RANGE.matcher(typed.group(2));
        List<String> values = range.matches()
                ? range(text, range)
                : Stream.of(typed.group(2).split(",", -1))
                        .map(String::strip)
                        .distinct()
                        .toList();
        if (values.size() > MOST || values.contains("") || values.stream().anyMatch(each -> each.contains(".."))) {
            throw wrong(text);
        }
        String word = typed.group(1);
        return new SweptOption(word.startsWith("-") ? word : word.length() == 1 ? "-" + word : "--" + word, values);
    }

    private static List<String> range(String text, Matcher range) {
        boolean isPair = range.group(2) != null;
        if (isPair != (range.group(4) != null)) {
            throw wrong(text);
        }
        long one = Long.parseLong(range.group(1));
        long other = isPair ? Long.parseLong(range.group(2)) : 0;
        long oneEnd = Long.parseLong(range.group(3));
        long otherEnd = isPair ? Long.parseLong(range.group(4)) : 0;
        if (one < 1 || one > oneEnd || isPair && (other < 1 || other > otherEnd)) {
            throw wrong(text);
        }
        List<String> values = new ArrayList<>();
        while (true) {
            values.add(isPair ? one + "x" + other : String.valueOf(one));
            if (one == oneEnd && other == otherEnd) {
                return values;
            }
            one = Math.min(2 * one, oneEnd);
            other = Math.min(2 * other, otherEnd);
        }
    }

    /** The application's arguments with this value, in place of one that they have. */
    List<String> in(List<String> arguments, String value) {
        List<String> changed = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String each = arguments.get(i);
            if (each.equals(name)) {
                i++; // its value
            } else if (!each.startsWith(name + "=")) {
                changed.add(each);
            }
        }
        changed.add(name);
        changed.add(value);
        return changed;
    }

    private static SluiceException wrong(String text) {
        return new SluiceException(
                ErrorCode.USAGE,
                "--sweep: " + text + " (expected: an option of the application with 1 to " + MOST
                        + " values, such as tile=8x8..256x256, rows=1..64 or kind=a,b)");
    }
}
