package dev.sluice.net.session;

/** The life of a session, the same on both sides. */
public enum State {
    /** Eight bytes are exchanged each way. */
    PREAMBLE,
    /** The TLS handshake runs. */
    TLS,
    /** Both sides prove that they know the secret. */
    PROVE,
    /** Proven; the worker registers and the master answers. */
    REGISTER,
    /** Work flows. */
    ACTIVE,
    /** One side has announced that the worker leaves; messages in transit still arrive. */
    DRAINING,
    /** Closed: received bytes are ignored. */
    CLOSED
}
