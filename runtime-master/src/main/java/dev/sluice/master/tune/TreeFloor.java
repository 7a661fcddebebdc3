package dev.sluice.master.tune;

import dev.sluice.model.tune.TreeSite.TreeHost;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of a run that a {@link TreeTuner} reads, besides those of a {@link TunedFloor}. Confined to the loop. */
public interface TreeFloor {
    /**
     * A connected worker or sub-master that is not leaving.
     *
     * @param site names the hosts with which it shares its way to the master
     * @param movable whether it can move to another master, and works
     * @param serves whether it is a sub-master that has said where it listens
     * @param way between it and the master
     * @param below its hosts: one for a worker, those below for a sub-master
     * @param outstanding units that it has
     */
    record Seat(
            Floor.Present worker,
            String site,
            boolean movable,
            boolean serves,
            Way way,
            List<TreeHost> below,
            long outstanding) {
        public Seat {
            below = List.copyOf(below);
        }

        /** The same at a site of this name. */
        Seat at(String other) {
            return new Seat(worker, other, movable, serves, way, below, outstanding);
        }
    }

    /**
     * A measured way between a worker and the master.
     *
     * @param latencySeconds one way; NaN while it is unknown [s]
     * @param outBytesPerSecond the rate at which large messages arrive there; 0 if unknown [bytes/s]
     * @param inBytesPerSecond the rate at which its large messages arrive here; 0 if unknown [bytes/s]
     * @param setup its latest large setup; null if there was none
     */
    record Way(
            double latencySeconds,
            double outBytesPerSecond,
            double inBytesPerSecond,
            @Nullable SetupTransit setup) {}

    /** All workers and sub-masters of this master, in the order of their ids. */
    List<Seat> seats();

    /** Cycles that are expected after the open one: if their number is unknown, as many as there were. */
    double cyclesLeft();

    /** Records a decision; returns its number. */
    int decided(String kind, String what, String why, String gain);
}
