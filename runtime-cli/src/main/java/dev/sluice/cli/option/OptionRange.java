package dev.sluice.cli.option;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;

/** Checks the range of an option's number. */
public final class OptionRange {
    private OptionRange() {}

    /**
     * Returns the value.
     *
     * @throws SluiceException when it is outside of least to most, both inclusive
     */
    public static int between(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new SluiceException(
                    ErrorCode.USAGE, option + ": " + value + " (expected: " + least + " to " + most + ")");
        }
        return value;
    }
}
