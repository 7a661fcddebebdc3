package dev.sluice.model.schedule;

import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.Roster.Share;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Judges a run from outside, by its events and actions alone: holders of attempts, accepted units, and signs of life.
 * It shares no state with the scheduler.
 */
final class OutsideLedger {
    private static final class Issued {
        final AttemptRun run;
        final WorkerId worker;

        /** Units that were handed back or failed. No result of them may be accepted under this attempt. */
        final UnitRanges ended = new UnitRanges();

        Issued(AttemptRun run, WorkerId worker) {
            this.run = run;
            this.worker = worker;
        }

        Holdings.Holder holder() {
            return new Holdings.Holder(worker, run.firstAttempt());
        }

        boolean covers(WorkerId sender, long attempt, long nonce, long from, long to) {
            return worker.equals(sender)
                    && nonce == run.nonce()
                    && run.firstUnit() <= from
                    && to <= run.endUnit()
                    && run.attemptOf(from) == attempt;
        }
    }

    private record Failure(long unit, WorkerId worker) {}

    private final TreeMap<Long, Issued> issued = new TreeMap<>();
    private final Holdings holdings = new Holdings();
    private final BitSet accepted = new BitSet();
    private final BitSet quarantined = new BitSet();
    private final Set<Failure> thrown = new HashSet<>();
    private final Set<WorkerId> brokenAbruptly = new HashSet<>();

    /** When each worker was last heard, on a clock that stands still while the master does. */
    private final Map<WorkerId, Long> heard = new HashMap<>();

    /** The same, including messages that may but need not renew a lease. */
    private final Map<WorkerId, Long> spoke = new HashMap<>();

    private final long leaseNanos;
    private int speculation;
    private long copies;
    private long copiesInAll;

    /** Workers that were said to be overdue, and from which no unit has come back since. */
    private final Set<WorkerId> overdue = new HashSet<>();

    private long lastTick = -1;
    private long masterStood;
    private int cycle = -1;
    private long units;
    private final List<Event.Sized> kinds = new ArrayList<>();
    private boolean open;
    private long acceptedInAll;

    OutsideLedger(long leaseNanos, int speculation) {
        this.speculation = speculation;
        this.leaseNanos = leaseNanos;
    }

    static void require(boolean holds, String rule, Object... about) {
        if (!holds) {
            throw new AssertionError(rule + " " + List.of(about));
        }
    }

    // ---- events of the scheduler

    void told(Event event, Scheduler scheduler, long now) {
        if (event instanceof Event.CycleBegun begun) {
            begin(begun);
        } else if (event instanceof Event.UnitsAdded added && added.cycle() == cycle && open) {
            units += scheduler.state() == CycleState.OPEN ? added.units() : 0;
            kinds.addAll(added.kinds());
        } else if (event instanceof Event.HandoutChanged changed) {
            speculation = changed.to().speculation();
        } else if (event instanceof Event.Ticked) {
            long gap = lastTick < 0 ? 0 : now - lastTick;
            if (gap > 2 * Agenda.SECOND) {
                masterStood += gap;
                long latest = now - masterStood; // no worker was heard later than now
                heard.replaceAll((worker, at) -> Math.min(at, latest));
                spoke.replaceAll((worker, at) -> Math.min(at, latest));
            }
            lastTick = now;
        } else if (event instanceof Event.UnitsHandedBack back && back.cycle() == cycle) {
            back.units().forEach(held -> ended(back.worker(), held));
        } else if (event instanceof Event.UnitFailed failed && failed.cycle() == cycle) {
            boolean counts = owes(scheduler, failed.failure().worker(), failed.unit());
            if (ended(failed.failure().worker(), failed.unit()) && counts) {
                thrown.add(
                        new Failure(failed.unit().firstUnit(), failed.failure().worker()));
            }
        } else if (event instanceof Event.WorkerBroke broke) {
            holdings.away(broke.worker());
            if (broke.abruptly()) {
                brokenAbruptly.add(broke.worker());
            }
            WorkerRecord worker = scheduler.roster().find(broke.worker());
            if (worker != null && worker.connected()) {
                hear(broke.worker(), now); // the lease for its return starts
            }
        } else if (event instanceof Event.WorkerDied died) {
            brokenAbruptly.add(died.worker());
            holdings.gone(died.worker());
        } else if (event instanceof Event.WorkerLeft gone) {
            holdings.gone(gone.worker());
        } else if (event instanceof Event.WorkerHeard beat) {
            hear(beat.worker(), now);
        } else if (event instanceof Event.WorkerJoined joined) {
            hear(joined.worker(), now);
        } else if (event instanceof Event.WorkerReturned returned) {
            brokenAbruptly.remove(returned.worker()); // it is alive, so no unit killed it
            hear(returned.worker(), now);
            bring(returned);
        } else if (event instanceof Event.ResultsArrived results) {
            hear(results.worker(), now);
        } else if (event instanceof Event.UnitsCompleted completed) {
            spoke.put(completed.worker(), now - masterStood);
        } else if (event instanceof Event.FoldArrived fold) {
            spoke.put(fold.worker(), now - masterStood);
        }
    }

