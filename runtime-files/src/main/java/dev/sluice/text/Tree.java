package dev.sluice.text;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The content of a YAML or JSON file. Lines are counted from 1. */
public sealed interface Tree {
    /** Deeper files are refused, before they can exhaust the stack; what people write needs five. */
    int MOST_LEVELS = 16;

    /**
     * The text of a source: JSON or YAML by the end of its name, otherwise JSON when its first character is a brace.
     */
    static Tree read(Source source, String text) {
        String name = source.file().toLowerCase(Locale.ROOT);
        boolean yaml = name.endsWith(".yaml") || name.endsWith(".yml");
        boolean json = name.endsWith(".json") || (!yaml && text.stripLeading().startsWith("{"));
        return json ? PositionedJson.read(source, text) : YamlTree.read(source, text);
    }

    int line();

    /** Describes the node in messages. */
    String kind();

    /** @param text null where nothing, {@code ~} or {@code null} is written */
    record Scalar(int line, @Nullable String text) implements Tree {
        @Override
        public String kind() {
            return text == null ? "nothing" : Source.quoted(text);
        }
    }

    /** A sequence. */
    record Items(int line, List<Tree> items) implements Tree {
        @Override
        public String kind() {
            return "a list";
        }
    }

    /** A mapping, in the order written; no key twice. */
    record Mapping(int line, List<Field> fields) implements Tree {
        @Override
        public String kind() {
            return "a mapping";
        }
    }

    /** One line of a mapping. */
    record Field(String key, int line, Tree value) {}
}
