package dev.sluice.app.each.template;

/** A template or a value cannot be used. The message names the offence, what is expected, and the remedy. */
public final class TemplateException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TemplateException(String offence, String expected) {
        super(offence + " (expected: " + expected + ")");
    }
}
