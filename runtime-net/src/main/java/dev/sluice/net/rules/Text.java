package dev.sluice.net.rules;

/** Makes a peer's text printable: no control characters, no direction marks, bounded. */
public final class Text {
    private static final char REPLACEMENT = '\uFFFD';

    private Text() {}

    /**
     * At most {@code limit} characters of {@code text} on one line; characters that a terminal might interpret are
     * replaced.
     */
    public static String printable(String text, int limit) {
        return clean(text, limit, false);
    }

    /** The same as {@link #printable}, but newlines and tabs stay, for a stack trace. */
    public static String printableLines(String text, int limit) {
        return clean(text, limit, true);
    }

    private static String clean(String text, int limit, boolean lines) {
        int length = Math.min(text.length(), limit);
        int i = 0;
        while (i < length && shown(text.charAt(i), lines)) {
            i++;
        }
        if (i == text.length()) {
            return text;
        }
        StringBuilder clean = new StringBuilder(length).append(text, 0, i);
        for (; i < length; i++) {
            char c = text.charAt(i);
            clean.append(shown(c, lines) ? c : REPLACEMENT);
        }
        return clean.toString();
    }

    private static boolean shown(char c, boolean lines) {
        if (c >= ' ' && c < 0x7F) {
            return true;
        }
        if (c == '\n' || c == '\t') {
            return lines;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
