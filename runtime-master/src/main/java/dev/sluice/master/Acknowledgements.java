package dev.sluice.master;

import dev.sluice.master.resume.JournalledRun;
import dev.sluice.model.delivery.ResultWindow;
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
        long before = connection.safeSequence;
        connection.settle(journal);
        long gatheredBytes = connection.safeBytes - connection.acknowledgedBytes;
        long gathered = connection.safeSequence - connection.acknowledged;
        if (connection.safeSequence > before && ResultWindow.isAcknowledgedAtOnce(gatheredBytes, gathered, window)) {
            send(connection, window);
            connection.acknowledgedBytes = connection.safeBytes;
        }
    }

    /**
     * Tells the worker that its failures up to this sequence were dealt with, whatever is safe already. Called after
     * what they make the master take back was taken back. Any thread.
     */
    public void answer(WorkerConnection connection, long failure) {
        connection.session.send(new Acknowledge(connection.acknowledged, windowBytes.getAsLong(), 0, failure));
    }

    /** Sends an acknowledgement if one is due. Any thread. */
    void send(WorkerConnection connection, long window) {
        long sequence = connection.safeSequence;
        if (sequence > connection.acknowledged) {
            connection.acknowledged = sequence;
            long queuedNanos = Math.max(0, clock.getAsLong() - connection.safeArrivedNanos);
            connection.session.send(new Acknowledge(sequence, window, queuedNanos, 0));
        }
    }
}
