package dev.sluice.benchmarks.campaign;

/** The target of a fault. */
enum FaultTarget {
    MASTER,
    WORKER,
    /** The process of an isolated unit. */
    CHILD,
    SUBMASTER,
    /** The connections to the master that go through the relay. */
    LINK,
    AGENT,
    POOL
}
