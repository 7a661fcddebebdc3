package dev.sluice.model.simulate.network;

import dev.sluice.model.delivery.SetupQueue;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.event.EventQueue;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The messages on their way, by number. Numbers of removed messages are reused. Confined to its run. */
public final class Messages {
    /** The kinds of messages. */
    public enum Kind {
        FILE(Timeline.Message.FILES, false),
        SETUP(Timeline.Message.SETUP, false),
        UNITS(Timeline.Message.UNITS, false),
        CYCLE_END(Timeline.Message.CONTROL, false),
        REVOKE(Timeline.Message.CONTROL, false, true),
        COLLECT(Timeline.Message.CONTROL, false, true),
        PARK(Timeline.Message.CONTROL, false),
        GRANT(Timeline.Message.GRANT, false, true),
        ACKNOWLEDGE(Timeline.Message.CONTROL, false, true),
        RESULTS(Timeline.Message.RESULTS, true),
        COMPLETED(Timeline.Message.COMPLETED, true),
        FOLDED(Timeline.Message.FOLDED, true),
        OFFER(Timeline.Message.OFFER, true, true),
        HANDED_BACK(Timeline.Message.HANDED_BACK, true),
        FAILED(Timeline.Message.CONTROL, true),
        LEAVING(Timeline.Message.CONTROL, true, true),
        SLOTS(Timeline.Message.CONTROL, true),
        GOODBYE(Timeline.Message.CONTROL, true);

        private final Timeline.Message shown;
        private final boolean toMaster;
        private final boolean overtakes;

        Kind(Timeline.Message shown, boolean toMaster) {
            this(shown, toMaster, false);
        }

        Kind(Timeline.Message shown, boolean toMaster, boolean overtakes) {
            this.shown = shown;
            this.toMaster = toMaster;
            this.overtakes = overtakes;
        }

        /** The name under which a timeline shows the message. */
        public Timeline.Message shown() {
            return shown;
        }

        /** True for messages of a worker to its master, false for those of a master. */
        public boolean toMaster() {
            return toMaster;
        }
    }

    private static final Kind[] KINDS = Kind.values();

    // Fields of each message in `numbers`, adjacent for memory locality.
    /** Number of the message's worker, and its kind. */
    private static final int OF = 0;

    private static final int SIZE = 1;
    private static final int NUMBER = 2;
    private static final int DETAIL = 3;
    private static final int SENT = 4;
    private static final int FIRST = 5;
    private static final int LEFT = 6;
    private static final int ARRIVED = 7;
    private static final int EACH = 8;
    /** Bits for {@link Kind#ordinal}. */
    private static final int KIND_BITS = 5;

    private long[] numbers = new long[64 * EACH];
    private @Nullable Object[] contents = new Object[64];
    private int[] next = new int[64];
    private int free = -1;
    private int used;
    private long countUp;
    private long countDown;
    private long bytesUp;
    private long bytesDown;

    /**
     * Adds a message between the master and this worker.
     *
     * @param size size on the wire, its frame included [bytes]
     * @param number a cycle, an offer, or another number that the kind needs
     */
    public int add(Kind kind, int worker, long size, long number, @Nullable Object content) {
        int message = free;
        if (message >= 0) {
            free = next[message];
        } else {
            message = used++;
            if (message == next.length) {
                grow();
            }
        }
        int at = message * EACH;
        numbers[at + OF] = (long) worker << KIND_BITS | kind.ordinal();
        numbers[at + SIZE] = size;
        numbers[at + NUMBER] = number;
        numbers[at + DETAIL] = 0;
        numbers[at + FIRST] = -1;
        numbers[at + LEFT] = size;
        numbers[at + ARRIVED] = 0;
        if (content != null) {
            contents[message] = content;
        }
        next[message] = -1;
        tally(kind, size);
        return message;
    }

    private void tally(Kind kind, long size) {
        if (kind.toMaster()) {
            countUp++;
            bytesUp += size;
        } else {
            countDown++;
            bytesDown += size;
        }
    }

    /** How many messages there were, to masters or from them. */
    public long count(boolean up) {
        return up ? countUp : countDown;
    }

    /** Bytes of all messages to masters, or of all from them. */
    public long bytes(boolean up) {
        return up ? bytesUp : bytesDown;
    }

    private void grow() {
        int length = 2 * next.length;
        numbers = Arrays.copyOf(numbers, length * EACH);
        contents = Arrays.copyOf(contents, length);
        next = Arrays.copyOf(next, length);
    }

    /** Removes a message. */
    public void remove(int message) {
        contents[message] = null;
        next[message] = free;
        free = message;
    }

    public Kind kind(int message) {
        return KINDS[(int) numbers[message * EACH + OF] & (1 << KIND_BITS) - 1];
    }

    /** The number of the worker that sends or receives it, from 1. */
    public int worker(int message) {
        return (int) (numbers[message * EACH + OF] >> KIND_BITS);
    }

    public long bytes(int message) {
        return numbers[message * EACH + SIZE];
    }

    public long number(int message) {
        return numbers[message * EACH + NUMBER];
    }

    /** A second number, 0 unless it was set. */
    public long detail(int message) {
        return numbers[message * EACH + DETAIL];
    }

    public void detail(int message, long detail) {
        numbers[message * EACH + DETAIL] = detail;
    }

    /** The content, which must be of this type. */
    public <T> T content(int message, Class<T> type) {
        return type.cast(contents[message]);
    }

    /** When the message left. */
    public long sentNanos(int message) {
        return numbers[message * EACH + SENT];
    }

    void sent(int message, long nanos) {
        numbers[message * EACH + SENT] = nanos;
    }

    /** When its first part arrived; -1 before. */
    public long firstNanos(int message) {
        return numbers[message * EACH + FIRST];
    }

    /** Records that more bytes of the message arrived. */
    void arrived(int message, long more, long nanos) {
        int at = message * EACH;
        numbers[at + ARRIVED] += more;
        if (numbers[at + FIRST] < 0) {
            numbers[at + FIRST] = nanos;
        }
    }

    long arrivedBytes(int message) {
        return numbers[message * EACH + ARRIVED];
    }

    /** Bytes of the message that are not on the wire yet. */
    long leftBytes(int message) {
        return numbers[message * EACH + LEFT];
    }

    /** Takes up to {@code most} bytes of the rest. */
    long takeLeft(int message, long most) {
        int left = message * EACH + LEFT;
        long taken = Math.min(most, numbers[left]);
        numbers[left] -= taken;
        return taken;
    }

    /** True for a small message that does not wait for larger ones of its connection, as the sessions send it. */
    boolean overtakes(int message) {
        return kind(message).overtakes;
    }

    /** True for a setup that may be sent in turn. */
    boolean isLargeSetup(int message) {
        return kind(message) == Kind.SETUP && bytes(message) > SetupQueue.AT_ONCE_BYTES;
    }

    /** Tells when a setup that is sent in turn will have left its sender. */
    void tellSetup(int message, EventQueue events, long nanos) {
        if (isLargeSetup(message) && nanos != Long.MAX_VALUE) {
            events.add(nanos, EventQueue.SETUP_LEFT, worker(message) - 1);
        }
    }

    /** The message that follows it in its queue. */
    int next(int message) {
        return next[message];
    }

    void follow(int message, int follower) {
        next[message] = follower;
    }
}
