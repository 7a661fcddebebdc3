package dev.sluice.master;

import dev.sluice.master.tune.SetupTransit;
import dev.sluice.model.WorkerId;
import dev.sluice.model.delivery.SetupRounds;
import dev.sluice.model.schedule.Event;
import dev.sluice.net.message.CycleSetup;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.session.Outbound;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sends the setup of each cycle to the workers, as {@link SetupRounds} decides, and measures how it leaves. Confined to
 * the master loop.
 */
final class Setups implements SetupRounds.Hands<WorkerConnection> {
    /** Bytes of each setup between two looks that are compared. */
    private static final long GRAIN_BYTES = 2L * Outbound.PART_BYTES;

    private record Begun(long fromNanos, long sentBytes) {}

    private final RunCore core;
    private final SchedulerDriver driver;
    final SetupRounds<WorkerConnection> rounds;
    private final Map<WorkerConnection, Begun> begun = new HashMap<>();
    private Payload setup = Payload.empty();
    private int parts;

    Setups(RunCore core, SchedulerDriver driver) {
        this.core = core;
        this.driver = driver;
        this.rounds = new SetupRounds<>(
                core.settings()
                        .rules()
                        .delivery()
                        .setups(core.settings().rules().handout()),
                GRAIN_BYTES,
                true,
                this);
    }

    /** The next cycle has so many parts that stay at workers, which sub-masters learn with the setup. */
    void parts(int ofCycle) {
        parts = ofCycle;
    }

    /** Begins a cycle. The payload stays the caller's, until {@link #cycleOver}. Called before units are handed out. */
    void begin(int number, Payload newSetup, List<WorkerConnection> connections) {
        setup = newSetup;
        begun.clear();
        core.traffic().setupPace().begin(number, newSetup.size(), core.nanoTime());
        rounds.begin(number, newSetup.size(), connections);
    }

    /** Forgets the setup, because the cycle is over. */
    void cycleOver() {
        rounds.cycleOver();
        begun.clear();
        setup = Payload.empty();
    }

    /** A parked worker is to work again. */
    void unparked(WorkerConnection connection, boolean overtakes) {
        if (rounds.isOpen()) {
            core.traffic().setupPace().late();
        }
        rounds.unparked(connection, overtakes);
    }

    /** A worker registered. */
    void registered(WorkerConnection connection, boolean returns) {
        if (!connection.isParked()) {
            core.traffic().setupPace().late();
        }
        rounds.registered(connection, returns);
    }

    /** Records that the connection can take more: its setup has left. */
    void writable(WorkerConnection connection) {
        if (hasLeft(connection)) {
            rounds.left(connection);
        }
    }

    /** Forgets a connection that is closed. */
    void gone(WorkerConnection connection) {
        begun.remove(connection);
        rounds.gone(connection);
    }

    private long sentBytes(WorkerConnection connection) {
        Begun mine = begun.get(connection);
        return mine == null ? 0 : connection.session.counters().bytesSent() - mine.sentBytes;
    }

    @Override
    public long nanoTime() {
        return core.nanoTime();
    }

    @Override
    public void apply(Event event) {
        driver.apply(event);
    }

    @Override
    public double speed(WorkerId worker) {
        return driver.speed(worker);
    }

    @Override
    public void send(WorkerConnection to, int cycle) {
        begun.put(to, new Begun(core.nanoTime(), to.session.counters().bytesSent()));
        core.traffic().setup(to.entry, setup.size());
        to.session.send(new CycleSetup(cycle, to.gapNanos(), setup.retain(), parts));
    }

    @Override
    public boolean hasLeft(WorkerConnection to) {
        return to.session.writable();
    }

    @Override
    public void left(WorkerConnection to) {
        Begun mine = begun.remove(to);
        if (mine != null) {
            to.entry.setupTransit = new SetupTransit(mine.fromNanos, core.nanoTime(), setup.size());
        }
    }

    @Override
    public void lookAfter(long nanos) {
        core.loop().schedule(nanos, () -> rounds.look(this::sentBytes));
    }
}
