package dev.sluice.master.tune;

import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.Handout;
import java.util.List;

/** The parts of a run that an {@link Actuator} reads and moves. Confined to the master loop. */
public interface Floor {
    /**
     * A connected worker.
     *
     * @param slots number of its slots; those of all workers below it for a sub-master
     * @param subMaster whether it is a sub-master, which cannot be parked
     * @param leaving whether it has announced that it leaves
     */
    record Present(WorkerId id, String host, int slots, boolean subMaster, boolean leaving) {
        /** The worker with its host, as users see it. */
        public String name() {
            return id + " on " + host;
        }
    }

    /** The connected workers, in the order of their ids. */
    List<Present> present();

    /** How units are handed out now. */
    Handout handout();

    /** Tells whether units may be copied in the tail of a cycle; they may not where results are accumulated. */
    boolean mayCopy();

    /** Lets the scheduler take this event. */
    void apply(Event event);

    /** Marks the worker as parked or as working, tells it, and shows it on page and report. */
    void park(WorkerId worker, boolean parked);

    /**
     * Sends the worker the setup of the open cycle, if one is open and it has none.
     *
     * @param atOnce whether it overtakes the setups that wait for their turn
     */
    void sendSetup(WorkerId worker, boolean atOnce);

    /** Gives up a setup that waits for its turn. */
    void withdrawSetup(WorkerId worker);

    /**
     * Records a decision.
     *
     * @param gain what is expected; empty if nothing is
     * @return its number
     */
    int decided(String kind, String what, String why, String gain);

    /** Records that units are handed out differently from here on, by the decision with this number. */
    void handedOutBy(int decision);
}
