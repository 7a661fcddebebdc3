package dev.sluice.model.simulate.event;

/**
 * The future events by time, without an object per event. Events of the same time are taken in the order in which they
 * were added. Near events are in a heap, which therefore stays small; later events are not sorted yet. Confined to its
 * run.
 */
public final class EventQueue {
    /** A slot has computed its claimed units; the argument is its number among all slots of the run. */
    public static final int SLOT = 0;
    /** A message has arrived; the argument is the message. */
    public static final int DELIVER = 1;
    /** The receiver's processor has handled a message. */
    public static final int HANDLE = 2;
    /** The sender's processor has handled a message. */
    public static final int LEAVE = 3;
    /** A packet has arrived at the next server on its way. */
    public static final int HOP = 4;
    /** A connection may send its next packet. */
    public static final int CONNECTION = 5;
    /**
     * A transfer on a network with fair sharing ends; the argument is a version that shows whether the event is still
     * valid.
     */
    public static final int TRANSFER = 6;
    /** A tick of the master's clock. */
    public static final int TICK = 7;
    /** The application has accepted its oldest results. */
    public static final int ACCEPTED = 8;
    /** The application has ended the cycle. */
    public static final int CYCLE_OVER = 9;
    /** A worker checks for results that have waited long; the argument is its number from 0. */
    public static final int FLUSH = 10;
    /** A step of the script; the argument is its index. */
    public static final int STEP = 11;
    /** A worker is ready; the argument is its number from 0. */
    public static final int START = 12;
    /** The connection of a worker has closed. */
    public static final int BROKEN = 13;

    /** A setup that is sent in turn has left its sender; the argument is the worker's number from 0. */
    public static final int SETUP_LEFT = 14;
    /** A master looks at the setups in transit; the argument is its host. */
    public static final int SETUP_LOOK = 15;

    /** A packet of a setup that is sent in turn has passed all servers; the argument is the connection. */
    public static final int PACKET = 16;

    /** Another tenth of the cycle is finished; the argument is their number. */
    public static final int STEER = 17;

    /** Units come that the open cycle waits for; the argument is the cycle. */
    public static final int GROW = 18;

    private static final int KIND_SHIFT = 27;
    private static final int ARGUMENT_MASK = (1 << KIND_SHIFT) - 1;

    private final EventHeap soon = new EventHeap();
    private final LaterEvents later = new LaterEvents();
    private long added;
    private long taken;
    private long nanos;

    /** Starts the clock at this time, before any event is added. */
    public void startAt(long startNanos) {
        nanos = startNanos;
    }

    /** @param argumentIn below 2²⁷ */
    public void add(long nanos, int kindIn, int argumentIn) {
        // Bits of the tag: order of adding (31 bits), then kind and argument.
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

    /** Takes the next event and stores it in {@link #nanos}, {@link #kind} and {@link #argument}. */
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

    /** Number of events taken so far. */
    public long taken() {
        return taken;
    }
}
