package dev.sluice.model.simulate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The messages on their way, by number; numbers of those that were taken are used again. Confined to its run. */
final class Messages {
    /** What they say. */
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

    private Kind[] kinds = new Kind[64];
    private WorkerModel[] workers = new WorkerModel[64];
    private @Nullable Object[] contents = new Object[64];
    private long[] bytes = new long[64];
    private long[] numbers = new long[64];
    private long[] details = new long[64];
    private long[] sentNanos = new long[64];
    private long[] firstNanos = new long[64];
    private long[] leftBytes = new long[64];
    private long[] arrivedBytes = new long[64];
    private int[] next = new int[64];
    private int free = -1;
    private int used;

    /**
     * A message between the master and this worker.
     *
     * @param size on the wire, its frame included [bytes]
     * @param number a cycle, an offer, or what else the kind takes
     */
    int add(Kind kind, WorkerModel worker, long size, long number, @Nullable Object content) {
        int message = free;
        if (message >= 0) {
            free = next[message];
        } else {
            message = used++;
            if (message == kinds.length) {
                grow();
            }
        }
        kinds[message] = kind;
        workers[message] = worker;
        contents[message] = content;
        bytes[message] = size;
        numbers[message] = number;
        details[message] = 0;
        firstNanos[message] = -1;
        leftBytes[message] = size;
        arrivedBytes[message] = 0;
        next[message] = -1;
        return message;
    }

    private void grow() {
        int length = 2 * kinds.length;
        kinds = Arrays.copyOf(kinds, length);
        workers = Arrays.copyOf(workers, length);
        contents = Arrays.copyOf(contents, length);
        bytes = Arrays.copyOf(bytes, length);
        numbers = Arrays.copyOf(numbers, length);
        details = Arrays.copyOf(details, length);
        sentNanos = Arrays.copyOf(sentNanos, length);
        firstNanos = Arrays.copyOf(firstNanos, length);
        leftBytes = Arrays.copyOf(leftBytes, length);
        arrivedBytes = Arrays.copyOf(arrivedBytes, length);
        next = Arrays.copyOf(next, length);
    }

    /** It is of no use any more. */
    void remove(int message) {
        contents[message] = null;
        next[message] = free;
        free = message;
    }

    Kind kind(int message) {
        return kinds[message];
    }

    WorkerModel worker(int message) {
        return workers[message];
    }

    long bytes(int message) {
        return bytes[message];
    }

    long number(int message) {
        return numbers[message];
    }

    /** A second number, 0 unless it was given one. */
    long detail(int message) {
        return details[message];
    }

    void detail(int message, long detail) {
        details[message] = detail;
    }

    /** What it carries, which must be one of these. */
    <T> T content(int message, Class<T> type) {
        return type.cast(contents[message]);
    }

    /** When it left. */
    long sentNanos(int message) {
        return sentNanos[message];
    }

    void sent(int message, long nanos) {
        sentNanos[message] = nanos;
    }

    /** When the first part of it arrived; -1 before. */
    long firstNanos(int message) {
        return firstNanos[message];
    }

    /** So much more of it has arrived. */
    void arrived(int message, long more, long nanos) {
        arrivedBytes[message] += more;
        if (firstNanos[message] < 0) {
            firstNanos[message] = nanos;
        }
    }

    long arrivedBytes(int message) {
        return arrivedBytes[message];
    }

    /** What has not been put on the wire. */
    long leftBytes(int message) {
        return leftBytes[message];
    }

    /** Takes up to so much from what is left. */
    long takeLeft(int message, long most) {
        long taken = Math.min(most, leftBytes[message]);
        leftBytes[message] -= taken;
        return taken;
    }

    /** The one that follows it in the queue that it is in. */
    int next(int message) {
        return next[message];
    }

    void follow(int message, int follower) {
        next[message] = follower;
    }
}
