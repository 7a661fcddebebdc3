package dev.sluice.model.simulate.actor;

import dev.sluice.model.delivery.SetupQueue;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.simulate.event.EventQueue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends the setups of one master's cycles to its workers, as the master's {@code Setups}. Confined to its run. */
final class SetupsModel {
    private final RunContext context;
    private final MasterModel master;
    private final SetupQueue<SeatModel> queue;
    private int cycle;
    private boolean armed;
    private boolean open;

    SetupsModel(RunContext context, MasterModel master) {
        this.context = context;
        this.master = master;
        this.queue =
                new SetupQueue<>(context.terms().setupOrder(), context.terms().packetBytes() * 4L);
    }

    /** Begins a cycle with these workers. Called before the scheduler hands units out. A parked one gets no setup. */
    void begin(int number, List<SeatModel> seats) {
        resume(number);
        for (SeatModel seat : seats) {
            if (!seat.parks) {
                offer(seat);
            }
        }
        send();
    }

    /** Continues a cycle whose setups have left, but for those that {@link #joins} names. */
    void resume(int number) {
        cycle = number;
        open = true;
        queue.begin(context.workload().setupBytes(number), context.nowNanos());
    }

    /** Sends the setup of the open cycle to a worker that registers, now or in its turn, unless it is parked. */
    void joins(SeatModel seat) {
        if (!seat.parks) {
            offer(seat);
            send();
        }
    }

    /**
     * Sends the setup of the open cycle to a worker that was parked, unless it has it.
     *
     * @param atOnce whether it overtakes the setups that wait for their turn
     */
    void unparked(SeatModel seat, boolean atOnce) {
        if (!open) {
            return;
        }
        boolean has = seat.setupCycle == cycle;
        if (!has && queue.inTurn() && !atOnce) {
            joins(seat);
            return;
        }
        if (!has) {
            queue.gone(seat);
            seat.offeredNanos = context.nowNanos();
            send(seat);
        }
        master.apply(new Event.SetupSent(seat.id));
    }

    /** A worker is parked, and a setup that waits for its turn is given up; or its parking ends. */
    void parks(SeatModel seat) {
        if (!seat.parks) {
            unparked(seat, false);
        } else if (open && seat.setupCycle != cycle) {
            gone(seat);
        }
    }

    private void offer(SeatModel seat) {
        seat.offeredNanos = context.nowNanos();
        queue.offer(seat, speed(seat));
        if (queue.inTurn()) {
            master.apply(new Event.SetupQueued(seat.id));
        }
    }

    /** Continues with a worker of a cycle that began before the simulation: its setup may wait for its turn. */
    void resumes(SeatModel seat, boolean hasSetup) {
        if (hasSetup) {
            seat.setupCycle = cycle;
            return;
        }
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
        open = false;
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
            send(seat);
        }
        if (queue.waits() && !armed) {
            armed = true;
            context.events().add(now + SetupQueue.LOOK_NANOS, EventQueue.SETUP_LOOK, master.host);
        }
    }

    private void send(SeatModel seat) {
        long gapNanos = Math.max(0, seat.offeredNanos - seat.owedNanos);
        long bytes = context.workload().setupBytes(cycle);
        seat.setupCycle = cycle;
        seat.setup = master.loop.sendSetup(seat, bytes, cycle, gapNanos);
    }
}
