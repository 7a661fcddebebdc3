package dev.sluice.model.simulate;

/** The ways in which transfers share links. */
public enum NetworkKind {
    /** A transfer holds its links packet by packet, store and forward; links are servers with FIFO queues. */
    PACKETS,
    /** All transfers at once, each as fast as max-min fairness allows: no queues, and one event for each transfer. */
    FAIR
}
