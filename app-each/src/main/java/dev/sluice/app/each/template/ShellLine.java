package dev.sluice.app.each.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A line for the shell with replacement strings. Texts are byte strings: one char for each byte (ISO 8859-1). */
final class ShellLine {
    private static final String BLANKS = " \t\n";

    /** Words and the blanks between them, in their order; blanks are words without replacement strings. */
    private final List<TemplateWord> parts;

    private final TemplateWord.Form quoted;

    ShellLine(List<TemplatePiece> pieces) {
        this.parts = parts(pieces);
        Map<TemplatePiece.Field, ShellPlace> places = ShellScan.places(pieces);
        this.quoted = new TemplateWord.Form() {
            @Override
            public String literal(String text) {
                return text;
            }

            @Override
            public String value(TemplatePiece.Field field, String value) {
                ShellPlace place = places.get(field);
                if (place == null) {
                    throw new IllegalStateException("no place for " + field);
                }
                return place.quoted(value);
            }
        };
    }

    private static List<TemplateWord> parts(List<TemplatePiece> pieces) {
        List<TemplateWord> parts = new ArrayList<>();
        List<TemplatePiece> word = new ArrayList<>();
        for (TemplatePiece piece : pieces) {
            if (!(piece instanceof TemplatePiece.Literal literal)) {
                word.add(piece);
                continue;
            }
            int start = 0;
            String text = literal.text();
            for (int end = 1; end <= text.length(); end++) {
                if (end == text.length() || isBlank(text, end) != isBlank(text, start)) {
                    TemplatePiece part = new TemplatePiece.Literal(text.substring(start, end));
                    if (isBlank(text, start)) {
                        addWord(parts, word);
                        parts.add(new TemplateWord(List.of(part)));
                    } else {
                        word.add(part);
                    }
                    start = end;
                }
            }
        }
        addWord(parts, word);
        return parts;
    }

    private static void addWord(List<TemplateWord> parts, List<TemplatePiece> word) {
        if (!word.isEmpty()) {
            parts.add(new TemplateWord(word));
            word.clear();
        }
    }

    private static boolean isBlank(String text, int at) {
        return BLANKS.indexOf(text.charAt(at)) >= 0;
    }

    /** The words without the blanks between them. */
    List<TemplateWord> words() {
        return parts.stream()
                .filter(part ->
                        !(part.pieces().get(0) instanceof TemplatePiece.Literal literal && isBlank(literal.text(), 0)))
                .toList();
    }

    String expand(InputValues values, Gathering gathering) {
        StringBuilder line = new StringBuilder();
        for (TemplateWord part : parts) {
            line.append(String.join(" ", part.expand(values, gathering, quoted)));
        }
        return line.toString();
    }
}
