package dev.sluice.text;

import dev.sluice.model.Nearest;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * A mapping whose fields are asked for one by one; those that nobody knows, or that hold something else, are errors of
 * the source. Immutable.
 */
public final class Entry {
    private final Source source;
    private final Tree.Mapping mapping;

    /** Names the mapping in messages: "hosts[3] (c)". */
    private final String what;

    private Entry(Source source, Tree.Mapping mapping, String what) {
        this.source = source;
        this.mapping = mapping;
        this.what = what;
    }

    /** @param known all fields that such a mapping may have */
    public static Entry of(Source source, Tree tree, String what, List<String> known) {
        if (!(tree instanceof Tree.Mapping mapping)) {
            throw source.wrong(tree.line(), what + ": " + tree.kind(), "a mapping with " + String.join(", ", known));
        }
        for (Tree.Field field : mapping.fields()) {
            if (!known.contains(field.key())) {
                throw source.wrong(
                        field.line(),
                        what + ": unknown field " + Source.quoted(field.key()),
                        "one of " + String.join(", ", known) + Nearest.hint(field.key(), known));
            }
        }
        return new Entry(source, mapping, what);
    }

    /** One with any fields. */
    public static Entry of(Source source, Tree tree, String what) {
        if (!(tree instanceof Tree.Mapping mapping)) {
            throw source.wrong(tree.line(), what + ": " + tree.kind(), "a mapping");
        }
        return new Entry(source, mapping, what);
    }

    /** The line of its beginning, counted from 1. */
    public int line() {
        return mapping.line();
    }

    /** An error in this field, or in the mapping if it is not there. */
    public RuntimeException wrong(String key, String offence, String expected) {
        int line = field(key).map(Tree.Field::line).orElse(mapping.line());
        return source.wrong(line, what + ": " + key + ": " + offence, expected);
    }

    private Optional<Tree.Field> field(String key) {
        for (Tree.Field field : mapping.fields()) {
            if (field.key().equals(key)) {
                return Optional.of(field);
            }
        }
        return Optional.empty();
    }

    /** Returns whether the mapping has this field. */
    public boolean has(String key) {
        return field(key).isPresent();
    }

    /** Whatever the field holds. */
    public Optional<Tree> value(String key) {
        return field(key).map(Tree.Field::value);
    }

    /** A word or number, as it is written. */
    public Optional<String> text(String key) {
        return field(key).map(field -> {
            if (field.value() instanceof Tree.Scalar scalar && scalar.text() != null) {
                return scalar.text();
            }
            throw wrong(key, field.value().kind(), "a word or a number, or the field left out");
        });
    }

    /** Which has to be there. */
    public String name(String key) {
        String name = text(key).orElseThrow(() -> wrong(key, "missing", "a name"));
        if (name.isBlank() || name.length() > 255 || name.chars().anyMatch(Character::isISOControl)) {
            throw wrong(key, Source.quoted(name), "a name of 1 to 255 characters that can be printed");
        }
        return name;
    }

    /** One or several words. */
    public List<String> names(String key) {
        Optional<Tree.Field> field = field(key);
        if (field.isEmpty() || !(field.get().value() instanceof Tree.Items items)) {
            return text(key).stream().toList();
        }
        List<String> names = new ArrayList<>();
        for (Tree item : items.items()) {
            if (!(item instanceof Tree.Scalar scalar) || scalar.text() == null) {
                throw wrong(key, item.kind(), "names");
            }
            names.add(scalar.text());
        }
        return names;
    }

    /** Elements that have to be there. */
    public List<Tree> items(String key) {
        Tree.Field field = field(key).orElseThrow(() -> wrong(key, "missing", "a list with at least one element"));
        if (!(field.value() instanceof Tree.Items items) || items.items().isEmpty()) {
            throw wrong(
                    key,
                    field.value() instanceof Tree.Items
                            ? "an empty list"
                            : field.value().kind(),
                    "a list with at least one element");
        }
        return items.items();
    }

    /**
     * A number with a unit, above 0.
     *
     * @param parse the number of a text; throws IllegalArgumentException with what it expected
     */
    public OptionalDouble quantity(String key, ToDoubleFunction<String> parse) {
        Optional<String> text = text(key);
        if (text.isEmpty()) {
            return OptionalDouble.empty();
        }
        double value;
        try {
            value = parse.applyAsDouble(text.get());
        } catch (IllegalArgumentException wrong) {
            throw wrong(key, Source.quoted(text.get()), String.valueOf(wrong.getMessage()));
        }
        if (value == 0) {
            throw wrong(key, Source.quoted(text.get()), "above 0; what is not limited has no such field");
        }
        return OptionalDouble.of(value);
    }

    /** A plain number in this range, ends included. */
    public OptionalDouble number(String key, double least, double most) {
        Optional<String> text = text(key);
        if (text.isEmpty()) {
            return OptionalDouble.empty();
        }
        double value = text.get().matches("[-+]?[0-9.]{1,30}([eE][-+]?[0-9]{1,2})?") ? parse(text.get()) : Double.NaN;
        if (!(value >= least && value <= most)) {
            throw wrong(key, Source.quoted(text.get()), "a number from " + plain(least) + " to " + plain(most));
        }
        return OptionalDouble.of(value);
    }

    private static double parse(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException wrong) {
            return Double.NaN;
        }
    }

    private static String plain(double number) {
        return new BigDecimal(String.valueOf(number)).stripTrailingZeros().toPlainString();
    }

    /** One of these words. */
    public Optional<String> word(String key, List<String> words) {
        Optional<String> text = text(key);
        text.ifPresent(word -> {
            if (!words.contains(word)) {
                throw wrong(key, Source.quoted(word), String.join(" or ", words) + Nearest.hint(word, words));
            }
        });
        return text;
    }
}
