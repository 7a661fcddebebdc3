package dev.sluice.cli.option;

/** Tells whether people read what is printed on a terminal that understands control sequences. */
public final class TerminalOutput {
    private TerminalOutput() {}

    /** Returns false where input or output is no terminal, and for {@code TERM=dumb}, as in editors. */
    public static boolean isThere() {
        return System.console() != null && !"dumb".equals(System.getenv("TERM"));
    }
}
