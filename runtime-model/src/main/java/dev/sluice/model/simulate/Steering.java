package dev.sluice.model.simulate;

import dev.sluice.model.schedule.ResultRun;
import java.util.List;

/** Looks at a simulated run at its checkpoints, and may change how it goes on. */
@FunctionalInterface
public interface Steering {
    /** Leaves the run alone. */
    Steering NONE = (now, controls) -> {};

    /** Called when another tenth of the units of a cycle is finished, and at the end of each cycle. */
    void at(SteeringPoint now, Controls controls);

    /**
     * A further time since the start of the run at which it is called if a cycle is open [ns]; negative for none. Asked
     * before the run and after each call.
     */
    default long alsoAtNanos() {
        return -1;
    }

    /** Called when results of this host's worker have arrived, before they are judged. */
    default void returned(int host, int cycle, List<ResultRun> runs) {}

    /** Sees and changes the run. Hosts are indices in the view. */
    interface Controls {
        /** The state of the run. Each call collects it anew. */
        SimulationStart state();

        /** Goes on without the worker of this host, unless it is the last one that takes work. */
        void park(int host);

        /** Lets the parked worker of this host take work again. */
        void unpark(int host);
    }

    /**
     * A checkpoint of a run.
     *
     * @param tenth tenths of the cycle that are finished, 1 to 10; 10 at its end. At a further time 0 to 9
     * @param nanos time since the start of the run [ns]
     * @param finishedUnits units of the cycle that are accepted or given up
     * @param units units of the cycle
     */
    record SteeringPoint(int cycle, int tenth, long nanos, long finishedUnits, long units) {
        /** True if the cycle is over, and the next has not begun. */
        public boolean isEnd() {
            return tenth == 10;
        }
    }
}
