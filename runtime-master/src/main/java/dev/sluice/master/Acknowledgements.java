package dev.sluice.master;

import dev.sluice.model.delivery.ResultWindow;
import dev.sluice.net.message.Acknowledge;
import java.util.function.LongSupplier;

/** Acknowledges safe results to workers: at once when enough bytes have gathered, else in the loop's next round. */
public final class Acknowledgements {
    private final LongSupplier clock;
    private final LongSupplier windowBytes;

    /**
     * @param clock of the loop [ns]; any thread
     * @param windowBytes unacknowledged results that each worker may have on the way; any thread
     */
    Acknowledgements(LongSupplier clock, LongSupplier windowBytes) {
        this.clock = clock;
        this.windowBytes = windowBytes;
    }

    /**
     * Records that the results of the task, and all before them on this connection, are safe. On the unit source's
     * thread.
     */
    public void safe(AcceptTask task) {
        long window = windowBytes.getAsLong();
        WorkerConnection connection = task.connection();
        connection.safe(task.sequence(), task.bytes(), task.arrivedNanos());
        task.whenSafe().run();
        long gatheredBytes = connection.safeBytes - connection.acknowledgedBytes;
        if (ResultWindow.isAcknowledgedAtOnce(gatheredBytes, task.sequence() - connection.acknowledged, window)) {
            send(connection, window);
            connection.acknowledgedBytes = connection.safeBytes;
        }
    }

    /** Sends an acknowledgement if one is due. Any thread. */
    void send(WorkerConnection connection, long window) {
        long sequence = connection.safeSequence;
        if (sequence > connection.acknowledged) {
            connection.acknowledged = sequence;
            long queuedNanos = Math.max(0, clock.getAsLong() - connection.safeArrivedNanos);
            connection.session.send(new Acknowledge(sequence, window, queuedNanos));
        }
    }
}