    private void begin(Event.CycleBegun begun) {
        cycle = begun.cycle();
        units = begun.units();
        kinds.clear();
        kinds.addAll(begun.kinds());
        open = true;
        accepted.clear();
        quarantined.clear();
        thrown.clear();
        issued.clear();
        holdings.clear();
        copies = 0;
    }

    private Amounts needsOf(long unit) {
        return kinds.stream()
                .filter(kind -> kind.units().contains(unit))
                .map(Event.Sized::needs)
                .findFirst()
                .orElse(Amounts.ONE_SLOT);
    }

    private void hear(WorkerId worker, long now) {
        heard.put(worker, now - masterStood);
        spoke.put(worker, now - masterStood);
    }

    private boolean ended(WorkerId worker, HeldUnits held) {
        Issued attempt = find(worker, held.attempt(), held.nonce(), held.firstUnit(), held.endUnit());
        if (attempt != null) {
            attempt.ended.add(held.firstUnit(), held.endUnit());
            holdings.release(attempt.holder(), held.firstUnit(), held.endUnit());
        }
        return attempt != null;
    }

    /**
     * True if the master still expects the unit from the worker. A failure of a unit that was taken away does not
     * count.
     */
    private static boolean owes(Scheduler scheduler, WorkerId id, HeldUnits held) {
        WorkerRecord worker = scheduler.roster().find(id);
        Outstanding outstanding =
                worker == null ? null : worker.find(held.attempt(), held.nonce(), held.firstUnit(), held.endUnit());
        return outstanding != null && outstanding.open().contains(held.firstUnit());
    }

    private Issued find(WorkerId worker, long attempt, long nonce, long from, long to) {
        Map.Entry<Long, Issued> entry = issued.floorEntry(attempt);
        return entry != null && entry.getValue().covers(worker, attempt, nonce, from, to) ? entry.getValue() : null;
    }

    // ---- actions of the scheduler

