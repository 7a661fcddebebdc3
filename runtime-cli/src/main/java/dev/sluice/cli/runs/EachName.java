package dev.sluice.cli.runs;

import dev.sluice.cli.option.Columns;

/** The name of a run of {@code each}: its command, as a reader of a table wants it. */
public final class EachName {
    private static final String EACH = "each";
    private static final int MOST = 60;

    private EachName() {}

    /** @param command its words; empty if inputs are commands */
    public static String of(String command) {
        String name = (EACH + " " + Columns.printable(command)).strip();
        int length = name.codePointCount(0, name.length());
        return length <= MOST ? name : name.substring(0, name.offsetByCodePoints(0, MOST - 1)) + "…";
    }

    /** Tells whether this names a run of {@code each}. No class has a space in its name. */
    static boolean isOf(String application) {
        return application.equals(EACH) || application.startsWith(EACH + " ");
    }

    /** The word for what a run of this name computes. */
    static String unit(String application) {
        return isOf(application) ? "command" : "unit";
    }

    /** A unit as users name it: "unit 16", or "command 17", because they count commands from 1. */
    static String numbered(boolean ofCommands, long unit) {
        return ofCommands ? "command " + (unit + 1) : "unit " + unit;
    }

    /** A class without its package; other names as they are. */
    static String brief(String application) {
        return application.replaceFirst("^([a-z]\\w*[.])+(?=[A-Z][\\w$]*$)", "");
    }
}
