package dev.sluice.master;

import dev.sluice.master.tune.SetupTransit;
import dev.sluice.model.delivery.SetupQueue;
import dev.sluice.model.schedule.Event;
import dev.sluice.net.message.CycleSetup;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.session.Outbound;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sends the setup of each cycle to the workers, large ones in turn ({@link SetupQueue}). The scheduler gives a worker
 * whose setup has not left no unit, because a worker refuses units before their setup. Confined to the master loop.
 */
final class Setups {
    /** Bytes of each setup between two looks that are compared. */
    private static final long GRAIN_BYTES = 2L * Outbound.PART_BYTES;

    private record Begun(long offeredNanos, long sentBytes) {}

    private final RunCore core;
    private final SchedulerDriver driver;
    private final SetupQueue<WorkerConnection> queue;
    private final Map<WorkerConnection, Begun> begun = new HashMap<>();
    private int cycle = -1;
    private Payload setup = Payload.empty();
    private boolean open;
    private boolean looking;

    Setups(RunCore core, SchedulerDriver driver) {
        this.core = core;
        this.driver = driver;
        this.queue = new SetupQueue<>(
                core.settings().setupOrder().with(core.settings().policy()), GRAIN_BYTES);
    }

    /** Begins a cycle. The payload stays the caller's, until {@link #cycleOver}. Called before units are handed out. */
    void begin(int number, Payload newSetup, List<WorkerConnection> connections) {
        cycle = number;
        setup = newSetup;
        open = true;
        begun.clear();
        queue.begin(newSetup.size(), core.nanoTime());
        core.traffic().setupPace().begin(number, newSetup.size(), core.nanoTime());
        for (WorkerConnection connection : connections) {
            if (!connection.entry.parked) {
                announce(connection);
                offer(connection);
            }
        }
        send();
    }

    /** Forgets the setup, because the cycle is over. */
    void cycleOver() {
        open = false;
        queue.clear();
        begun.clear();
        setup = Payload.empty();
    }

    /** Keeps the scheduler from giving units to a new worker before its setup has left. Called before it joins. */
    void announce(WorkerConnection connection) {
        if (open && queue.inTurn() && !connection.entry.parked) {
            driver.apply(new Event.SetupQueued(connection.entry.id));
        }
    }

    /** Keeps the scheduler from giving units to a parked worker that returns. Called before it returns. */
    void hold(WorkerConnection connection) {
        if (open) {
            driver.apply(new Event.SetupQueued(connection.entry.id));
        }
    }

    /**
     * Sends the setup of the open cycle to a worker that was parked, unless it has it.
     *
     * @param atOnce whether it overtakes the setups that wait for their turn
     */
    void unparked(WorkerConnection connection, boolean atOnce) {
        if (!open) {
            return;
        }
        core.traffic().setupPace().late();
        long now = core.nanoTime();
        if (connection.setupCycle == cycle) {
            driver.apply(new Event.SetupSent(connection.entry.id));
        } else if (atOnce || !queue.inTurn()) {
            queue.gone(connection);
            begun.remove(connection);
            send(connection, now);
            driver.apply(new Event.SetupSent(connection.entry.id));
        } else {
            announce(connection);
            offer(connection);
            send();
        }
    }

    /** Gives up a setup that waits for its turn, because its worker is parked. */
    void withdraw(WorkerConnection connection) {
        if (open && connection.setupCycle != cycle) {
            gone(connection);
        }
    }

    /**
     * Sends the setup of the open cycle, if one is open, to a worker that registered, unless it has it.
     *
     * @param returns whether the worker was known: it may hold units, and gets the setup at once
     */
    void registered(WorkerConnection connection, boolean returns) {
        if (connection.entry.parked) {
            return;
        }
        core.traffic().setupPace().late();
        if (open && returns) {
            send(connection, core.nanoTime());
            driver.apply(new Event.SetupSent(connection.entry.id));
        } else if (open && connection.setupCycle == cycle) {
            driver.apply(new Event.SetupSent(connection.entry.id));
        } else if (open) {
            offer(connection);
            send();
        }
    }

    /** Records that the connection can take more: its setup has left. */
    void writable(WorkerConnection connection) {
        if (left(connection)) {
            send();
        }
    }

    /** Forgets a connection that is closed. */
    void gone(WorkerConnection connection) {
        queue.gone(connection);
        begun.remove(connection);
        send();
    }

    private void offer(WorkerConnection connection) {
        double speed = queue.inTurn() ? driver.speed(connection.entry.id) : 0;
        begun.put(connection, new Begun(core.nanoTime(), 0));
        queue.offer(connection, speed > 0 || !queue.inTurn() ? speed : connection.entry.slots);
    }

    /** Sends the setup to all workers whose turn it is. */
    private void send() {
        long now = core.nanoTime();
        for (@Nullable WorkerConnection next = queue.next(now); next != null; next = queue.next(now)) {
            Begun mine = begun.get(next);
            long sentBytes = next.session.counters().bytesSent();
            send(next, mine == null ? now : mine.offeredNanos);
            begun.put(next, new Begun(now, sentBytes));
            left(next); // at once where the transport has room for all of it
        }
        if (!looking && (queue.waits() || !queue.inTransit().isEmpty())) {
            looking = true;
            core.loop().schedule(SetupQueue.LOOK_NANOS, this::look);
        }
    }

    private void send(WorkerConnection to, long offeredNanos) {
        to.setupCycle = cycle;
        core.traffic().setup(to.entry, setup.size());
        to.session.send(new CycleSetup(cycle, Math.max(0, offeredNanos - to.owedNanos), setup.retain()));
    }

    private boolean left(WorkerConnection connection) {
        boolean done = connection.session.writable() && queue.left(connection, core.nanoTime());
        if (done) {
            Begun mine = begun.remove(connection);
            if (mine != null) {
                connection.entry.setupTransit = new SetupTransit(mine.offeredNanos, core.nanoTime(), setup.size());
            }
            driver.apply(new Event.SetupSent(connection.entry.id));
        }
        return done;
    }

    private void look() {
        looking = false;
        if (open) {
            queue.inTransit().forEach(this::left);
            queue.look(core.nanoTime(), this::sentBytes);
            send();
        }
    }

    private long sentBytes(WorkerConnection connection) {
        Begun mine = begun.get(connection);
        return mine == null ? 0 : connection.session.counters().bytesSent() - mine.sentBytes;
    }
}
