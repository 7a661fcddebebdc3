package dev.sluice.app.each.template;

/** Ways in which a word takes all values of a command that has several. */
public enum Gathering {
    /** A replacement string stands for the values with a blank between them: {@code x{}y} gives {@code xA By}. */
    JOINED,

    /** The word around the replacement string is repeated for each value: {@code x{}y} gives {@code xAy xBy}. */
    IN_CONTEXT
}
