package dev.sluice.app.each.template;

import dev.sluice.app.each.job.Input;
import java.util.List;
import java.util.Optional;

/**
 * The texts that replacement strings stand for. Texts are byte strings: one char for each byte (ISO 8859-1).
 *
 * @param number of the input
 * @param slot from 1
 */
record InputValues(List<String> all, long number, int slot) {
    static InputValues of(Input input, int slot) {
        return new InputValues(TemplateParser.strings(input.values()), input.number(), slot);
    }

    /** The value at a position; empty: there is none. */
    Optional<String> at(int position) {
        int index = position > 0 ? position - 1 : all.size() + position;
        return index >= 0 && index < all.size() ? Optional.of(all.get(index)) : Optional.empty();
    }
}
