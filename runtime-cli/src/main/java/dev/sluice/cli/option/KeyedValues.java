package dev.sluice.cli.option;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.Nearest;
import dev.sluice.model.SluiceException;
import dev.sluice.view.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The value of an option that has keys: {@code WORD,KEY=VALUE,...}. An option that is repeated adds to itself. */
public final class KeyedValues {
    private static final String SEVERAL = "...";

    private final String option;
    private final Map<String, List<String>> values = new LinkedHashMap<>();

    private KeyedValues(String option) {
        this.option = option;
    }

    /**
     * Parses a value.
     *
     * @param parts of the value, which were separated by commas
     * @param known what there may be: {@code WORD}, {@code key=VALUE}, or {@code key=VALUE...} for a key that may be
     *     repeated
     * @throws SluiceException USAGE for anything else
     */
    public static KeyedValues parse(String option, List<String> parts, String... known) {
        Map<String, String> forms = new LinkedHashMap<>();
        for (String form : known) {
            forms.put(form.replaceFirst("=.*", ""), form);
        }
        KeyedValues parsed = new KeyedValues(option);
        for (String part : parts) {
            String[] word = part.strip().split("=", 2);
            String key = forms.keySet().stream()
                    .filter(word[0]::equalsIgnoreCase)
                    .findFirst()
                    .orElse("");
            String form = forms.getOrDefault(key, "");
            boolean valued = form.contains("=");
            if (form.isEmpty() || valued != (word.length == 2) || valued && word[1].isEmpty()) {
                throw parsed.wrong("'" + part + "' (expected: " + String.join(", ", known)
                        + (form.isEmpty() ? Nearest.hint(word[0], forms.keySet()) : "") + ")");
            }
            List<String> of = parsed.values.computeIfAbsent(key, each -> new ArrayList<>());
            if (!of.isEmpty() && !form.endsWith(SEVERAL)) {
                throw parsed.wrong(key + " twice (expected: once)");
            }
            of.add(valued ? word[1] : "");
        }
        return parsed;
    }

    private SluiceException wrong(String what) {
        return new SluiceException(ErrorCode.USAGE, option + ": " + what);
    }

    /** Returns whether a word or a key is given. */
    public boolean has(String key) {
        return values.containsKey(key);
    }

    /** The one of these words and keys that is given; null for none, and a usage error for two. */
    public @Nullable String only(String... alternatives) {
        List<String> given = Stream.of(alternatives).filter(this::has).toList();
        if (given.size() > 1) {
            throw wrong(given.get(0) + " with " + given.get(1) + " (expected: only one of the two)");
        }
        return given.isEmpty() ? null : given.get(0);
    }

    /** The value of a key; null if it is not given. */
    public @Nullable String text(String key) {
        return has(key) ? texts(key).get(0) : null;
    }

    /** The values of a key that may be repeated. */
    public List<String> texts(String key) {
        return values.getOrDefault(key, List.of());
    }

    /** The number that a key has, or else the usual one; a usage error outside of the range. */
    public int whole(String key, int usual, int least, int most) {
        String text = text(key);
        if (text == null) {
            return usual;
        }
        try {
            return OptionRange.between(name(key), Integer.parseInt(text), least, most);
        } catch (NumberFormatException wrong) {
            throw new SluiceException(
                    ErrorCode.USAGE, name(key) + ": '" + text + "' (expected: " + least + " to " + most + ")", wrong);
        }
    }

    /** The size that a key has; null if it is not given [bytes]. */
    public @Nullable Long bytes(String key) {
        String text = text(key);
        return text == null ? null : Long.valueOf((long) Quantity.SPACE.of(name(key), text));
    }

    /** The choice of a key, in any case, or else the usual one. */
    public <E extends Enum<E>> E choice(String key, E usual) {
        String text = text(key);
        E[] all = usual.getDeclaringClass().getEnumConstants();
        return text == null
                ? usual
                : Stream.of(all)
                        .filter(each -> each.name().equalsIgnoreCase(text))
                        .findFirst()
                        .orElseThrow(() -> new SluiceException(
                                ErrorCode.USAGE, name(key) + ": " + text + " (expected: one of " + List.of(all) + ")"));
    }

    /** A key as messages name it. */
    public String name(String key) {
        return option + " " + key;
    }
}
