package dev.sluice.model.delivery;

import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.Event;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sends the setup of each cycle to the workers, large ones in turn ({@link SetupQueue}). The scheduler gives a worker
 * whose setup has not left no unit, because a worker refuses units before their setup. A parked worker gets none.
 * Confined to the loop of its master.
 */
public final class SetupRounds<T extends SetupSeat> {
    /** Acts for the master. */
    public interface Hands<T> {
        /** The time [ns]. */
        long nanoTime();

        /** Tells the scheduler. */
        void apply(Event event);

        /** Speed of all slots of a worker, relative to others; 0 if it is not known. */
        double speed(WorkerId worker);

        /** Sends the setup of this cycle. */
        void send(T to, int cycle);

        /** True if all that was sent to this worker has left. */
        boolean hasLeft(T to);

        /** The setup has left in its turn. */
        void left(T to);

        /** Calls {@link #look} after so much time [ns]. */
        void lookAfter(long nanos);
    }

    private final SetupQueue<T> queue;
    private final Hands<T> hands;
    private final boolean polls;
    private int cycle = -1;
    private boolean open;
    private boolean looking;

    /**
     * @param grainBytes as in {@link SetupQueue}
     * @param polls whether the master looks at setups in transit to learn that they have left
     */
    public SetupRounds(SetupOrder order, long grainBytes, boolean polls, Hands<T> hands) {
        this.queue = new SetupQueue<>(order, grainBytes);
        this.polls = polls;
        this.hands = hands;
    }

    /** Begins a cycle with a setup of so many bytes for these workers. Called before units are handed out. */
    public void begin(int number, long bytes, List<T> seats) {
        cycle = number;
        open = true;
        queue.begin(bytes, hands.nanoTime());
        for (T seat : seats) {
            if (!seat.isParked()) {
                announce(seat);
                offer(seat);
            }
        }
        send();
    }

    /** Forgets the setup, because the cycle is over. */
    public void cycleOver() {
        open = false;
        queue.clear();
    }

    /** True while a cycle is open. */
    public boolean isOpen() {
        return open;
    }

    /** True if the setups of this cycle leave in turn. */
    public boolean inTurn() {
        return queue.inTurn();
    }

    /** Keeps the scheduler from giving units to a new worker before its setup has left. Called before it joins. */
    public void announce(T seat) {
        if (queue.inTurn() && !seat.isParked()) {
            hold(seat);
        }
    }

    /** Keeps the scheduler from giving units to a worker that returns parked. Called before it returns. */
    public void hold(T seat) {
        if (open) {
            hands.apply(new Event.SetupQueued(seat.worker()));
        }
    }

    /**
     * Sends the setup of the open cycle, if one is open, to a worker that registered, unless it has it.
     *
     * @param returns whether the worker was known: it may hold units, and gets the setup at once
     */
    public void registered(T seat, boolean returns) {
        if (!open || seat.isParked()) {
            return;
        }
        if (returns) {
            atOnce(seat);
        } else if (seat.hasSetup(cycle)) {
            sent(seat);
        } else {
            offer(seat);
            send();
        }
    }

    /**
     * Sends the setup of the open cycle to a worker that was parked, unless it has it.
     *
     * @param overtakes whether it overtakes the setups that wait for their turn
     */
    public void unparked(T seat, boolean overtakes) {
        if (!open) {
            return;
        }
        if (seat.hasSetup(cycle)) {
            sent(seat);
        } else if (overtakes || !queue.inTurn()) {
            queue.gone(seat);
            atOnce(seat);
        } else {
            announce(seat);
            offer(seat);
            send();
        }
    }

    /** Gives up a setup that waits for its turn, because its worker is parked. */
    public void withdraw(T seat) {
        if (open && !seat.hasSetup(cycle)) {
            gone(seat);
        }
    }

    /** A worker can take more: its setup has left. */
    public void left(T seat) {
        if (leaves(seat)) {
            send();
        }
    }

    private boolean leaves(T seat) {
        boolean news = queue.left(seat, hands.nanoTime());
        if (news) {
            hands.left(seat);
            sent(seat);
        }
        return news;
    }

    /** Forgets a worker that is gone. */
    public void gone(T seat) {
        queue.gone(seat);
        send();
    }

    /**
     * Looks at the setups in transit.
     *
     * @param sentBytes bytes of the setup in transit to a worker that have left this master
     */
    public void look(ToLongFunction<T> sentBytes) {
        looking = false;
        if (open) {
            queue.inTransit().forEach(this::leavesIfGone);
            queue.look(hands.nanoTime(), sentBytes);
            send();
        }
    }

    private void leavesIfGone(T seat) {
        if (hands.hasLeft(seat)) {
            leaves(seat);
        }
    }

    private void offer(T seat) {
        seat.offered(hands.nanoTime());
        double known = queue.inTurn() ? hands.speed(seat.worker()) : 0;
        queue.offer(seat, known > 0 || !queue.inTurn() ? known : seat.slots());
    }

    private void atOnce(T seat) {
        seat.offered(hands.nanoTime());
        transmit(seat);
        sent(seat);
    }

    /** Sends the setup to all workers whose turn it is. */
    private void send() {
        long now = hands.nanoTime();
        for (@Nullable T next = queue.next(now); next != null; next = queue.next(now)) {
            transmit(next);
            leavesIfGone(next); // at once where the transport has room for all of it
        }
        if (!looking && (queue.waits() || polls && !queue.inTransit().isEmpty())) {
            looking = true;
            hands.lookAfter(SetupQueue.LOOK_NANOS);
        }
    }

    private void transmit(T seat) {
        seat.hasSetupOf(cycle);
        hands.send(seat, cycle);
    }

    private void sent(T seat) {
        hands.apply(new Event.SetupSent(seat.worker()));
    }
}
