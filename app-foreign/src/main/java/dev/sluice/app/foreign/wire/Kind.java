package dev.sluice.app.foreign.wire;

/** Kinds of frames. The numbers are part of the protocol. */
public final class Kind {
    public static final int HELLO = 1;
    public static final int READY = 2;
    public static final int LOAD_STATE = 3;
    public static final int DONE = 4;
    public static final int SETUP = 5;
    public static final int COMPUTE = 6;
    public static final int VALUE = 7;
    public static final int CYCLE = 8;
    public static final int CYCLE_IS = 9;
    public static final int UNITS = 10;
    public static final int ACCEPT = 11;
    public static final int VERDICT = 12;
    public static final int END_CYCLE = 13;
    public static final int MISSING = 14;
    public static final int COMPLETE = 15;
    public static final int MERGE = 16;
    public static final int ACCUMULATED = 17;
    public static final int END = 18;
    public static final int FAILED = 19;
    public static final int INCOMPLETE = 20;
    public static final int INTERRUPTED = 21;
    public static final int FILES = 22;
    public static final int FILES_ARE = 23;
    public static final int MORE = 24;
    public static final int MORE_IS = 25;
    public static final int PROGRESS = 26;
    public static final int GIVE_UPS = 27;
    public static final int GIVE_UPS_ARE = 28;
    public static final int SHOW = 29;

    public static final int NEEDS = 40;
    public static final int NEEDS_ARE = 41;

    private static final String[] NAMES = {
        "",
        "HELLO",
        "READY",
        "LOAD_STATE",
        "DONE",
        "SETUP",
        "COMPUTE",
        "VALUE",
        "CYCLE",
        "CYCLE_IS",
        "UNITS",
        "ACCEPT",
        "VERDICT",
        "END_CYCLE",
        "MISSING",
        "COMPLETE",
        "MERGE",
        "ACCUMULATED",
        "END",
        "FAILED",
        "INCOMPLETE",
        "INTERRUPTED",
        "FILES",
        "FILES_ARE",
        "MORE",
        "MORE_IS",
        "PROGRESS",
        "GIVE_UPS",
        "GIVE_UPS_ARE",
        "SHOW"
    };

    private Kind() {}

    /** The name of a kind, or its number if it has none. */
    public static String name(int kind) {
        if (kind == NEEDS || kind == NEEDS_ARE) {
            return kind == NEEDS ? "NEEDS" : "NEEDS_ARE";
        }
        return kind > 0 && kind < NAMES.length ? NAMES[kind] : "kind " + kind;
    }
}
