package dev.sluice.model.simulate.actor;

import dev.sluice.model.WorkerId;
import dev.sluice.model.delivery.SetupRounds;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.event.EventQueue;
import java.util.List;

/** Sends the setups of one master's cycles to its workers, as {@link SetupRounds} decides. Confined to its run. */
final class SetupsModel implements SetupRounds.Hands<SeatModel> {
    final SetupRounds<SeatModel> rounds;
    private final RunContext context;
    private final MasterModel master;

    SetupsModel(RunContext context, MasterModel master) {
        this.context = context;
        this.master = master;
        SimulationTerms terms = context.terms();
        this.rounds =
                new SetupRounds<>(terms.delivery().setups(terms.handout()), terms.packetBytes() * 4L, false, this);
    }

    /** Begins a cycle with these workers; none if their setups left before the simulation began. */
    void begin(int number, List<SeatModel> seats) {
        rounds.begin(number, context.workload().setupBytes(number), seats);
    }

    /** Continues with a worker of a cycle that began before the simulation: its setup may wait for its turn. */
    void resumes(SeatModel seat, boolean hasSetup, int cycle) {
        if (hasSetup) {
            seat.hasSetupOf(cycle);
            return;
        }
        rounds.announce(seat);
        rounds.registered(seat, false);
        if (!rounds.inTurn()) {
            apply(new Event.SetupSent(seat.id));
        }
    }

    /** A worker is parked, or its parking ends. */
    void parks(SeatModel seat) {
        if (seat.parks) {
            rounds.withdraw(seat);
        } else {
            rounds.unparked(seat, false);
        }
    }

    /** Looks at the setups in transit. */
    void look() {
        rounds.look(seat -> context.network().leftSender(seat.setup));
    }

    @Override
    public long nanoTime() {
        return context.nowNanos();
    }

    @Override
    public void apply(Event event) {
        master.apply(event);
    }

    @Override
    public double speed(WorkerId worker) {
        return master.scheduler().speed(worker);
    }

    @Override
    public void send(SeatModel to, int cycle) {
        to.setup = master.loop.sendSetup(to, context.workload().setupBytes(cycle), cycle, to.gapNanos());
    }

    @Override
    public boolean hasLeft(SeatModel to) {
        return false; // the network says when
    }

    @Override
    public void left(SeatModel to) {}

    @Override
    public void lookAfter(long nanos) {
        context.events().add(context.nowNanos() + nanos, EventQueue.SETUP_LOOK, master.host);
    }
}
