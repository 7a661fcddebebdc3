package dev.sluice.app.each.template;

import dev.sluice.app.each.job.Input;
import java.util.List;

/**
 * A text with replacement strings that no shell reads: a tag, a name of a file or directory, a variable. Several values
 * stand there with a blank between them. Immutable.
 */
public final class TextTemplate {
    private final TemplateWord word;

    private TextTemplate(TemplateWord word) {
        this.word = word;
    }

    /** Makes a template with the names and the placeholder of a command. */
    public static TextTemplate of(byte[] text, CommandTerms terms) {
        return new TextTemplate(new TemplateWord(new TemplateParser(terms, false).parse(TemplateParser.string(text))));
    }

    static List<TextTemplate> all(List<byte[]> texts, CommandTerms terms) {
        return texts.stream().map(text -> of(text, terms)).toList();
    }

    /** Returns the text for an input, on the slot with this number. */
    public byte[] expand(Input input, int slot) {
        List<String> words = word.expand(InputValues.of(input, slot), Gathering.JOINED, TemplateWord.RAW);
        return TemplateParser.bytes(String.join(" ", words));
    }
}
