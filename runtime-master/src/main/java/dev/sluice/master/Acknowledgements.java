package dev.sluice.master;

import dev.sluice.model.delivery.ResultWindow;
import dev.sluice.net.message.Acknowledge;

/** Says to workers what is safe: at once when enough has gathered, else with the loop's next round. */
public final class Acknowledgements {
    private Acknowledgements() {}

    /** The results of the task are safe, as all before them of this seat. On the principal's thread. */
    public static void safe(AcceptTask task, long window) {
        Seat seat = task.seat();
        seat.safe(task.sequence(), task.bytes(), task.arrivedNanos());
        task.whenSafe().run();
        long gatheredBytes = seat.safeBytes - seat.acknowledgedBytes;
        if (ResultWindow.isAcknowledgedAtOnce(gatheredBytes, task.sequence() - seat.acknowledged, window)) {
            send(seat, window);
            seat.acknowledgedBytes = seat.safeBytes;
        }
    }

    /** Says it if there is anything to say. Any thread. */
    static void send(Seat seat, long window) {
        long sequence = seat.safeSequence;
        if (sequence > seat.acknowledged) {
            seat.acknowledged = sequence;
            long queuedNanos = Math.max(0, System.nanoTime() - seat.safeArrivedNanos);
            seat.session.send(new Acknowledge(sequence, window, queuedNanos));
        }
    }
}
