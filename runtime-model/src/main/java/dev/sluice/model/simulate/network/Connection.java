package dev.sluice.model.simulate.network;

/**
 * One direction of the connection between the master and a worker. Its messages travel one after the other. Confined to
 * its run.
 */
public final class Connection {
    /** No message is being sent. */
    static final int NOTHING = -1;

    /** The last part of a message has been sent, and further messages wait until it has left the first server. */
    static final int BETWEEN = -2;

    final int number;
    final int[] servers;
    private final long latencyNanos;

    /** The message being sent. */
    int current = NOTHING;

    /** Packets of messages with several that have left the sender and not passed all servers. */
    int onTheWay;

    /** True while the next packet waits for one that is on its way. */
    boolean waits;

    private int first = -1;
    private int last = -1;
    private boolean cut;

    /** Bytes of the current message that have not arrived, on a network with fair sharing. */
    double leftBytes;

    /** Rate of the current message [bytes/ns]. */
    double rate;

    Connection(int number, int[] servers, long latencyNanos) {
        this.number = number;
        this.servers = servers;
        this.latencyNanos = latencyNanos;
    }

    /** How long the last byte travels after it has passed the last server [ns]. */
    public long latencyNanos() {
        return latencyNanos;
    }

    /** Appends a message to the queue. */
    void add(Messages messages, int message) {
        if (last >= 0) {
            messages.follow(last, message);
        } else {
            first = message;
        }
        last = message;
    }

    /** Removes and returns the first queued message; -1 if there is none. */
    int take(Messages messages) {
        int message = first;
        if (message >= 0) {
            first = messages.next(message);
            last = first < 0 ? -1 : last;
        }
        return message;
    }

    boolean isEmpty() {
        return first < 0;
    }

    /** Cuts the connection: no more messages leave. */
    void cut() {
        cut = true;
        first = -1;
        last = -1;
    }

    boolean isCut() {
        return cut;
    }
}
