package dev.sluice.master;

import dev.sluice.master.resume.JournalledRun;
import dev.sluice.net.message.Acknowledge;
import java.util.function.LongSupplier;

/**
 * Acknowledges safe results to workers: at once when enough bytes have gathered, else in the loop's next round. Results
 * are safe when the application has accepted them and the journal has committed them.
 */
public final class Acknowledgements {
    private final LongSupplier clock;
    private final LongSupplier windowBytes;
    private JournalledRun journal = JournalledRun.NONE;

    /**
     * @param clock of the loop [ns]; any thread
     * @param windowBytes unacknowledged results that each worker may have on the way; any thread
     */
    Acknowledgements(LongSupplier clock, LongSupplier windowBytes) {
        this.clock = clock;
        this.windowBytes = windowBytes;
    }

    /** Waits for this journal before it acknowledges. Called before the run starts. */
    void journal(JournalledRun run) {
        journal = run;
    }

    /** Units whose results the journal has. Any thread. */
    public long safeUnits() {
        return journal.safeUnits();
    }

    /**
     * Records that the results of the task, and all before them on this connection, are accepted. On the unit source's
     * thread.
     */
    public void safe(AcceptTask task) {
        task.whenSafe().run();
        WorkerConnection connection = task.connection();
        synchronized (connection.lock()) {
            connection.taken(task);
            acknowledge(connection, windowBytes.getAsLong());
        }
    }

    /** Acknowledges what the journal has committed by now, if that is much. Any thread. */
    void committed(WorkerConnection connection, long window) {
        synchronized (connection.lock()) {
            acknowledge(connection, window);
        }
    }

    private void acknowledge(WorkerConnection connection, long window) {
        if (connection.settle(journal) && connection.safe.isDueAtOnce(window)) {
            send(connection, window);
        }
    }

    /**
     * Tells the worker that its failures up to this sequence were dealt with, whatever is safe already. Called after
     * what they make the master take back was taken back. Any thread.
     */
    public void answer(WorkerConnection connection, long failure) {
        synchronized (connection.lock()) {
            long acknowledged = connection.safe.acknowledged();
            connection.session.send(new Acknowledge(acknowledged, windowBytes.getAsLong(), 0, failure));
        }
    }

    /** Acknowledges what is safe, however little it is. Any thread. */
    void tick(WorkerConnection connection, long window) {
        synchronized (connection.lock()) {
            acknowledge(connection, window);
            send(connection, window);
        }
    }

    private void send(WorkerConnection connection, long window) {
        if (connection.safe.isDue()) {
            long queuedNanos = connection.safe.queuedNanos(clock.getAsLong());
            connection.session.send(new Acknowledge(connection.safe.acknowledge(), window, queuedNanos, 0));
        }
    }
}
