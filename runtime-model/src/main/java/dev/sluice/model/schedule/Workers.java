package dev.sluice.model.schedule;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.Offer;
import dev.sluice.model.WorkerId;
import java.util.ArrayList;
import java.util.List;

/**
 * Handles the events of workers: they join, return, drain, break away and leave, their slots change, and their leases
 * run out. After each of them the units are handed out anew. Confined to the scheduler.
 */
final class Workers {
    private final CycleCourse course;
    private final UnitLedger ledger;
    private final Roster roster;
    private final Tally tally;
    private final Assigner assigner;
    private final Losses losses;
    private final HostWatch watch;
    private final Newcomers newcomers;
    private final Leases leases;
    private boolean droughtSaid;

    Workers(SchedulerConfig config, Tally.Books books, Assigner assigner, Losses losses, Newcomers newcomers) {
        this.course = books.course();
        this.ledger = books.ledger();
        this.roster = books.roster();
        this.tally = books.tally();
        this.assigner = assigner;
        this.losses = losses;
        this.watch = books.watch();
        this.newcomers = newcomers;
        this.leases = new Leases(config.leaseNanos());
    }

    /**
     * Fills every queue if a cycle is open. Gives up what nobody can compute, and unparks workers without which a unit
     * could not be computed.
     */
    void fillAll(Outbox outbox) {
        if (!course.isOpen()) {
            return;
        }
        watch.decide(course.cycle(), outbox);
        losses.giveUpHopeless(course.cycle(), outbox);
        for (WorkerRecord spare = losses.neededSpare(); spare != null; spare = losses.neededSpare()) {
            unpark(spare, outbox);
        }
        assigner.fillAll(outbox);
    }

    /** Applies an event of a worker; false if it is none. */
    boolean handle(Event event, long nowNanos, Outbox outbox) {
        if (event instanceof Event.WorkerJoined joined) {
            joined(joined, nowNanos, outbox);
        } else if (event instanceof Event.PeerNamed named) {
            roster.name(named);
        } else if (event instanceof Event.WorkerReturned returned) {
            returned(returned, nowNanos, outbox);
        } else if (event instanceof Event.WorkerBroke broke) {
            broke(broke, nowNanos, outbox);
        } else if (event instanceof Event.WorkerDied died) {
            gone(died.worker(), WorkerState.Input.LOSE, true, outbox);
        } else if (event instanceof Event.WorkerLeft left) {
            gone(left.worker(), WorkerState.Input.LEAVE, false, outbox);
        } else if (event instanceof Event.SlotsChanged changed) {
            slotsChanged(changed, outbox);
        } else if (event instanceof Event.WorkerDraining draining) {
            draining(draining.worker(), outbox);
        } else if (event instanceof Event.WorkerParked parked) {
            parked(parked.worker(), outbox);
        } else if (event instanceof Event.WorkerUnparked unparked) {
            unparked(unparked.worker(), outbox);
        } else if (event instanceof Event.OfSetup setup) {
            setup(setup, outbox);
        } else {
            return false;
        }
        return true;
    }

    private void joined(Event.WorkerJoined event, long nowNanos, Outbox outbox) {
        WorkerRecord fresh = new WorkerRecord(
                event.worker(), event.slots(), new FeedAhead(assigner.handout().prefetch()), nowNanos);
        fresh.pace.expect(event.unitSeconds());
        boolean parks = event.parked() && roster.activeSlots() > 0;
        fresh.state = parks ? WorkerState.PARKED : WorkerState.ACTIVE;
        roster.join(fresh);
        boolean below = event.slots() == 0;
        roster.offers(fresh, below ? Offer.NONE : Offer.of(event.slots(), event.offer()), below);
        watch.joined(fresh, outbox);
        tally.workersJoined++;
        droughtSaid &= event.slots() == 0; // a sub-master without workers ends no drought
        takeOver(fresh, event.brought(), outbox);
        if (parks) {
            takeBack(fresh, outbox);
        } else if (event.parked()) {
            outbox.add(new Action.Unparked(fresh.id));
        }
        fillAll(outbox);
    }

    private void setup(Event.OfSetup event, Outbox outbox) {
        WorkerRecord worker = roster.setup(event);
        if (worker != null && course.isOpen()) {
            assigner.fill(worker, outbox);
        }
    }

