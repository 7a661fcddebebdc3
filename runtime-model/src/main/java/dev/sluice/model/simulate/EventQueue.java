package dev.sluice.model.simulate;

/**
 * The future events by time, without an object per event. Events of the same time are taken in the order in which they
 * were added. Near events are in a heap, which therefore stays small; later events are not sorted yet. Confined to its
 * run.
 */
final class EventQueue {
    /** A slot has computed its claimed units; the argument is its number among all slots of the run. */
    static final int SLOT = 0;
    /** A message has arrived; the argument is the message. */
    static final int DELIVER = 1;
    /** The receiver's processor has handled a message. */
    static final int HANDLE = 2;
    /** The sender's processor has handled a message. */
    static final int LEAVE = 3;
    /** A packet has arrived at the next server on its way. */
    static final int HOP = 4;
    /** A connection may send its next packet. */
    static final int CONNECTION = 5;
    /**
     * A transfer on a network with fair sharing ends; the argument is a version that shows whether the event is still
     * valid.
     */
    static final int TRANSFER = 6;
    /** A tick of the master's clock. */
    static final int TICK = 7;
    /** The application has accepted its oldest results. */
    static final int ACCEPTED = 8;
    /** The application has ended the cycle. */
    static final int CYCLE_OVER = 9;
    /** A worker checks for results that have waited long; the argument is its number from 0. */
    static final int FLUSH = 10;
    /** A step of the script; the argument is its index. */
    static final int STEP = 11;
    /** A worker is ready; the argument is its number from 0. */
    static final int START = 12;
    /** The connection of a worker has closed. */
    static final int BROKEN = 13;

    private static final int KIND_SHIFT = 27;
    private static final int ARGUMENT_MASK = (1 << KIND_SHIFT) - 1;

    private final EventHeap soon = new EventHeap();
    private final LaterEvents later = new LaterEvents();
    private long added;
    private long taken;

    /** @param argumentIn below 2²⁷ */
    void add(long nanos, int kindIn, int argumentIn) {
        // Bits of the tag: order of adding (31 bits), then kind and argument.
        long tag = (added++ & 0x7fffffffL) << 32 | (long) kindIn << KIND_SHIFT | argumentIn;
        if (nanos < later.fromNanos()) {
            soon.add(nanos, tag);
        } else {
            later.add(nanos, tag);
        }
    }

    boolean isEmpty() {
        return size() == 0;
    }

    int size() {
        return soon.size() + later.size();
    }

    /** Takes the next event and stores it in {@link #nanos}, {@link #kind} and {@link #argument}. */
    void take() {
        if (!soon.take()) {
            later.open(soon, soon.nanos(), taken);
            soon.take();
        }
        taken++;
    }

    long nanos() {
        return soon.nanos();
    }

    int kind() {
        return (int) soon.tag() >>> KIND_SHIFT;
    }

    int argument() {
        return (int) soon.tag() & ARGUMENT_MASK;
    }

    /** Number of events taken so far. */
    long taken() {
        return taken;
    }
}
