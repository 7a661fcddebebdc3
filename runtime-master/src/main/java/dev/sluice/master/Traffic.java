package dev.sluice.master;

import dev.sluice.net.SessionCounters;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Messages and bytes that carried the application's data. Sent inputs are counted on the application thread, the rest
 * on the loop.
 */
final class Traffic {
    private final AtomicLong messagesSent = new AtomicLong();
    private final AtomicLong bytesSent = new AtomicLong();
    private long messagesReceived;
    private long bytesReceived;

    /**
     * Traffic of one module, as seen by the master.
     *
     * @param bytesSent [bytes]
     * @param bytesReceived [bytes]
     */
    record Module(long messagesSent, long bytesSent, long messagesReceived, long bytesReceived) {
        /**
         * What is left of all: headers, assignments' own words, beats, acknowledgements. A message is counted with its
         * payload's module.
         */
        Module restOf(SessionCounters all) {
            return new Module(
                    Math.max(0, all.messagesSent() - messagesSent),
                    Math.max(0, all.bytesSent() - bytesSent),
                    Math.max(0, all.messagesReceived() - messagesReceived),
                    Math.max(0, all.bytesReceived() - bytesReceived));
        }
    }

    /** Setup or inputs went out. Any thread. */
    void sent(long bytes) {
        messagesSent.incrementAndGet();
        bytesSent.addAndGet(bytes);
    }

    /** Results came in. Loop. */
    void received(long bytes) {
        messagesReceived++;
        bytesReceived += bytes;
    }

    /** Loop. */
    Module application() {
        return new Module(messagesSent.get(), bytesSent.get(), messagesReceived, bytesReceived);
    }
}
