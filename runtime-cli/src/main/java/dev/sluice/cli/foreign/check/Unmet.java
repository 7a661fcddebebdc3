package dev.sluice.cli.foreign.check;

/** A rule is not met. */
final class Unmet extends Exception {
    private static final long serialVersionUID = 1;

    Unmet(String what, String expected) {
        super(what + " (expected: " + expected + ")", null, false, false);
    }
}
