package dev.sluice.benchmarks.campaign;

/** Numbers of frames, from the table of {@code docs/protocol.md}. */
final class HostileKinds {
    static final int PROOF = 2;
    static final int PART = 3;
    static final int PROBLEM = 4;
    static final int GOODBYE = 5;
    static final int REGISTER = 6;
    static final int REGISTERED = 7;
    static final int WORKER_BEAT = 8;
    static final int LEAVING = 11;
    static final int SUB_MASTER_SLOTS = 21;
    static final int SUB_MASTER_WORKERS = 25;
    static final int ADOPTED = 26;
    static final int FETCH = 32;
    static final int ASSIGN = 36;
    static final int HANDED_BACK = 38;
    static final int RESULTS = 64;
    static final int OFFER = 67;

    /** The largest number of a frame. */
    static final int LAST = 118;

    private HostileKinds() {}
}
