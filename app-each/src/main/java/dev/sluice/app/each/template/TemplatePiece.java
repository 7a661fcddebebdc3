package dev.sluice.app.each.template;

/** Parts of a template. */
sealed interface TemplatePiece {
    /** The replacement string stands for all values. */
    int ALL = 0;

    /** Text that stays as it is. */
    record Literal(String text) implements TemplatePiece {}

    /**
     * A replacement string for values.
     *
     * @param position from 1; negative: from the last one; {@link #ALL}
     * @param start where it begins in the template
     */
    record Field(int position, Modifier modifier, int start) implements TemplatePiece {
        boolean all() {
            return position == ALL;
        }
    }

    /** The number of the input, {@code {#}}. */
    record Number() implements TemplatePiece {}

    /** The number of the slot, {@code {%}}. */
    record Slot() implements TemplatePiece {}
}
