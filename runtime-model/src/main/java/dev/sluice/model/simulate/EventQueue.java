package dev.sluice.model.simulate;

/**
 * What is to happen when, without an object for each event. Events of the same time come in the order in which they
 * were added. What is soon is in a heap, which so stays small; what is later is not yet in order. Confined to its run.
 */
final class EventQueue {
    /** A slot has computed what it claimed; the argument is its number among all slots of the run. */
    static final int SLOT = 0;
    /** A message has arrived; the argument is the message. */
    static final int DELIVER = 1;
    /** The receiver has got round to a message. */
    static final int HANDLE = 2;
    /** The sender has got round to a message. */
    static final int LEAVE = 3;
    /** A packet is at the next server of its way. */
    static final int HOP = 4;
    /** A connection may send its next packet. */
    static final int CONNECTION = 5;
    /** A transfer on a network with fair sharing ends; the argument tells whether that still holds. */
    static final int TRANSFER = 6;
    /** The master's clock. */
    static final int TICK = 7;
    /** The application has accepted the results that it was given first. */
    static final int ACCEPTED = 8;
    /** The application has ended the cycle. */
    static final int CYCLE_OVER = 9;
    /** A worker looks for results that have waited long; the argument is its number from 0. */
    static final int FLUSH = 10;
    /** A step of the script; the argument is its place. */
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
    private long nanos;

    /** @param argumentIn below 2²⁷ */
    void add(long nanos, int kindIn, int argumentIn) {
        // Order of adding, 31 bits, then kind and argument.
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

    /** Takes the next event, which {@link #nanos}, {@link #kind} and {@link #argument} then tell. */
    void take() {
        if (!soon.take()) {
            later.open(soon, soon.nanos(), taken);
            soon.take();
        }
        taken++;
        nanos = soon.nanos();
    }

    /** The time of the event that was taken last: the virtual time of the run [ns]. */
    long nanos() {
        return nanos;
    }

    int kind() {
        return (int) soon.tag() >>> KIND_SHIFT;
    }

    int argument() {
        return (int) soon.tag() & ARGUMENT_MASK;
    }

    /** How many were taken so far. */
    long taken() {
        return taken;
    }
}