    /** Judges all actions that followed from one event. */
    void judge(Event event, List<Action> actions, Scheduler scheduler, long now) {
        if (event instanceof Event.ResultsArrived results) {
            judgeResults(results, actions);
            cameBack(results.worker(), results.cycle(), results.runs());
        } else if (event instanceof Event.FoldArrived fold) {
            judgeFold(fold, actions);
            cameBack(fold.worker(), fold.cycle(), fold.runs());
        } else {
            actions.forEach(action -> require(
                    !(action instanceof Action.Accept) && !(action instanceof Action.Discard),
                    "only results are accepted or discarded",
                    event));
        }
        for (Action action : actions) {
            if (action instanceof Action.WorkerOverdue late) {
                overdue.add(late.worker());
            } else if (action instanceof Action.Assign assign) {
                judgeAssign(assign, scheduler);
            } else if (action instanceof Action.Quarantine quarantine) {
                judgeQuarantine(quarantine, scheduler);
            } else if (action instanceof Action.DropHeld drop) {
                HeldUnits held = drop.units();
                Issued attempt = find(drop.worker(), held.attempt(), held.nonce(), held.firstUnit(), held.endUnit());
                if (attempt != null) {
                    holdings.release(attempt.holder(), held.firstUnit(), held.endUnit());
                }
            } else if (action instanceof Action.Disconnect disconnect) {
                holdings.gone(disconnect.worker());
                require(disconnect.code() == ErrorCode.LEASE_EXPIRED, "only leases end connections", disconnect);
                require(
                        now - masterStood - heard.get(disconnect.worker()) > leaseNanos,
                        "who was heard within its lease is not expired",
                        disconnect);
            } else if (action instanceof Action.FinishCycle finish) {
                require(open && finish.cycle() == cycle, "a cycle finishes once", finish, cycle);
                open = false;
            } else if (action instanceof Action.Unparked unparked) {
                WorkerRecord worker = scheduler.roster().find(unparked.worker());
                require(worker.state == WorkerState.ACTIVE, "who is unparked takes work", unparked);
            } else if (action instanceof Action.WaitForWorkers) {
                require(scheduler.activeSlots() == 0, "it waits only when no worker is left", event);
            }
        }
        if (event instanceof Event.WorkerReturned returned) {
            judgeReturn(returned, scheduler);
        } else if (event instanceof Event.Ticked) {
            judgeSilence(scheduler, now);
        }
        require(
                scheduler.counters().accepted() == acceptedInAll,
                "the count of accepted units is right",
                scheduler.counters(),
                acceptedInAll);
        require(scheduler.counters().copies() == copiesInAll, "the count of copies is right", copiesInAll);
    }

    /** Records the units that a returned worker still has. */
    private void bring(Event.WorkerReturned event) {
        if (event.cycle() == cycle) {
            event.working().forEach(held -> bring(event.worker(), held));
            event.finished()
                    .forEach(run -> bring(
                            event.worker(), new HeldUnits(run.attempt(), run.nonce(), run.firstUnit(), run.units())));
        }
        holdings.settled(event.worker());
    }

    private void bring(WorkerId worker, HeldUnits held) {
        Issued attempt = find(worker, held.attempt(), held.nonce(), held.firstUnit(), held.endUnit());
        if (attempt != null) {
            holdings.back(attempt.holder(), held.firstUnit(), held.endUnit());
        }
    }

    private void cameBack(WorkerId sender, int ofCycle, List<ResultRun> runs) {
        overdue.remove(sender);
        for (ResultRun run : runs) {
            Issued attempt = find(sender, run.attempt(), run.nonce(), run.firstUnit(), run.endUnit());
            if (ofCycle == cycle && attempt != null) {
                holdings.release(attempt.holder(), run.firstUnit(), run.endUnit());
            }
        }
    }

    private static void judgeReturn(Event.WorkerReturned event, Scheduler scheduler) {
        WorkerRecord worker = scheduler.roster().find(event.worker());
        for (Outstanding outstanding : worker.held) {
            UnitRanges open = outstanding.open();
            open.forEach((from, to) -> require(
                    scheduler.ledger().kinds().pools().stream().noneMatch(pool -> pool.intersects(from, to)),
                    "what a returned worker keeps is not given to others",
                    event));
        }
    }

    private void judgeSilence(Scheduler scheduler, long now) {
        for (WorkerRecord worker : scheduler.roster().all()) {
            require(
                    now - masterStood - spoke.get(worker.id) <= leaseNanos + 3 * Agenda.SECOND,
                    "who was silent beyond its lease is expired",
                    worker.id,
                    worker.state);
        }
    }

    /** Accepted and discarded parts are the results that arrived, in their order, without gap or overlap. */
    private void judgeResults(Event.ResultsArrived event, List<Action> actions) {
        int at = 0;
        long from = event.runs().get(0).firstUnit();
        for (Action action : actions) {
            long to;
            if (action instanceof Action.Accept accept) {
                require(accept.worker().equals(event.worker()), "the sender's result is accepted", accept, event);
                require(accept.from() == from, "parts follow each other", accept, event);
                judgeAccept(event.worker(), event.cycle(), event.runs().get(at), accept);
                to = accept.to();
            } else if (action instanceof Action.Discard discard) {
                require(discard.from() == from, "parts follow each other", discard, event);
                judgeDiscard(event, event.runs().get(at), discard);
                to = discard.to();
            } else {
                continue;
            }
            require(to <= event.runs().get(at).endUnit(), "parts end with their run", action, event);
            from = to;
            if (to == event.runs().get(at).endUnit()) {
                at++;
                from = at < event.runs().size() ? event.runs().get(at).firstUnit() : -1;
            }
        }
        require(at == event.runs().size(), "every result is accepted or discarded", event, actions);
    }

