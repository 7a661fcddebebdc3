package dev.sluice.picture;

import java.util.ArrayList;
import java.util.List;

/**
 * Text that came from elsewhere, made fit for XML and for the room there is. Widths are those of the widest sans-serif
 * in common use (DejaVu Sans), so that what fits by them fits in any.
 */
public final class PictureText {
    /** Widths of the characters from space to tilde, in hundredths of the type size. */
    private static final String WIDTHS = """
            32 40 46 84 64 95 78 27 39 39 50 84 32 36 32 34 64 64 64 64 64 64 64 64 64 64 34 34 84 84 84 53 \
            100 68 69 70 77 63 58 77 75 30 30 66 56 86 75 79 60 79 69 63 61 73 68 99 69 61 69 39 34 39 84 50 \
            50 61 63 55 63 62 35 63 63 28 28 58 28 97 63 61 63 63 41 52 39 63 59 82 59 59 52 64 34 64 84""";

    private static final double[] WIDTH = widths();
    private static final double LATIN = 0.70;
    private static final double WIDE = 1.05;
    private static final double BOLD = 1.12;
    private static final int FIRST_WIDE = 0x0600;
    private static final String ELLIPSIS = "…";

    private PictureText() {}

    private static double[] widths() {
        String[] words = WIDTHS.trim().split("\\s+", -1);
        double[] widths = new double[words.length];
        for (int i = 0; i < words.length; i++) {
            widths[i] = Integer.parseInt(words[i]) / 100.0;
        }
        return widths;
    }

    /** Escapes a text for XML and leaves out characters that XML forbids. */
    static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> {
            switch (point) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> {
                    if (allowed(point)) {
                        escaped.appendCodePoint(point);
                    }
                }
            }
        });
        return escaped.toString();
    }

    /** XML 1.0, Char, without the controls that turn the direction of text. */
    private static boolean allowed(int point) {
        boolean character = point == '\t'
                || point == '\n'
                || point == '\r'
                || (point >= 0x20 && point <= 0xD7FF)
                || (point >= 0xE000 && point <= 0xFFFD)
                || point >= 0x10000;
        boolean turns = (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
        return character && !turns && !(point >= 0x7F && point <= 0x9F);
    }

    /** On one line, with spaces for what breaks lines, and no longer than anyone would read. */
    static String line(String text) {
        String cut = text.length() > 500 ? text.substring(0, 500) : text;
        return cut.replaceAll("\\s+", " ").strip();
    }

    /** How wide it is drawn [px]. */
    public static double width(String text, Type type) {
        double sum = 0;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            sum += width(point);
            i += Character.charCount(point);
        }
        return sum * type.size() * (type.bold() ? BOLD : 1);
    }

    private static double width(int point) {
        if (point >= ' ' && point - ' ' < WIDTH.length) {
            return WIDTH[point - ' '];
        }
        return point == '…' ? 1 : point < FIRST_WIDE ? LATIN : WIDE;
    }

    /** Cut to this width [px], with an ellipsis where something is missing; empty when not even that fits. */
    static String limit(String text, Type type, double most) {
        String line = line(text);
        if (width(line, type) <= most) {
            return line;
        }
        int end = line.length();
        while (end > 0) {
            end = line.offsetByCodePoints(end, -1);
            String cut = line.substring(0, end).stripTrailing() + ELLIPSIS;
            if (width(cut, type) <= most) {
                return cut;
            }
        }
        return "";
    }

    /** In lines of at most this width [px], and at most so many; the last is cut where there is more. */
    static List<String> wrap(String text, Type type, double most, int mostLines) {
        List<String> lines = new ArrayList<>();
        String rest = line(text);
        while (!rest.isEmpty() && lines.size() < mostLines) {
            int end = lines.size() == mostLines - 1 ? rest.length() : breakOf(rest, type, most);
            lines.add(limit(rest.substring(0, end), type, most));
            rest = rest.substring(end).strip();
        }
        return lines;
    }

    /** The end of the first line: the last space that fits, or the middle of a word that does not. */
    private static int breakOf(String text, Type type, double most) {
        if (width(text, type) <= most) {
            return text.length();
        }
        int best = 0;
        int end = 0;
        while (end < text.length() && width(text.substring(0, end), type) <= most) {
            if (text.charAt(end) == ' ') {
                best = end;
            }
            end++;
        }
        return best > 0 ? best : Math.max(1, end - 1);
    }

    /** Returns whether a cell of a table is a number and stands to the right. */
    static boolean looksNumeric(String cell) {
        return cell.matches("[−+-]?[0-9][0-9.,]*.{0,12}") || cell.equals("–") || cell.equals("∞");
    }
}
