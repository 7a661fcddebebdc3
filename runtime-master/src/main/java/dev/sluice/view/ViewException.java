package dev.sluice.view;

/** A network view that cannot be used: file, line and field, what is wrong, and what was expected. */
public final class ViewException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ViewException(String message) {
        super(message);
    }
}