    void brought(Event.UnitsBrought event, Outbox outbox) {
        WorkerRecord worker = roster.find(event.worker());
        if (worker != null && worker.connected()) {
            takeOver(worker, event.brought(), outbox);
        }
    }

    private void takeOver(WorkerRecord worker, Brought brought, Outbox outbox) {
        assigner.skipTo(newcomers.takeOver(worker, brought, course.takes(brought.cycle()), outbox));
    }

    private void returned(Event.WorkerReturned event, long nowNanos, Outbox outbox) {
        WorkerRecord worker = roster.find(event.worker());
        if (worker == null) {
            throw new IllegalStateException(event.worker() + " returned, but is gone");
        }
        roster.move(worker, WorkerState.Input.RETURN);
        worker.heardNanos = nowNanos;
        droughtSaid = false;
        losses.takeUp(worker, event, course.takes(event.cycle()), outbox);
        fillAll(outbox);
    }

    private void broke(Event.WorkerBroke event, long nowNanos, Outbox outbox) {
        WorkerRecord worker = roster.find(event.worker());
        if (worker == null || worker.state == WorkerState.AWAY) {
            return;
        }
        roster.move(worker, WorkerState.Input.BREAK);
        worker.heardNanos = nowNanos; // the lease for its return starts now
        assigner.workerGone(worker.id);
        losses.broke(worker, event, nowNanos, course.cycle(), outbox);
        afterLoss(outbox);
    }

    private void gone(WorkerId id, WorkerState.Input input, boolean suspicious, Outbox outbox) {
        WorkerRecord worker = roster.find(id);
        if (worker != null) {
            lose(worker, input, suspicious, outbox);
            afterLoss(outbox);
        }
    }

    private void lose(WorkerRecord worker, WorkerState.Input input, boolean suspicious, Outbox outbox) {
        boolean wasAway = worker.state == WorkerState.AWAY;
        roster.move(worker, wasAway ? WorkerState.Input.LOSE : input);
        if (input == WorkerState.Input.LOSE) {
            tally.workersLost++;
        }
        if (!wasAway) {
            assigner.workerGone(worker.id);
            losses.release(worker, suspicious, course.cycle(), outbox);
        }
        worker.forgetWork();
    }

    private void afterLoss(Outbox outbox) {
        if (roster.activeSlots() == 0 && roster.parkedSlots() > 0) {
            unparkAll(outbox);
            watch.decide(course.cycle(), outbox); // excluded hosts are better than none
        }
        fillAll(outbox);
        if (course.isOpen()) {
            sayDrought(outbox);
        }
    }

    /** The run goes on without this worker, unless no other one takes work. */
    private void parked(WorkerId id, Outbox outbox) {
        WorkerRecord worker = roster.find(id);
        if (worker == null || WorkerState.TABLE.next(worker.state, WorkerState.Input.PARK) == null) {
            return; // it takes no work anyway
        }
        if (worker.state == WorkerState.ACTIVE && !worker.barred && roster.activeSlots() == worker.slots) {
            outbox.add(new Action.Unparked(id));
            return;
        }
        boolean wasActive = worker.state == WorkerState.ACTIVE;
        roster.move(worker, WorkerState.Input.PARK);
        if (wasActive) {
            assigner.workerGone(id);
            takeBack(worker, outbox);
            afterLoss(outbox);
        }
    }

    /** Asks the worker to hand back all units that it has not started. */
    private void takeBack(WorkerRecord worker, Outbox outbox) {
        if (course.isOpen() && worker.openUnits > 0) {
            worker.revoking = true;
            outbox.add(new Action.Revoke(worker.id, course.cycle(), worker.openUnits));
        }
    }

    /** The worker takes work again. */
    private void unparked(WorkerId id, Outbox outbox) {
        WorkerRecord worker = roster.find(id);
        if (worker != null && WorkerState.TABLE.next(worker.state, WorkerState.Input.UNPARK) != null) {
            roster.move(worker, WorkerState.Input.UNPARK);
            watch.pardon(worker);
            fillAll(outbox);
        }
    }

    private void unparkAll(Outbox outbox) {
        for (WorkerRecord worker : roster.all()) {
            if (worker.state == WorkerState.PARKED) {
                unpark(worker, outbox);
            }
        }
    }

    private void unpark(WorkerRecord worker, Outbox outbox) {
        roster.move(worker, WorkerState.Input.UNPARK);
        outbox.add(new Action.Unparked(worker.id));
    }

