package dev.sluice.cli.each.input;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;

/** Usage errors of inputs. */
final class WrongInput {
    private WrongInput() {}

    static SluiceException wrong(String offence, String expected) {
        return new SluiceException(ErrorCode.USAGE, offence + " (expected: " + expected + ")");
    }
}
