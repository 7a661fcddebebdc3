package dev.sluice.app.each.template;

import dev.sluice.app.each.job.Command;
import dev.sluice.app.each.job.Input;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A command with replacement strings, which GNU parallel's documentation describes. Texts are byte strings inside: one
 * char for each byte (ISO 8859-1). Immutable.
 */
public final class CommandTemplate {
    /** Words that a shell itself reads, or executes otherwise than the program of the same name. */
    private static final Set<String> OF_SHELL = Set.of(
            (". : [ [[ { } ! alias bg bind break builtin caller case cd command compgen complete continue coproc "
                            + "declare dirs disown do done echo elif else enable esac eval exec exit export fc fg fi "
                            + "for function getopts hash help history if in jobs kill let local logout mapfile popd "
                            + "printf pushd pwd read readarray readonly return select set shift shopt source suspend "
                            + "test then time times trap type typeset ulimit umask unalias unset until wait while")
                    .split(" "));

    /** Literals that a shell would not take as they are get quotes; so do values. */
    private static final TemplateWord.Form SHOWN = new TemplateWord.Form() {
        @Override
        public String literal(String text) {
            return ShellQuote.isTakenAsIs(text) ? text : ShellQuote.word(text);
        }

        @Override
        public String value(TemplatePiece.Field field, String value) {
            return ShellQuote.word(value);
        }
    };

    private final Gathering gathering;
    /** Null: several words. */
    private final @Nullable ShellLine line;
    /** True if each input is a line for the shell by itself. */
    private final boolean bare;
    /** Empty where a shell is needed. */
    private final List<TemplateWord> words;

    private final List<TextTemplate> environment;
    private final List<TextTemplate> returned;
    private final List<TextTemplate> returnedIfThere;

    private CommandTemplate(CommandTerms terms) {
        this.gathering = terms.gathering();
        String only = terms.line().map(TemplateParser::string).orElse("");
        this.bare = terms.words().isEmpty() || only.equals(TemplateParser.string(terms.placeholder()));
        this.line = bare || terms.line().isEmpty() ? null : new ShellLine(linePieces(terms, only));
        this.words = line == null ? argumentWords(terms) : directStart(line.words()) ? line.words() : List.of();
        this.environment = TextTemplate.all(terms.environment(), terms);
        this.returned = TextTemplate.all(terms.returned(), terms);
        this.returnedIfThere = TextTemplate.all(terms.returnedIfThere(), terms);
    }

    /** Makes the template; {@link TemplateException} where a replacement string cannot be replaced safely. */
    public static CommandTemplate of(CommandTerms terms) {
        return new CommandTemplate(terms);
    }

    private static List<TemplatePiece> linePieces(CommandTerms terms, String line) {
        List<TemplatePiece> pieces = new ArrayList<>(new TemplateParser(terms, true).parse(line));
        if (terms.appended() && new TemplateWord(pieces).isLiteral()) {
            pieces.add(new TemplatePiece.Literal(" "));
            pieces.addAll(TemplateWord.ofAllValues().pieces());
        }
        return pieces;
    }

    private static List<TemplateWord> argumentWords(CommandTerms terms) {
        TemplateParser parser = new TemplateParser(terms, false);
        List<TemplateWord> words = new ArrayList<>();
        terms.words().forEach(word -> words.add(new TemplateWord(parser.parse(TemplateParser.string(word)))));
        if (terms.appended() && words.stream().allMatch(TemplateWord::isLiteral)) {
            words.add(TemplateWord.ofAllValues());
        }
        return words;
    }

    /** Returns the command for an input, on the slot with this number, from 1. */
    public Command expand(Input input, int slot) {
        InputValues values = InputValues.of(input, slot);
        return new Command(
                words(values).stream().map(TemplateParser::bytes).toList(),
                bare || words.isEmpty(),
                expanded(environment, input, slot),
                input.standardInput(),
                expanded(returned, input, slot),
                expanded(returnedIfThere, input, slot));
    }

    private static List<byte[]> expanded(List<TextTemplate> texts, Input input, int slot) {
        return texts.stream().map(text -> text.expand(input, slot)).toList();
    }

    private List<String> words(InputValues values) {
        if (bare || words.isEmpty()) {
            return List.of(line(values));
        }
        List<String> all = new ArrayList<>();
        for (TemplateWord word : words) {
            all.addAll(word.expand(values, gathering, TemplateWord.RAW));
        }
        if (isFunction(all.get(0))) {
            all.addAll(0, List.of("bash", "-c", all.get(0) + " \"$@\""));
        }
        return all;
    }

    private String line(InputValues values) {
        return bare || line == null ? String.join(" ", values.all()) : line.expand(values, gathering);
    }

    /** Returns the command for an input as logs show it: a line that a shell would execute with the same effect. */
    public byte[] shown(Input input, int slot) {
        InputValues values = InputValues.of(input, slot);
        if (bare || line != null) {
            return TemplateParser.bytes(line(values));
        }
        List<String> shown = new ArrayList<>();
        for (TemplateWord word : words) {
            shown.addAll(shown(word, values));
        }
        return TemplateParser.bytes(String.join(" ", shown));
    }

    private List<String> shown(TemplateWord word, InputValues values) {
        return word.expand(values, gathering, SHOWN).stream()
                .map(text -> text.isEmpty() ? "''" : text)
                .toList();
    }

    /**
     * Tells whether a line needs no shell: a program and words that a shell would take as they are. Such a line starts
     * one process less.
     */
    private static boolean directStart(List<TemplateWord> words) {
        if (words.isEmpty() || !words.get(0).isLiteral()) {
            return false;
        }
        boolean plain = words.stream().flatMap(word -> word.pieces().stream()).allMatch(CommandTemplate::isPlain);
        String program = name(words.get(0));
        return plain && !OF_SHELL.contains(program) && program.indexOf('=') < 0 && !isFunction(program);
    }

    /** The text of a literal word. */
    private static String name(TemplateWord word) {
        StringBuilder name = new StringBuilder();
        word.pieces().forEach(piece -> name.append(((TemplatePiece.Literal) piece).text()));
        return name.toString();
    }

    /** Tells whether Bash exported a function of this name to this process. */
    private static boolean isFunction(String name) {
        return System.getenv("BASH_FUNC_" + name + "%%") != null;
    }

    private static boolean isPlain(TemplatePiece piece) {
        return !(piece instanceof TemplatePiece.Literal literal) || ShellQuote.isTakenAsIs(literal.text());
    }

    /** A line for the shell with replacement strings. Texts are byte strings: one char for each byte (ISO 8859-1). */
    private static final class ShellLine {
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
                    .filter(part -> !(part.pieces().get(0) instanceof TemplatePiece.Literal literal
                            && isBlank(literal.text(), 0)))
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
}
