package dev.sluice.view;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;

/** A network view that cannot be used: file, line and field, what is wrong, and what was expected. */
public final class ViewException extends SluiceException {
    private static final long serialVersionUID = 1;

    ViewException(String message) {
        super(ErrorCode.VIEW_INVALID, message);
    }
}