    /** The first result wins: an open unit must not be refused from a worker that owes it. */
    private void judgeDiscard(Event.ResultsArrived event, ResultRun run, Action.Discard discard) {
        Issued attempt = find(event.worker(), run.attempt(), run.nonce(), run.firstUnit(), run.endUnit());
        if (open && event.cycle() == cycle && attempt != null) {
            for (long unit = discard.from(); unit < discard.to(); unit++) {
                require(
                        accepted.get((int) unit)
                                || quarantined.get((int) unit)
                                || !holdings.of(unit).contains(attempt.holder()),
                        "the first result is taken",
                        unit,
                        discard);
            }
        }
    }

    /** An accumulated value must be accepted for all its units or for none. */
    private void judgeFold(Event.FoldArrived event, List<Action> actions) {
        List<Action.Accept> accepts = actions.stream()
                .filter(Action.Accept.class::isInstance)
                .map(Action.Accept.class::cast)
                .toList();
        require(
                accepts.isEmpty() || accepts.size() == event.runs().size(),
                "a fold is taken as a whole",
                event,
                accepts);
        for (int i = 0; i < accepts.size(); i++) {
            ResultRun run = event.runs().get(i);
            Action.Accept accept = accepts.get(i);
            require(
                    accept.from() == run.firstUnit() && accept.to() == run.endUnit(),
                    "a fold is taken as it is",
                    event);
            judgeAccept(event.worker(), event.cycle(), run, accept);
        }
    }

    private void judgeAccept(WorkerId sender, int ofCycle, ResultRun run, Action.Accept accept) {
        require(open && ofCycle == cycle && accept.cycle() == cycle, "results of the open cycle only", accept, cycle);
        Issued attempt = find(sender, run.attempt(), run.nonce(), run.firstUnit(), run.endUnit());
        require(attempt != null, "a result is accepted from the owner of the attempt only", sender, run);
        require(!attempt.ended.intersects(accept.from(), accept.to()), "an ended attempt has no result", sender, run);
        require(firstOf(accepted, accept) < 0, "accepted once", accept);
        require(firstOf(quarantined, accept) < 0, "what is given up is not accepted", accept);
        accepted.set((int) accept.from(), (int) accept.to());
        acceptedInAll += accept.to() - accept.from();
    }

    private static int firstOf(BitSet set, Action.Accept accept) {
        int first = set.nextSetBit((int) accept.from());
        return first < accept.to() ? first : -1;
    }

    private void judgeAssign(Action.Assign assign, Scheduler scheduler) {
        AttemptRun run = assign.run();
        require(open && assign.cycle() == cycle, "units of the open cycle are assigned", assign);
        WorkerRecord worker = scheduler.roster().find(assign.worker());
        require(worker != null && worker.takesWork(), "work is for workers that take it", assign);
        require(
                issued.isEmpty() || issued.lastEntry().getValue().run.endAttempt() <= run.firstAttempt(),
                "new attempts",
                run);
        judgeRoom(run, worker, scheduler);
        Invariants.checkPriority(run, scheduler);
        for (long unit = run.firstUnit(); unit < run.endUnit(); unit++) {
            require(unit < units && !quarantined.get((int) unit), "what is given up is not assigned", assign);
            require(!accepted.get((int) unit), "what is accepted is not assigned", assign);
            require(
                    thrown.isEmpty() || !thrown.contains(new Failure(unit, assign.worker())),
                    "a unit goes to a worker on which it did not fail",
                    assign);
            if (!holdings.of(unit).isEmpty()) {
                judgeCopy(unit, assign, worker, scheduler);
            }
        }
        Issued attempt = new Issued(run, assign.worker());
        issued.put(run.firstAttempt(), attempt);
        holdings.hold(attempt.holder(), run.firstUnit(), run.endUnit());
    }

