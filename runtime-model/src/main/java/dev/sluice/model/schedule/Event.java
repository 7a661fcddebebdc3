package dev.sluice.model.schedule;

import dev.sluice.model.Amounts;
import dev.sluice.model.Offer;
import dev.sluice.model.WorkerId;
import java.util.List;

/** An input of the scheduler. The driver applies events one after the other, each with its time. */
public sealed interface Event {
    /**
     * The application began a cycle of {@code units} units.
     *
     * @param known units whose results exist already and that are not handed out. Must not be modified after
     *     construction
     * @param asideNanos how long the other units are reserved for workers that have them from a lost master [ns]
     * @param open whether units may be added until {@link CycleClosed}
     * @param kinds the units that need other than one slot, or have a priority
     * @param parts the unit with index i stays with those of equal i modulo this; 0 if any worker may compute it
     */
    record CycleBegun(
            int cycle, long units, UnitRanges known, long asideNanos, boolean open, List<Sized> kinds, int parts)
            implements Event {
        /** The same whose units are reserved for so long [ns]. */
        public CycleBegun aside(long nanos) {
            return new CycleBegun(cycle, units, known, nanos, open, kinds, parts);
        }

        /** A cycle whose units need one slot each, at any worker. */
        public CycleBegun(int cycle, long units, UnitRanges known, long asideNanos, boolean open) {
            this(cycle, units, known, asideNanos, open, List.of(), 0);
        }

        /** A cycle whose units are all known. */
        public CycleBegun(int cycle, long units, UnitRanges known, long asideNanos) {
            this(cycle, units, known, asideNanos, false);
        }

        /** A cycle without known results. */
        public CycleBegun(int cycle, long units) {
            this(cycle, units, new UnitRanges(), 0);
        }
    }

    /** Units of equal needs and priority. The set must not be modified after construction. */
    record Sized(Amounts needs, int priority, UnitRanges units) {
        /** Units without a priority. */
        public Sized(Amounts needs, UnitRanges units) {
            this(needs, 0, units);
        }
    }

    /**
     * The open cycle has so many more units, which follow the others. Ignored if it is not open any more.
     *
     * @param kinds those that need other than one slot, or have a priority
     */
    record UnitsAdded(int cycle, long units, List<Sized> kinds) implements Event {
        /** Units that need one slot each. */
        public UnitsAdded(int cycle, long units) {
            this(cycle, units, List.of());
        }
    }

    /** The open cycle gets no more units. Ignored if it is not open any more. */
    record CycleClosed(int cycle) implements Event {}

    /**
     * Results of the latest cycle, which is over, could not be decoded: their units are computed after all. The cycle
     * opens again for them.
     *
     * @param units of the cycle, whose count is that of its begin
     * @param missing the units without a result. Must not be modified after construction
     * @param failures those of the missing units that failed in this way, each on the worker that sent the result
     * @param open whether units may be added until {@link CycleClosed}
     * @param kinds the units that need other than one slot, or have a priority
     */
    record CycleReopened(
            int cycle, long units, UnitRanges missing, List<VoidResult> failures, boolean open, List<Sized> kinds)
            implements Event {
        /** A cycle whose units need one slot each. */
        public CycleReopened(int cycle, long units, UnitRanges missing, List<VoidResult> failures, boolean open) {
            this(cycle, units, missing, failures, open, List.of());
        }

        /** A cycle whose units are all known. */
        public CycleReopened(int cycle, long units, UnitRanges missing, List<VoidResult> failures) {
            this(cycle, units, missing, failures, false);
        }
    }

    /** A result that could not be decoded, as the failure of its unit on the worker that sent it. */
    record VoidResult(long unit, UnitFailure failure) {}

    /**
     * A cycle opened whose units are given piece by piece, as to a sub-master. The cycle ends only when it is dropped.
     *
     * @param parts as in {@link CycleBegun}
     */
    record CycleOpened(int cycle, int parts) implements Event {
        /** A cycle whose units any worker may compute. */
        public CycleOpened(int cycle) {
            this(cycle, 0);
        }

