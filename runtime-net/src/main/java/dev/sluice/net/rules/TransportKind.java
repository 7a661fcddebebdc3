package dev.sluice.net.rules;

/** The medium of a session's messages. */
public enum TransportKind {
    /** There is no connection, or it is not known. */
    NONE(0),
    /** Both ends are in one process. */
    MEMORY(1),
    /** A Unix domain socket between processes of one user, without TLS. */
    UNIX(2),
    /** TCP with TLS 1.3. */
    TLS(3),
    /** TCP without TLS, on loopback. */
    TCP(4);

    private final int number;

    TransportKind(int number) {
        this.number = number;
    }

    /** Its number in messages. */
    public int number() {
        return number;
    }

    /** The kind of this number; NONE for a number that this build does not know. */
    public static TransportKind ofNumber(int number) {
        for (TransportKind kind : values()) {
            if (kind.number == number) {
                return kind;
            }
        }
        return NONE;
    }
}
