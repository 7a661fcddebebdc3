package dev.sluice.cli.each.input;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;

/** Usage errors of inputs. */
final class WrongInput {
    /**
     * Limit of one input [bytes]. A word of a command is at most 128 KiB; the rest may be columns that it leaves out.
     */
    static final int MOST_BYTES = 16 << 20;

    private WrongInput() {}

    /** An input that does not seem to end, such as one of /dev/zero. */
    static SluiceException endless(String input) {
        return new SluiceException(
                ErrorCode.INPUT_TOO_LONG,
                input + " has no end within 16 MiB (expected: at most 16 MiB of text before a line feed, or what --null"
                        + " and --delimiter name)");
    }

    /** A record of {@code --pipe} that does not seem to end. */
    static SluiceException endlessRecord() {
        return new SluiceException(
                ErrorCode.INPUT_TOO_LONG,
                "--pipe: a record has no end within 1 GiB (expected: at most 1 GiB before what --recend and --recstart"
                        + " name)");
    }

    static SluiceException wrong(String offence, String expected) {
        return new SluiceException(ErrorCode.USAGE, offence + " (expected: " + expected + ")");
    }
}
