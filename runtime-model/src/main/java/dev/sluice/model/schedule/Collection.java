package dev.sluice.model.schedule;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Deferred results. A unit is completed when it is computed, and accepted when its result has been collected. Until
 * then it is open like any other: if its worker is lost, it is computed again. Confined to the scheduler.
 */
final class Collection {
    private final UnitLedger ledger;
    private final Roster roster;
    private final Tally tally;
    private final HostWatch watch;
    private final Losses losses;
    /** True until the first deferred result. Runs without deferral are the usual case and must cost nothing here. */
    private boolean unused = true;

    Collection(Tally.Books books, Losses losses) {
        this.ledger = books.ledger();
        this.roster = books.roster();
        this.tally = books.tally();
        this.watch = books.watch();
        this.losses = losses;
    }

    /**
     * Records that the worker has computed these units. Units that the worker no longer owes are counted as discarded.
     */
    void completed(WorkerRecord worker, List<ResultRun> runs) {
        unused = false;
        for (ResultRun run : runs) {
            Outstanding outstanding = find(worker, run);
            if (outstanding == null) {
                tally.discarded[losses.reasonFor(run, worker).ordinal()] += run.units();
            } else {
                worker.computed(run);
                tally.resources.timed(ledger, outstanding, run);
                watch.computed(worker.id, run.firstUnit(), run.endUnit());
                worker.complete(outstanding, run.firstUnit(), run.endUnit());
            }
        }
    }

    /** One accumulated value arrived for all these units. The units are accepted together or not at all. */
    void folded(WorkerRecord worker, Event.FoldArrived event, Outbox outbox) {
        if (!takes(worker, event.runs())) {
            refuse(worker, event.runs());
            return;
        }
        for (ResultRun run : event.runs()) {
            Outstanding outstanding = find(worker, run);
            ledger.finish(run.firstUnit(), run.endUnit());
            tally.accepted += run.units();
            outbox.add(new Action.Accept(event.worker(), event.cycle(), run.firstUnit(), run.endUnit()));
            if (outstanding != null) {
                tally.copiesWon += outstanding.isCopy() ? run.units() : 0;
                worker.settle(outstanding, run.firstUnit(), run.endUnit());
            }
        }
    }

    /**
     * True if an accumulated value can be accepted: each of its units is open and owed by this worker. Otherwise the
     * value is refused and the open units are computed again.
     */
    private boolean takes(WorkerRecord worker, List<ResultRun> runs) {
        UnitRanges seen = new UnitRanges();
        for (ResultRun run : runs) {
            Outstanding outstanding = find(worker, run);
            if (outstanding == null
                    || !outstanding.open().containsAll(run.firstUnit(), run.endUnit())
                    || ledger.finished().intersects(run.firstUnit(), run.endUnit())
                    || seen.intersects(run.firstUnit(), run.endUnit())) {
                return false;
            }
            seen.add(run.firstUnit(), run.endUnit());
        }
        return true;
    }

    /** Refuses an accumulated value; units that the worker still owed are reassigned. */
    private void refuse(WorkerRecord worker, List<ResultRun> runs) {
        for (ResultRun run : runs) {
            Outstanding outstanding = find(worker, run);
            if (outstanding == null) {
                tally.discarded[losses.reasonFor(run, worker).ordinal()] += run.units();
            } else {
                tally.reassigned += losses.takeFrom(worker, outstanding, run.firstUnit(), run.endUnit());
            }
        }
    }

    private static @Nullable Outstanding find(WorkerRecord worker, ResultRun run) {
        return worker.find(run.attempt(), run.nonce(), run.firstUnit(), run.endUnit());
    }

    /**
     * Asks workers for deferred results. If {@code wanted}, asks all workers once no unit is left to compute. Asks a
     * draining worker, or every worker if the run is {@code stopping}, as soon as that worker has no unit left to
     * compute.
     */
    void collect(int cycle, boolean wanted, boolean stopping, Outbox outbox) {
        if (unused || roster.completedUnits() == 0) {
            return;
        }
        boolean all = stopping || (wanted && ledger.unassigned() == 0 && nothingIsToCompute());
        for (WorkerRecord worker : roster.all()) {
            boolean due = (all || worker.state == WorkerState.DRAINING) && hasNothingToCompute(worker);
            if (due && worker.connected() && worker.completedUnits > 0 && !worker.collecting) {
                worker.collecting = true;
                outbox.add(new Action.Collect(worker.id, cycle));
            }
        }
    }

    /** True if all units that workers hold are computed: finished, or deferred at a worker. */
    private boolean nothingIsToCompute() {
        for (WorkerRecord worker : roster.all()) {
            if (!hasNothingToCompute(worker)) {
                return false;
            }
        }
        return true;
    }

    /** True if the worker computes no unit except copies of units that are finished or deferred at another worker. */
    private boolean hasNothingToCompute(WorkerRecord worker) {
        if (worker.openUnits == 0) {
            return true;
        }
        if (worker.openUnits > ledger.shared().size()) {
            return false;
        }
        UnitRanges toCompute = new UnitRanges();
        for (Outstanding outstanding : worker.working()) {
            toCompute.addAll(outstanding.working());
        }
        UnitRanges left = toCompute.copy();
        toCompute.forEach((from, to) -> ledger.finished().forEachWithin(from, to, left::remove));
        if (ledger.shared().containsAll(left)) {
            forEachKeptOf(toCompute, left::remove);
        }
        return left.isEmpty();
    }

    /** Number of units that are deferred and not yet accepted. A unit that two workers keep counts once. */
    long completedUnits() {
        long completed = roster.completedUnits();
        if (completed == 0 || ledger.shared().isEmpty()) {
            return completed;
        }
        long[] counted = {0};
        UnitRanges kept = new UnitRanges();
        forEachKeptOf(ledger.shared(), (from, to) -> {
            counted[0] += to - from;
            kept.add(from, to);
        });
        UnitRanges open = kept.copy();
        kept.forEach((from, to) -> ledger.finished().forEachWithin(from, to, open::remove));
        return completed - counted[0] + open.size();
    }

    /** Calls back with each part of these units that a worker keeps, once per worker. */
    private void forEachKeptOf(UnitRanges units, UnitRanges.RangeConsumer consumer) {
        for (WorkerRecord worker : roster.all()) {
            if (worker.completedUnits > 0) {
                for (Outstanding outstanding : worker.held) {
                    AttemptRun run = outstanding.run();
                    units.forEachWithin(
                            run.firstUnit(),
                            run.endUnit(),
                            (from, to) -> outstanding.completed().forEachWithin(from, to, consumer));
                }
            }
        }
    }
}
