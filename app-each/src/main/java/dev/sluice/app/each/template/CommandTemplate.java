package dev.sluice.app.each.template;

import dev.sluice.app.each.job.Command;
import dev.sluice.app.each.job.Input;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A command with replacement strings, which GNU parallel's documentation describes. Texts are byte strings inside: one
 * char for each byte (ISO 8859-1). Immutable.
 */
public final class CommandTemplate {
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
        this.words = line == null ? argumentWords(terms) : DirectStart.of(line.words()) ? line.words() : List.of();
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
        if (DirectStart.isFunction(all.get(0))) {
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
}