        CycleBegun withoutUnits() {
            return new CycleBegun(cycle, 0, new UnitRanges(), 0, false, List.of(), parts);
        }
    }

    /**
     * The units [from, to) of the open cycle are given. None of them was given before, unless it was given back.
     *
     * @param needs of each
     * @param priority of each
     */
    record UnitsGiven(int cycle, long from, long to, Amounts needs, int priority) implements Event {
        /** Units that need one slot each and have no priority. */
        public UnitsGiven(int cycle, long from, long to) {
            this(cycle, from, to, Amounts.ONE_SLOT, 0);
        }

        List<Sized> kinds() {
            return needs.isOneSlot() && priority == 0
                    ? List.of()
                    : List.of(new Sized(needs, priority, UnitRanges.of(from, to)));
        }
    }

    /**
     * A message of the parent about units that it gave to this sub-master. Ignored if the cycle is not open any more.
     */
    sealed interface FromParent extends Event {
        /** The cycle of these units. */
        int cycle();
    }

    /** The parent wants back up to {@code units} of the units that it gave. */
    record UnitsRecalled(int cycle, long units) implements FromParent {}

    /**
     * The parent withdraws these units from every worker. It may give them again later. Workers that hold some are told
     * to drop them.
     */
    record UnitsWithdrawn(int cycle, long from, long to) implements FromParent {}

    /** The parent wants the deferred results of all units given so far. */
    record ResultsWanted(int cycle) implements FromParent {}

    /**
     * Units are handed out in another way from now on. The policy starts again with the units that are unassigned, and
     * workers are asked back what exceeds the new queue depth. Without an open cycle it holds from the next one on.
     */
    record HandoutChanged(Handout to) implements Event {}

    /**
     * An operator gives this unit up. Workers that hold it are told to drop it.
     *
     * @param holder a worker that has it, or any other
     */
    record UnitCancelled(int cycle, long unit, WorkerId holder) implements Event {}

    /** The application dropped the rest of the cycle. */
    record CycleDropped(int cycle) implements Event {}

    /** {@code slots} slots are expected to join; shares are reserved for them until {@code untilNanos}. */
    record SlotsExpected(int slots, long untilNanos) implements Event {}

    /**
     * A new worker registered.
     *
     * @param unitSeconds forecast time of a unit on one of its slots, used until a unit has been timed; 0 if unknown
     * @param parked whether the worker joins parked. It takes work all the same if no other worker does
     * @param offer the resources of its host, beside its slots
     */
    record WorkerJoined(WorkerId worker, int slots, double unitSeconds, Brought brought, boolean parked, Amounts offer)
            implements Event {
        public WorkerJoined {
            if (!(unitSeconds >= 0 && unitSeconds < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        worker + ": units of " + unitSeconds + " s (expected: 0 or more, and finite)");
            }
        }

        /** A worker that offers nothing but its slots. */
        public WorkerJoined(WorkerId worker, int slots, double unitSeconds, Brought brought, boolean parked) {
            this(worker, slots, unitSeconds, brought, parked, Amounts.NONE);
        }

        /** A worker that takes work at once. */
        public WorkerJoined(WorkerId worker, int slots, double unitSeconds, Brought brought) {
            this(worker, slots, unitSeconds, brought, false);
        }

        /** A worker without a forecast and without units. */
        public WorkerJoined(WorkerId worker, int slots) {
            this(worker, slots, 0, Brought.NOTHING);
        }
    }

    /**
     * Names the peer and the host behind a worker, before the worker joins. Failures on several workers of one peer or
     * host count as those of one, as long as there is another.
     */
    record PeerNamed(WorkerId worker, String peer, String host) implements Event {}

    /** A worker joined below a sub-master with these units. The sub-master keeps those that it may keep. */
    record UnitsBrought(WorkerId worker, Brought brought) implements Event {}

