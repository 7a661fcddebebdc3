package dev.sluice.app.each.template;

/**
 * Quotes values for a POSIX shell. Texts are byte strings: one char for each byte (ISO 8859-1). A value never has a NUL
 * byte, because no argument can have one.
 */
final class ShellQuote {
    private ShellQuote() {}

    /** Tells whether a shell reads the value as one word that is the value itself. */
    static boolean isPlain(String value) {
        for (int i = 0; i < value.length(); i++) {
            char at = value.charAt(i);
            boolean plain = at >= 'a' && at <= 'z'
                    || at >= 'A' && at <= 'Z'
                    || at >= '0' && at <= '9'
                    || "+-./_".indexOf(at) >= 0;
            if (!plain) {
                return false;
            }
        }
        return !value.isEmpty();
    }

    /** Tells whether a shell takes a part of a line as it is. */
    static boolean isTakenAsIs(String text) {
        return text.chars().allMatch(at -> at > ' ' && at < 127 && "\\\"'`$;|&<>()*?[]{}~#!^".indexOf(at) < 0);
    }

    /** Quotes a value as one word; a plain value stays as it is. */
    static String word(String value) {
        if (isPlain(value)) {
            return value;
        }
        if (value.isEmpty()) {
            return "''";
        }
        String quoted = "'" + inSingle(value) + "'";
        int start = quoted.startsWith("''") ? 2 : 0;
        int end = quoted.length() - (quoted.endsWith("''") ? 2 : 0);
        return quoted.substring(start, end);
    }

    /** Escapes a value between single quotes. */
    static String inSingle(String value) {
        return value.replace("'", "'\"'\"'");
    }

    /** Escapes a value between double quotes. */
    static String inDouble(String value) {
        return escaped(value, "\\\"$`");
    }

    /** Escapes shell text between backticks. */
    static String inBackticks(String text) {
        return escaped(text, "\\$`");
    }

    private static String escaped(String value, String special) {
        StringBuilder escaped = new StringBuilder(value.length() + 8);
        for (int i = 0; i < value.length(); i++) {
            if (special.indexOf(value.charAt(i)) >= 0) {
                escaped.append('\\');
            }
            escaped.append(value.charAt(i));
        }
        return escaped.toString();
    }
}
