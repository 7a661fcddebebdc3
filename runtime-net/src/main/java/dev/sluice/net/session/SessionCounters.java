package dev.sluice.net.session;

/**
 * The traffic of a session so far. Bytes are those of frames, before encryption.
 *
 * @param messagesSent messages, however many frames they took
 * @param bytesSent [bytes]
 * @param messagesReceived messages
 * @param bytesReceived [bytes]
 */
public record SessionCounters(long messagesSent, long bytesSent, long messagesReceived, long bytesReceived) {
    /** Nothing yet. */
    public static final SessionCounters ZERO = new SessionCounters(0, 0, 0, 0);

    /** The sum, for a report. */
    public SessionCounters plus(SessionCounters other) {
        return new SessionCounters(
                messagesSent + other.messagesSent,
                bytesSent + other.bytesSent,
                messagesReceived + other.messagesReceived,
                bytesReceived + other.bytesReceived);
    }

    /** The difference, never negative, because both are counted while messages pass. */
    public SessionCounters minus(SessionCounters other) {
        return new SessionCounters(
                Math.max(0, messagesSent - other.messagesSent),
                Math.max(0, bytesSent - other.bytesSent),
                Math.max(0, messagesReceived - other.messagesReceived),
                Math.max(0, bytesReceived - other.bytesReceived));
    }
}
