package dev.sluice.benchmarks.campaign;

/** The fault of a target. */
enum FaultKind {
    /** SIGKILL. */
    KILL,
    /** SIGSTOP, and SIGCONT after a time. */
    STOP,
    /** The relay closes all connections, and those that come within a time. */
    CUT,
    /** The relay ends the stream towards the workers; nothing else is closed. */
    HALF_CLOSE,
    /** The relay passes nothing on for a time. */
    STALL
}
