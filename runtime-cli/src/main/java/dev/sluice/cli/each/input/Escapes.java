package dev.sluice.cli.each.input;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Backslash escapes in the text of an option. */
final class Escapes {
    private static final Pattern ESCAPE = Pattern.compile("\\\\(x[0-9a-fA-F]{2}|[0-7]{1,3}|.|$)", Pattern.DOTALL);

    private Escapes() {}

    /** Returns the text with one char for each byte. */
    static String text(String option, String told) {
        Matcher escapes = ESCAPE.matcher(BytesText.encoded(told));
        String text = escapes.replaceAll(escape -> Matcher.quoteReplacement(character(option, escape.group(1))));
        if (text.isEmpty() && option.equals("-d")) {
            throw WrongInput.wrong(option + ": ''", "at least one character");
        }
        return text;
    }

    private static String character(String option, String escape) {
        if (escape.startsWith("x")) {
            return Character.toString(Integer.parseInt(escape.substring(1), 16));
        }
        if (!escape.isEmpty() && Character.isDigit(escape.charAt(0))) {
            return Character.toString(Integer.parseInt(escape, 8) & 0xff);
        }
        return switch (escape) {
            case "n" -> "\n";
            case "t" -> "\t";
            case "r" -> "\r";
            case "f" -> "\f";
            case "v" -> "\u000b";
            case "a" -> "\u0007";
            case "\\" -> "\\";
            default -> throw WrongInput.wrong(option + ": \\" + escape, "\\n, \\t, \\r, \\0, \\xHH or \\\\");
        };
    }
}
