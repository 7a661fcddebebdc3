package dev.sluice.app.each.template;

/**
 * The place of a replacement string in a line for the shell, by which its value is quoted. The shell that reads the
 * line sees the value itself there, and never a part of it as syntax.
 *
 * @param command whether the quotes around it hold more than one word, which may be a line for another shell (ssh, sh
 *     -c); the value is then quoted for that shell too
 * @param backticks whether it is in a command substitution with backticks, which removes one level of backslashes
 */
record ShellPlace(Kind kind, boolean command, boolean backticks) {
    /** Kinds of places. */
    enum Kind {
        /** Outside of quotes. */
        PLAIN,
        /** Between double quotes. */
        DOUBLE,
        /** Between single quotes. */
        SINGLE,
        /** In an arithmetic expression, which evaluates names and subscripts: only plain values are safe there. */
        ARITHMETIC,
        /** Behind a number sign. */
        COMMENT
    }

    String quoted(String value) {
        String quoted = switch (kind) {
            case PLAIN -> ShellQuote.word(value);
            case DOUBLE -> ShellQuote.inDouble(command ? ShellQuote.word(value) : value);
            case SINGLE -> ShellQuote.inSingle(command ? ShellQuote.word(value) : value);
            case ARITHMETIC -> arithmetic(value);
            case COMMENT -> value.replace('\n', ' ').replace('\r', ' ');
        };
        return backticks ? ShellQuote.inBackticks(quoted) : quoted;
    }

    private static String arithmetic(String value) {
        if (!ShellQuote.isPlain(value)) {
            throw new TemplateException(
                    "'" + value + "' in an arithmetic expression", "letters, digits and + - . / _ alone");
        }
        return value;
    }
}
