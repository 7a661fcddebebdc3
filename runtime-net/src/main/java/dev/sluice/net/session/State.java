package dev.sluice.net.session;

/** The life of a session, the same on both sides. */
public enum State {
    /** Eight bytes each way are on their way. */
    PREAMBLE,
    /** The TLS handshake runs. */
    TLS,
    /** Both sides prove that they know the secret. */
    PROVE,
    /** Proven; the worker says who it is and the master answers. */
    REGISTER,
    /** Work flows. */
    ACTIVE,
    /** One side has said that the worker is to leave; what is on the way still arrives. */
    DRAINING,
    /** Over: nothing that comes is looked at. */
    CLOSED
}
