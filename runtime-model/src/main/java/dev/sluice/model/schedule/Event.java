package dev.sluice.model.schedule;

import dev.sluice.model.WorkerId;
import java.util.List;

/** What happened. The scheduler is told one after the other, with the time at which it is told. */
public sealed interface Event {
    /**
     * The application gave a cycle of so many units.
     *
     * @param known units whose results are there already: they are not handed out. Not changed any more
     */
    record CycleBegun(int cycle, long units, UnitRanges known) implements Event {
        /** Of which nothing is known. */
        public CycleBegun(int cycle, long units) {
            this(cycle, units, new UnitRanges());
        }
    }

    /**
     * A cycle is open whose units are given piece by piece, as a sub-master's are. It ends when it is dropped, and not
     * by itself.
     */
    record CycleOpened(int cycle) implements Event {}

    /** The units [from, to) of the open cycle are given; none of them was before, unless it was given back. */
    record UnitsGiven(int cycle, long from, long to) implements Event {}

    /** What the parent of a sub-master says of the units that it gave; nothing when that cycle is not open any more. */
    sealed interface FromParent extends Event {
        /** To which these units belong. */
        int cycle();
    }

    /** The parent wants back up to so many of the units that it gave. */
    record UnitsRecalled(int cycle, long units) implements FromParent {}

    /**
     * The parent wants these units no more, whoever has them: they are given no longer, and may be given again. Workers
     * that hold some are told to drop them.
     */
    record UnitsWithdrawn(int cycle, long from, long to) implements FromParent {}

    /** The parent wants the results that are kept, as far as it has given units. */
    record ResultsWanted(int cycle) implements FromParent {}

    /** The application knows enough: the rest of the cycle is dropped. */
    record CycleDropped(int cycle) implements Event {}

    /** So many slots will come; shares are kept for them until {@code untilNanos}. */
    record SlotsExpected(int slots, long untilNanos) implements Event {}

    /**
     * A worker registered that was not known.
     *
     * @param unitSeconds what a unit is expected to take on one of its slots, until one has been timed; 0 where nobody
     *     knows
     */
    record WorkerJoined(WorkerId worker, int slots, double unitSeconds, Brought brought) implements Event {
        public WorkerJoined {
            if (!(unitSeconds >= 0 && unitSeconds < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        worker + ": units of " + unitSeconds + " s (expected: 0 or more, and finite)");
            }
        }

        /** One of which nothing is known. */
        public WorkerJoined(WorkerId worker, int slots) {
            this(worker, slots, 0, Brought.NOTHING);
        }
    }

    /** Below a worker that is a sub-master somebody came with this, and is to keep it if it may. */
    record UnitsBrought(WorkerId worker, Brought brought) implements Event {}

    /**
     * A worker that was away registered again, with units in work and finished results not yet acknowledged of
     * {@code cycle}.
     */
    record WorkerReturned(WorkerId worker, int cycle, List<HeldUnits> working, List<ResultRun> finished)
            implements Event {}

    /**
     * A worker's connection broke.
     *
     * @param abruptly whether the process may have died of what it computed
     * @param asideNanos for so long, nobody is given what it held who does not have it already: a sub-master's workers
     *     bring it themselves
     */
    record WorkerBroke(WorkerId worker, boolean abruptly, long asideNanos) implements Event {
        /** One of whose units nobody else has anything. */
        public WorkerBroke(WorkerId worker, boolean abruptly) {
            this(worker, abruptly, 0);
        }
    }

    /** A worker's process is known to be dead. */
    record WorkerDied(WorkerId worker) implements Event {}

    /**
     * A worker that is a sub-master stands for so many slots from now on, all below it together; with none it gets no
     * work.
     */
    record SlotsChanged(WorkerId worker, int slots) implements Event {
        public SlotsChanged {
            if (slots < 0) {
                throw new IllegalArgumentException(worker + ": " + slots + " slots (expected: 0 or more)");
            }
        }
    }

    /** A worker shall get no more work. */
    record WorkerDraining(WorkerId worker) implements Event {}

    /** A worker said goodbye. */
    record WorkerLeft(WorkerId worker) implements Event {}

    /** A heartbeat of a worker arrived: its lease starts anew. */
    record WorkerHeard(WorkerId worker) implements Event {}

    /**
     * A message to a worker and its echo took so long, less what the worker held it [ns].
     *
     * @param waitedNanos how long its result had waited before that for its turn on a shared link [ns]; negative where
     *     it needed none
     */
    record RoundTripMeasured(WorkerId worker, long nanos, long waitedNanos) implements Event {}

    /** Results arrived. */
    record ResultsArrived(WorkerId worker, int cycle, List<ResultRun> runs) implements Event {}

    /** A worker has computed these units and keeps their results until they are collected. */
    record UnitsCompleted(WorkerId worker, int cycle, List<ResultRun> runs) implements Event {}

    /** One value arrived into which a worker folded the results of all these units. */
    record FoldArrived(WorkerId worker, int cycle, List<ResultRun> runs) implements Event {}

    /** A unit failed on a worker. */
    record UnitFailed(int cycle, HeldUnits unit, UnitFailure failure) implements Event {}

    /** A worker gave units back that it had not started, in answer to a {@link Action.Revoke} or because it drains. */
    record UnitsHandedBack(WorkerId worker, int cycle, List<HeldUnits> units) implements Event {}

    /** The operator stops the run: nothing more is handed out. */
    record StopRequested() implements Event {}

    /** Time passed. Told a few times a second. */
    record Ticked() implements Event {}
}
