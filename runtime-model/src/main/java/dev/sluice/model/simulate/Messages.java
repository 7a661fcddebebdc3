package dev.sluice.model.simulate;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The messages on their way, by number. Numbers of removed messages are reused. Confined to its run. */
final class Messages {
    /** The kinds of messages. */
    enum Kind {
        SETUP(Timeline.Message.SETUP, false),
        UNITS(Timeline.Message.UNITS, false),
        CYCLE_END(Timeline.Message.CONTROL, false),
        REVOKE(Timeline.Message.CONTROL, false),
        COLLECT(Timeline.Message.CONTROL, false),
        GRANT(Timeline.Message.GRANT, false),
        ACKNOWLEDGE(Timeline.Message.CONTROL, false),
        RESULTS(Timeline.Message.RESULTS, true),
        COMPLETED(Timeline.Message.COMPLETED, true),
        FOLDED(Timeline.Message.FOLDED, true),
        OFFER(Timeline.Message.OFFER, true),
        HANDED_BACK(Timeline.Message.HANDED_BACK, true),
        FAILED(Timeline.Message.CONTROL, true),
        LEAVING(Timeline.Message.CONTROL, true),
        GOODBYE(Timeline.Message.CONTROL, true);

        final Timeline.Message shown;
        final boolean toMaster;

        Kind(Timeline.Message shown, boolean toMaster) {
            this.shown = shown;
            this.toMaster = toMaster;
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
    private static final int KIND_BITS = 4;

    private final List<WorkerModel> workers;
    private long[] numbers = new long[64 * EACH];
    private @Nullable Object[] contents = new Object[64];
    private int[] next = new int[64];
    private int free = -1;
    private int used;

    /** @param workers each at the place before its number */
    Messages(List<WorkerModel> workers) {
        this.workers = workers;
    }

    /**
     * Adds a message between the master and this worker.
     *
     * @param size size on the wire, its frame included [bytes]
     * @param number a cycle, an offer, or another number that the kind needs
     */
    int add(Kind kind, WorkerModel worker, long size, long number, @Nullable Object content) {
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
        numbers[at + OF] = (long) worker.number() << KIND_BITS | kind.ordinal();
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
        return message;
    }

    private void grow() {
        int length = 2 * next.length;
        numbers = Arrays.copyOf(numbers, length * EACH);
        contents = Arrays.copyOf(contents, length);
        next = Arrays.copyOf(next, length);
    }

    /** Removes a message. */
    void remove(int message) {
        contents[message] = null;
        next[message] = free;
        free = message;
    }

    Kind kind(int message) {
        return KINDS[(int) numbers[message * EACH + OF] & (1 << KIND_BITS) - 1];
    }

    WorkerModel worker(int message) {
        return workers.get((int) (numbers[message * EACH + OF] >> KIND_BITS) - 1);
    }

    long bytes(int message) {
        return numbers[message * EACH + SIZE];
    }

    long number(int message) {
        return numbers[message * EACH + NUMBER];
    }

    /** A second number, 0 unless it was set. */
    long detail(int message) {
        return numbers[message * EACH + DETAIL];
    }

    void detail(int message, long detail) {
        numbers[message * EACH + DETAIL] = detail;
    }

    /** The content, which must be of this type. */
    <T> T content(int message, Class<T> type) {
        return type.cast(contents[message]);
    }

    /** When the message left. */
    long sentNanos(int message) {
        return numbers[message * EACH + SENT];
    }

    void sent(int message, long nanos) {
        numbers[message * EACH + SENT] = nanos;
    }

    /** When its first part arrived; -1 before. */
    long firstNanos(int message) {
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

    /** The message that follows it in its queue. */
    int next(int message) {
        return next[message];
    }

    void follow(int message, int follower) {
        next[message] = follower;
    }
}