    private void draining(WorkerId id, Outbox outbox) {
        WorkerRecord worker = roster.find(id);
        if (worker == null || worker.state == WorkerState.AWAY) {
            return;
        }
        roster.move(worker, WorkerState.Input.DRAIN);
        assigner.workerGone(id);
        afterLoss(outbox);
    }

    private void slotsChanged(Event.SlotsChanged event, Outbox outbox) {
        WorkerRecord worker = roster.find(event.worker());
        if (worker == null || worker.slots == event.slots() && worker.offer.equals(event.offer())) {
            return;
        }
        roster.offers(worker, event.offer(), true);
        droughtSaid &= event.slots() == 0;
        boolean comesOrGoes = worker.slots == 0 || event.slots() == 0;
        roster.resize(worker, event.slots());
        if (comesOrGoes) {
            afterLoss(outbox);
        } else {
            fillAll(outbox); // the workers that may try a unit are the same
        }
    }

    void roundTrip(Event.RoundTripMeasured event) {
        WorkerRecord worker = roster.find(event.worker());
        if (worker != null) {
            worker.feed.roundTrip(
                    Math.max(0, event.nanos()), event.waitedNanos(), worker.slots, assigner.leastQueueNanos());
        }
    }

    /**
     * Loses workers whose lease ran out, and ends expectations that are over.
     *
     * @return how long this process stood still before the tick [ns]
     */
    long tick(long nowNanos, Outbox outbox) {
        long stoodStillNanos = leases.stoodStillNanos(nowNanos);
        List<WorkerRecord> expired = leases.expired(nowNanos, roster.all());
        for (WorkerRecord worker : expired) {
            outbox.add(new Action.Disconnect(worker.id, ErrorCode.LEASE_EXPIRED));
            lose(worker, WorkerState.Input.LOSE, false, outbox);
        }
        if (!expired.isEmpty()) {
            afterLoss(outbox); // after the whole loop, so that no expired worker is given work
        }
        boolean fewer = roster.giveUpExpectation(nowNanos) | ledger.admitAside(nowNanos);
        if (fewer && course.isOpen()) {
            losses.giveUpHopeless(course.cycle(), outbox);
        }
        tally.resources.look(nowNanos, ledger, roster);
        return stoodStillNanos;
    }

    /** Reports once that no worker is left, while units are. */
    void sayDrought(Outbox outbox) {
        if (roster.activeSlots() == 0 && !roster.expectsMore() && !droughtSaid && !ledger.done()) {
            droughtSaid = true;
            outbox.add(new Action.WaitForWorkers());
        }
    }

    /**
     * Finds workers whose lease ran out. Time during which this process stood still does not count. Confined to the
     * scheduler.
     */
    private static final class Leases {
        /**
         * A tick that arrives later than this after the last one shows that this process was stopped, not that every
         * worker fell silent [ns].
         */
        private static final long LATE_TICK_NANOS = 2_000_000_000L;

        private final long leaseNanos;
        private long lastTickNanos;
        private boolean ticked;

        Leases(long leaseNanos) {
            this.leaseNanos = leaseNanos;
        }

        /** How long this process stood still before the tick at {@code nowNanos}; 0 when that comes in time [ns]. */
        long stoodStillNanos(long nowNanos) {
            long gapNanos = ticked ? nowNanos - lastTickNanos : 0;
            return gapNanos > LATE_TICK_NANOS ? gapNanos : 0;
        }

        /**
         * The workers whose lease ran out. After a late tick the list is empty, and each worker keeps the remainder of
         * its lease.
         */
        List<WorkerRecord> expired(long nowNanos, java.util.Collection<WorkerRecord> workers) {
            long gapNanos = stoodStillNanos(nowNanos);
            lastTickNanos = nowNanos;
            ticked = true;
            List<WorkerRecord> expired = new ArrayList<>();
            for (WorkerRecord worker : workers) {
                long silentNanos = nowNanos - worker.heardNanos;
                if (gapNanos > 0) {
                    // A worker heard after the standstill is credited only for the time since then.
                    worker.heardNanos += Math.min(silentNanos, gapNanos);
                } else if (silentNanos > leaseNanos) {
                    expired.add(worker);
                }
            }
            return expired;
        }
    }
}
