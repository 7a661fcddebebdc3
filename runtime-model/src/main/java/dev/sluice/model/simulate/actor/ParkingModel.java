package dev.sluice.model.simulate.actor;

import dev.sluice.model.schedule.Event;
import dev.sluice.model.simulate.network.Messages.Kind;

/** Parks the workers of one master, as the master's {@code Actuator}. Confined to its run. */
final class ParkingModel {
    private final RunContext context;
    private final MasterModel master;

    ParkingModel(RunContext context, MasterModel master) {
        this.context = context;
        this.master = master;
    }

    /** Parks a worker, or ends its parking. A worker that is still starting joins parked. */
    void park(SeatModel seat, boolean parks) {
        if (seat.open && parks != seat.parks) {
            seat.parks = parks;
            send(seat);
            master.setups.parks(seat);
            master.apply(parks ? new Event.WorkerParked(seat.id) : new Event.WorkerUnparked(seat.id));
            master.noteLull(seat);
        } else {
            seat.parks = parks;
        }
    }

    /** The scheduler needs a parked worker. */
    void unparked(SeatModel seat) {
        seat.parks = false;
        send(seat);
        master.setups.rounds.unparked(seat, true);
    }

    /** Tells the worker whether it is parked. */
    void send(SeatModel seat) {
        master.loop.send(seat, Kind.PARK, 0, seat.parks ? 1 : 0, null);
        seat.endLull(context.nowNanos()); // its wait begins now
        master.noteLull(seat);
    }
}
