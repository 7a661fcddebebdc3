package dev.sluice.model.simulate.actor;

import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.delivery.SetupQueue;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.simulate.event.EventQueue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends the setups of one master's cycles to its workers, as the master's {@code Setups}. Confined to its run. */
final class SetupsModel {
    private final RunContext context;
    private final MasterModel master;
    private SetupQueue<SeatModel> queue;
    private SetupOrder order;
    private boolean reordered;
    private int cycle;
    private boolean armed;

    SetupsModel(RunContext context, MasterModel master) {
        this.context = context;
        this.master = master;
        this.order = context.terms().setupOrder();
        this.queue = queue();
    }

    private SetupQueue<SeatModel> queue() {
        return new SetupQueue<>(order, context.terms().packetBytes() * 4L);
    }

    /** Sends the setups of later cycles in this order. */
    void order(SetupOrder other) {
        reordered |= other != order;
        order = other;
    }

    /** Begins a cycle with these workers. Called before the scheduler hands units out. */
    void begin(int number, List<SeatModel> seats) {
        resume(number);
        seats.forEach(this::offer);
        send();
    }

    /** Continues a cycle whose setups have left, but for those that {@link #joins} names. */
    void resume(int number) {
        if (reordered) {
            queue = queue();
            reordered = false;
        }
        cycle = number;
        queue.begin(context.workload().setupBytes(number), context.nowNanos());
    }

    /** Sends the setup of the open cycle to a worker that registers, now or in its turn. */
    void joins(SeatModel seat) {
        offer(seat);
        send();
    }

    private void offer(SeatModel seat) {
        seat.offeredNanos = context.nowNanos();
        queue.offer(seat, speed(seat));
        if (queue.inTurn()) {
            master.apply(new Event.SetupQueued(seat.id));
        }
    }

    /** Sends the setup to a worker that was waiting for its turn when the simulation began. */
    void resumes(SeatModel seat) {
        joins(seat);
        if (!queue.inTurn()) {
            master.apply(new Event.SetupSent(seat.id));
        }
    }

    private double speed(SeatModel seat) {
        double known = queue.inTurn() ? master.scheduler().speed(seat.id) : 0;
        return known > 0 || !queue.inTurn() ? known : seat.slots;
    }

    /** A setup has left. */
    void left(SeatModel seat) {
        if (queue.left(seat, context.nowNanos())) {
            master.apply(new Event.SetupSent(seat.id));
            send();
        }
    }

    /** A worker is gone. */
    void gone(SeatModel seat) {
        queue.gone(seat);
        send();
    }

    void cycleOver() {
        queue.clear();
    }

    /** Looks at the setups in transit. */
    void look() {
        armed = false;
        queue.look(context.nowNanos(), seat -> context.network().leftSender(seat.setup));
        send();
    }

    private void send() {
        long now = context.nowNanos();
        for (@Nullable SeatModel seat = queue.next(now); seat != null; seat = queue.next(now)) {
            long gapNanos = Math.max(0, seat.offeredNanos - seat.owedNanos);
            long bytes = context.workload().setupBytes(cycle);
            seat.setup = master.loop.sendSetup(seat, bytes, cycle, gapNanos);
        }
        if (queue.waits() && !armed) {
            armed = true;
            context.events().add(now + SetupQueue.LOOK_NANOS, EventQueue.SETUP_LOOK, master.host);
        }
    }
}