    /** No worker is over its slots, and no host or run over its resources, by a unit that was handed out. */
    private void judgeRoom(AttemptRun run, WorkerRecord worker, Scheduler scheduler) {
        if (!run.needs().isOneSlot()) {
            require(
                    worker.busySlots() <= worker.slots && worker.wide <= worker.slots,
                    "slots suffice",
                    run,
                    worker.wide);
            worker.host.total().byName().forEach((name, amount) -> {
                if (!name.equals("processors") && run.needs().get(name) > 0) {
                    require(worker.host.used(name) <= amount, "the host's resources suffice", name, run);
                }
            });
        }
        Share ofRun = scheduler.roster().run();
        ofRun.total().byName().forEach((name, amount) -> {
            if (needsOf(run.firstUnit()).get(name) > 0) {
                require(ofRun.used(name) <= amount, "the run's resources suffice", name, run);
            }
        });
    }

    /** Another worker holds the unit, so the assignment must be a copy within the budget. */
    private void judgeCopy(long unit, Action.Assign assign, WorkerRecord worker, Scheduler scheduler) {
        List<Holdings.Holder> holders = holdings.of(unit);
        require(
                holders.stream().noneMatch(holder -> holder.worker().equals(assign.worker())),
                "no worker computes a unit twice",
                assign);
        boolean late = holders.stream().allMatch(holder -> overdue.contains(holder.worker()));
        require(holders.size() == 1 || late, "a unit has one copy at a time", assign, holders);
        require(scheduler.ledger().kinds().pooledUnits() == 0, "copies are made when nothing waits", assign);
        require(worker.openUnits <= worker.slots, "copies are for idle slots", assign, worker.openUnits);
        Trouble trouble = scheduler.ledger().trouble(unit);
        require(trouble == null || !trouble.isSuspect(), "what may kill a worker is not copied", assign);
        copiesInAll++;
        if (!late) {
            copies++;
            require(copies <= Math.ceil(units * speculation / 100.0), "copies are within their budget", copies, units);
        }
    }

    private void judgeQuarantine(Action.Quarantine quarantine, Scheduler scheduler) {
        int unit = (int) quarantine.unit();
        require(!accepted.get(unit) && !quarantined.get(unit), "given up once, and not what is accepted", quarantine);
        quarantined.set(unit);
        Set<WorkerId> failedOn = new HashSet<>();
        for (UnitFailure failure : quarantine.failures()) {
            require(failedOn.add(failure.worker()), "failures count by worker", quarantine);
            require(
                    failure.code() == ErrorCode.UNIT_KILLED_WORKER
                            ? brokenAbruptly.contains(failure.worker())
                            : thrown.contains(new Failure(unit, failure.worker())),
                    "failures did happen",
                    quarantine);
        }
        boolean everywhere = !failedOn.isEmpty();
        for (WorkerRecord worker : scheduler.roster().all()) {
            boolean could = (worker.takesWork() || worker.isSpare())
                    && scheduler.roster().can(worker, needsOf(unit));
            everywhere &= !could || failedOn.contains(worker.id);
        }
        require(quarantine.workers() >= 3 || everywhere, "given up after three workers or all there are", quarantine);
    }

    // ---- at the end

    void judgeEnd(boolean dropped) {
        require(!open, "the cycle is finished", cycle);
        long settled = (long) accepted.cardinality() + quarantined.cardinality();
        require(dropped || settled == units, "every unit is accepted or given up", settled, units);
    }

    /** A random attempt issued in this cycle, with its owner, or null. */
    Action.Assign anyIssued(java.util.SplittableRandom random) {
        if (issued.isEmpty()) {
            return null;
        }
        long last = issued.lastKey() + 1;
        long first = issued.firstKey();
        Issued one = issued.floorEntry(first + random.nextLong(last - first)).getValue();
        return new Action.Assign(one.worker, cycle, one.run, false);
    }
}
