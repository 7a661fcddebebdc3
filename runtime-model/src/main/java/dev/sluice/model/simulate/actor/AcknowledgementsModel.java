package dev.sluice.model.simulate.actor;

import dev.sluice.model.delivery.ResultWindow;
import dev.sluice.model.simulate.network.Messages;
import java.util.ArrayList;
import java.util.List;

/**
 * The master's acknowledgements of results, and the window within which each worker may have unacknowledged results on
 * the way. Confined to its run.
 */
final class AcknowledgementsModel {
    private final RunContext context;
    private final MasterLoopModel loop;
    private final List<SeatModel> waiting = new ArrayList<>();
    private Long windowBytes = 0L;

    AcknowledgementsModel(RunContext context, MasterLoopModel loop) {
        this.context = context;
        this.loop = loop;
        divideWindow(0);
    }

    /** Bytes of unacknowledged results that each worker may have on the way. */
    long windowBytes() {
        return windowBytes;
    }

    /** Workers came or went: so many share the memory for results now. */
    void divideWindow(int workers) {
        windowBytes = ResultWindow.of(context.terms().resultMemoryBytes(), workers);
    }

    /** Acknowledges results of a worker that are safe: at once, or at the next tick. */
    void safe(Returned what) {
        SeatModel seat = what.seat;
        seat.safe.safe(what.sequence(), what.bytes, what.arrivedNanos);
        if (seat.safe.isDueAtOnce(windowBytes)) {
            now(seat);
        } else if (!seat.unacknowledged) {
            seat.unacknowledged = true;
            waiting.add(seat);
        }
    }

    private void now(SeatModel seat) {
        if (seat.open && seat.safe.isDue()) {
            long queuedNanos = seat.safe.queuedNanos(context.nowNanos());
            loop.sendDetailed(seat, Messages.Kind.ACKNOWLEDGE, seat.safe.acknowledge(), queuedNanos, windowBytes);
        }
    }

    void tick() {
        for (SeatModel seat : waiting) {
            seat.unacknowledged = false;
            now(seat);
        }
        waiting.clear();
    }
}
