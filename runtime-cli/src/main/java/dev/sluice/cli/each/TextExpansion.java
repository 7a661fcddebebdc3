package dev.sluice.cli.each;

import dev.sluice.app.each.job.ByteText;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.output.Expansion;
import dev.sluice.app.each.template.CommandTerms;
import dev.sluice.app.each.template.TextTemplate;
import java.util.HashMap;
import java.util.Map;

/** Replaces the replacement strings of the few texts of a run, each of which is parsed once. Confined to one thread. */
final class TextExpansion implements Expansion {
    private final CommandTerms terms;
    private final Map<String, TextTemplate> templates = new HashMap<>();

    TextExpansion(CommandTerms terms) {
        this.terms = terms;
    }

    @Override
    public byte[] expand(String text, Input input, int slot) {
        return templates
                .computeIfAbsent(text, each -> TextTemplate.of(ByteText.bytes(each), terms))
                .expand(input, slot);
    }
}
