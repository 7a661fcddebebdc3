package dev.sluice.cli.foresight;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;

/**
 * The rate that a plan allows.
 *
 * @param rate [units/s]
 * @param why the limit, for people
 */
public record PossibleRate(double rate, String why) {
    /** Reads the two words of {@code --possible}. */
    public static PossibleRate parse(String text) {
        String[] words = text.split(" ", 2);
        try {
            return new PossibleRate(Double.parseDouble(words[0]), words.length < 2 ? "" : words[1]);
        } catch (NumberFormatException wrong) {
            throw new SluiceException(ErrorCode.USAGE, "--possible: " + text + " (expected: RATE WHY)", wrong);
        }
    }

    /** The same as one argument of {@code --possible}. */
    public String words() {
        return rate + " " + why;
    }
}
