package dev.sluice.model.simulate.event;

/**
 * What is to happen when, without an object for each event. Events of the same time come in the order in which they
 * were added. What is soon is in a heap, which so stays small; what is later is not yet in order. Confined to its run.
 */
public final class EventQueue {
    /** A slot has computed what it claimed; the argument is its number among all slots of the run. */
    public static final int SLOT = 0;
    /** A message has arrived; the argument is the message. */
    public static final int DELIVER = 1;
    /** The receiver has got round to a message. */
    public static final int HANDLE = 2;
    /** The sender has got round to a message. */
    public static final int LEAVE = 3;
    /** A packet is at the next server of its way. */
    public static final int HOP = 4;
    /** A connection may send its next packet. */
    public static final int CONNECTION = 5;
    /** A transfer on a network with fair sharing ends; the argument tells whether that still holds. */
    public static final int TRANSFER = 6;
    /** The master's clock. */
    public static final int TICK = 7;
    /** The application has accepted the results that it was given first. */
    public static final int ACCEPTED = 8;
    /** The application has ended the cycle. */
    public static final int CYCLE_OVER = 9;
    /** A worker looks for results that have waited long; the argument is its number from 0. */
    public static final int FLUSH = 10;
    /** A step of the script; the argument is its place. */
    public static final int STEP = 11;
    /** A worker is ready; the argument is its number from 0. */
    public static final int START = 12;
    /** The connection of a worker has closed. */
    public static final int BROKEN = 13;

    private static final int KIND_SHIFT = 27;
    private static final int ARGUMENT_MASK = (1 << KIND_SHIFT) - 1;

    private final EventHeap soon = new EventHeap();
    private final LaterEvents later = new LaterEvents();
    private long added;
    private long taken;
    private long nanos;

    /** @param argumentIn below 2²⁷ */
    public void add(long nanos, int kindIn, int argumentIn) {
        // Order of adding, 31 bits, then kind and argument.
        long tag = (added++ & 0x7fffffffL) << 32 | (long) kindIn << KIND_SHIFT | argumentIn;
        if (nanos < later.fromNanos()) {
            soon.add(nanos, tag);
        } else {
            later.add(nanos, tag);
        }
    }

    public boolean isEmpty() {
        return size() == 0;
    }

    int size() {
        return soon.size() + later.size();
    }

    /** Takes the next event, which {@link #nanos}, {@link #kind} and {@link #argument} then tell. */
    public void take() {
        if (!soon.take()) {
            later.open(soon, soon.nanos(), taken);
            soon.take();
        }
        taken++;
        nanos = soon.nanos();
    }

    /** The time of the event that was taken last: the virtual time of the run [ns]. */
    public long nanos() {
        return nanos;
    }

    public int kind() {
        return (int) soon.tag() >>> KIND_SHIFT;
    }

    public int argument() {
        return (int) soon.tag() & ARGUMENT_MASK;
    }

    /** How many were taken so far. */
    public long taken() {
        return taken;
    }
}
