package dev.sluice.master;

import dev.sluice.model.delivery.ResultWindow;
import dev.sluice.net.message.Acknowledge;
import java.util.function.LongSupplier;

/** Says to workers what is safe: at once when enough has gathered, else with the loop's next round. */
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

    /** The results of the task are safe, as all before them of this seat. On the principal's thread. */
    public void safe(AcceptTask task) {
        long window = windowBytes.getAsLong();
        WorkerConnection seat = task.seat();
        seat.safe(task.sequence(), task.bytes(), task.arrivedNanos());
        task.whenSafe().run();
        long gatheredBytes = seat.safeBytes - seat.acknowledgedBytes;
        if (ResultWindow.isAcknowledgedAtOnce(gatheredBytes, task.sequence() - seat.acknowledged, window)) {
            send(seat, window);
            seat.acknowledgedBytes = seat.safeBytes;
        }
    }

    /** Says it if there is anything to say. Any thread. */
    void send(WorkerConnection seat, long window) {
        long sequence = seat.safeSequence;
        if (sequence > seat.acknowledged) {
            seat.acknowledged = sequence;
            long queuedNanos = Math.max(0, clock.getAsLong() - seat.safeArrivedNanos);
            seat.session.send(new Acknowledge(sequence, window, queuedNanos));
        }
    }
}
