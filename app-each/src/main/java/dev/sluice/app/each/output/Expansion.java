package dev.sluice.app.each.output;

import dev.sluice.app.each.job.Input;

/** Replaces the replacement strings of a text, such as that of {@code --tagstring}, by an input. */
@FunctionalInterface
public interface Expansion {
    /**
     * Returns the text without quotes for a shell. The caller passes the same few texts again and again.
     *
     * @param slot number of the slot that ran the command, as {@code {%}} shows it
     */
    byte[] expand(String text, Input input, int slot);
}
