package dev.sluice.view;

import java.util.List;
import java.util.stream.Collectors;

/** Words and numbers inside a mapping in braces, quoted where YAML would read something else. */
final class YamlWord {
    private static final String PLAIN = "[A-Za-z0-9_.][A-Za-z0-9_./ +-]*";

    private YamlWord() {}

    static String of(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(YamlWord::of).collect(Collectors.joining(", ", "[", "]"));
        }
        String text = String.valueOf(value);
        boolean plain = text.matches(PLAIN) && !text.endsWith(" ") && !text.equalsIgnoreCase("null");
        return plain ? text : quoted(text);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(point -> {
            if (point == '"' || point == '\\') {
                quoted.append('\\').appendCodePoint(point);
            } else if (Character.isISOControl(point)) {
                quoted.append(String.format("\\u%04x", point));
            } else {
                quoted.appendCodePoint(point);
            }
        });
        return quoted.append('"').toString();
    }
}
