package dev.sluice.master.tune;

import dev.sluice.master.weather.RecentArrivals;
import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.tune.TreeSite.TreeHost;
import dev.sluice.net.message.MoveBelow;
import dev.sluice.net.message.Refuge;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a run that an {@link Actuator} moves, a {@link Mover} sees of its tree, and tuners read. Confined to the
 * master loop, except for {@link #post}.
 */
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
            Present worker,
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

    /**
     * A worker below a sub-master, as last reported; it may be gone by now.
     *
     * @param name relative to the sub-master, such as "w1" or "w2/w1"
     * @param units that it has computed
     * @param computeNanos that they took [ns]
     */
    record Below(String name, String host, long units, long computeNanos) {}

    /**
     * Inputs and setups that have arrived at a worker, by its own reports.
     *
     * @param nanos from the first byte of each message to its last, summed [ns]
     */
    record Received(long bytes, long nanos) {}

    /** The connected workers and sub-masters, in the order of their ids. */
    List<Present> present();

    /** Tells what this worker has received so far; nothing for an unknown one. */
    Received received(WorkerId worker);

    /** The latest messages with results of this worker; none of an unknown one. */
    RecentArrivals arrivals(WorkerId worker);

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

    /** All workers and sub-masters of this master, in the order of their ids. */
    List<Seat> seats();

    /** Cycles that are expected after the open one: if their number is unknown, as many as there were. */
    double cyclesLeft();

    /** The workers that this sub-master has reported. */
    List<Below> below(WorkerId subMaster);

    /** The place where this sub-master listens for workers; null if it has not said so. */
    @Nullable
    Refuge place(WorkerId subMaster);

    /** Tells whether the worker is in the process of its master, which it cannot leave. */
    boolean inProcess(WorkerId worker);

    /** Tells a worker to move. */
    void move(WorkerId worker, Refuge to);

    /** Tells a sub-master to move workers below it. */
    void moveBelow(WorkerId subMaster, MoveBelow order);

    /** Records a decision. */
    void decided(String what, String why);

    /**
     * Copies what a model of the run needs to know.
     *
     * @param sinceNanos time that the application's thread had worked when units began to be computed [ns]
     * @param parked workers that take part although they are parked; others that are parked do not
     */
    RunMoment moment(long sinceNanos, Set<WorkerId> parked);

    /** Speed of all slots of this worker in slots of mean speed; 0 for an unknown worker. */
    double speed(WorkerId worker);

    /** Time for which the application's thread has worked [ns]. */
    long applicationNanos();

    /** Units of the open cycle that were computed, also those whose results are deferred. */
    long computedUnits();

    /** Slots of workers that take work. */
    int activeSlots();

    /** Time of the whole run, as far as it can be told [s]. */
    double expectedSeconds();

    /** Tells whether the run is over or being stopped. */
    boolean isEnding();

    /** Monotonic time [ns]. */
    long nanoTime();

    /**
     * Records a look of a tuner.
     *
     * @param knob what it tunes, in one word
     * @param cpuNanos processor time of the tuner so far [ns]
     */
    void looked(String knob, long cpuNanos);

    /** Records the outcome of the decision with this number. */
    void judged(int decision, String outcome);

    /** Runs this on the master loop, unless the loop has ended. Any thread. */
    void post(Runnable task);
}
