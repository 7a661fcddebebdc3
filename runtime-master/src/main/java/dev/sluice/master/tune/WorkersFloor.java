package dev.sluice.master.tune;

import dev.sluice.model.WorkerId;
import java.util.List;
import java.util.Set;

/** The parts of a run that a {@link WorkersTuner} reads, besides a {@link TunedFloor}. Confined to the loop. */
public interface WorkersFloor {
    /** The connected workers and sub-masters, in the order of their ids. */
    List<Floor.Present> present();

    /**
     * Copies what a model of the run needs to know.
     *
     * @param sinceNanos time that the application's thread had worked when units began to be computed [ns]
     * @param parked workers that take part although they are parked; others that are parked do not
     */
    RunMoment moment(long sinceNanos, Set<WorkerId> parked);

    /** Speed of all slots of this worker in slots of mean speed; 0 for an unknown worker. */
    double speed(WorkerId worker);

    /** Cycles that are expected after the open one: if their number is unknown, as many as there were. */
    double cyclesLeft();

    /** Records a decision; returns its number. */
    int decided(String kind, String what, String why, String gain);
}
