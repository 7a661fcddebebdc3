package dev.sluice.app.foreign.wire;

/** Tags of fields. The numbers are part of the protocol. */
public final class Tag {
    public static final int VERSION = 1;
    public static final int ROLE = 2;
    public static final int NAME = 3;
    public static final int ARGUMENT = 4;
    public static final int SLOT = 5;
    public static final int RESULTS = 6;
    public static final int LANGUAGE = 7;
    public static final int VALUE = 10;
    public static final int INDEX = 11;
    public static final int NUMBER = 12;
    public static final int UNITS = 13;
    public static final int LAST = 14;
    public static final int COUNT = 15;
    public static final int VERDICT = 16;
    public static final int EXPECTED = 17;
    public static final int TYPE = 20;
    public static final int MESSAGE = 21;
    public static final int TRACE = 22;
    public static final int HELP = 23;
    public static final int FILE = 24;
    public static final int UNPACK = 25;
    public static final int TRUST = 26;
    public static final int OPEN = 27;
    public static final int SOURCE = 28;
    public static final int SEED = 29;
    public static final int SHARE = 30;
    public static final int GIVES_UP = 31;
    public static final int GIVEN_UP = 32;
    public static final int NEEDS = 40;
    public static final int PROCESSORS = 41;
    public static final int PRIORITY = 42;

    private Tag() {}
}