    /** A worker that was away registered again, with units in work and with unacknowledged results of {@code cycle}. */
    record WorkerReturned(WorkerId worker, int cycle, List<HeldUnits> working, List<ResultRun> finished)
            implements Event {}

    /**
     * A worker's connection broke.
     *
     * @param abruptly whether a unit may have killed the process
     * @param asideNanos how long the worker's units are reserved for workers that already have them, such as the
     *     workers of a lost sub-master
     */
    record WorkerBroke(WorkerId worker, boolean abruptly, long asideNanos) implements Event {
        /** A broken worker whose units no other worker has. */
        public WorkerBroke(WorkerId worker, boolean abruptly) {
            this(worker, abruptly, 0);
        }
    }

    /** A worker's process is known to be dead. */
    record WorkerDied(WorkerId worker) implements Event {}

    /**
     * A sub-master changed the total number of slots below it. With 0 slots it gets no work.
     *
     * @param offer the resources below it
     */
    record SlotsChanged(WorkerId worker, int slots, Offer offer) implements Event {
        /** Workers that offer nothing but slots, which may all be of one worker. */
        public SlotsChanged(WorkerId worker, int slots) {
            this(worker, slots, Offer.NONE);
        }

        public SlotsChanged {
            if (slots < 0) {
                throw new IllegalArgumentException(worker + ": " + slots + " slots (expected: 0 or more)");
            }
        }
    }

    /**
     * The run is to go on without this worker for a while. The worker stays, hands back what it has not started, and
     * finishes the rest. Refused by {@link Action.Unparked} if no other worker takes work.
     */
    record WorkerParked(WorkerId worker) implements Event {}

    /** A parked worker is to take work again. It has the setup of the open cycle. */
    record WorkerUnparked(WorkerId worker) implements Event {}

    /** A worker must not get more work. */
    record WorkerDraining(WorkerId worker) implements Event {}

    /** A worker said goodbye. */
    record WorkerLeft(WorkerId worker) implements Event {}

    /** A worker's heartbeat arrived and renews its lease. */
    record WorkerHeard(WorkerId worker) implements Event {}

    /**
     * The round trip of a message to a worker, without the time for which the worker held it [ns].
     *
     * @param waitedNanos how long the result had waited for its turn on a shared link before the round trip [ns];
     *     negative if it needed no turn
     */
    record RoundTripMeasured(WorkerId worker, long nanos, long waitedNanos) implements Event {}

    /** Results arrived. */
    record ResultsArrived(WorkerId worker, int cycle, List<ResultRun> runs) implements Event {}

    /** A worker computed these units and defers their results until they are collected. */
    record UnitsCompleted(WorkerId worker, int cycle, List<ResultRun> runs) implements Event {}

    /** An accumulated value arrived that covers the results of all these units. */
    record FoldArrived(WorkerId worker, int cycle, List<ResultRun> runs) implements Event {}

    /** A unit failed on a worker. */
    record UnitFailed(int cycle, HeldUnits unit, UnitFailure failure) implements Event {}

    /** A worker gave back units that it had not started, in answer to a {@link Action.Revoke} or because it drains. */
    record UnitsHandedBack(WorkerId worker, int cycle, List<HeldUnits> units) implements Event {}

    /** The operator stopped the run: no more units are handed out. */
    record StopRequested() implements Event {}

    /** A change of the setup of a worker. */
    sealed interface OfSetup extends Event {
        /** The worker, which may be about to join. */
        WorkerId worker();
    }

    /** The setup of the cycle waits for its turn: the worker counts as usual, but gets no unit before it has left. */
    record SetupQueued(WorkerId worker) implements OfSetup {}

    /** The setup has left for the worker; units that are sent now follow it. */
    record SetupSent(WorkerId worker) implements OfSetup {}

    /** Time passed. Applied a few times per second. */
    record Ticked() implements Event {}
}
