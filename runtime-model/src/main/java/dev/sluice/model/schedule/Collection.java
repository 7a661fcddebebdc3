package dev.sluice.model.schedule;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Results that workers keep: units become completed when they are computed, and are accepted when their results have
 * been collected. A completed unit is as open as any other; with its worker it is lost and computed again
 * (scheduling.md §4, §6). Confined to the scheduler.
 */
final class Collection {
    private final UnitLedger ledger;
    private final Roster roster;
    private final Tally tally;
    private final Losses losses;
    /** Nothing was ever kept: the usual case, which must cost nothing. */
    private boolean unused = true;

    Collection(UnitLedger ledger, Roster roster, Tally tally, Losses losses) {
        this.ledger = ledger;
        this.roster = roster;
        this.tally = tally;
        this.losses = losses;
    }

    /** The worker has computed these units. What it no longer owes is counted as if the results had come. */
    void completed(WorkerRecord worker, List<ResultRun> runs) {
        unused = false;
        for (ResultRun run : runs) {
            Outstanding outstanding = find(worker, run);
            if (outstanding == null) {
                tally.discarded[losses.reasonFor(run, worker).ordinal()] += run.units();
            } else {
                worker.computed(run);
                worker.complete(outstanding, run.firstUnit(), run.endUnit());
            }
        }
    }

    /** One value arrived for all these units: it is taken for all of them or for none. */
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
     * Whether one value folded from all these units can be taken: every one of them is open and owed by this worker.
     * When one is not, the value is of no use, and the others are computed again.
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

    /** The value that these units were folded into is refused. */
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
     * Asks for what is kept once nothing is left to compute, if that is {@code wanted}; for what a worker keeps that
     * has nothing more to do, when it leaves or the run is {@code stopping}.
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

    /** Whether all that workers hold is computed: finished, or kept by one of them. */
    boolean nothingIsToCompute() {
        for (WorkerRecord worker : roster.all()) {
            if (!hasNothingToCompute(worker)) {
                return false;
            }
        }
        return true;
    }

    /** It computes nothing, or nothing but units that are finished or that another has computed and keeps. */
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

    /** Units that are computed and kept, each once though two workers may keep it, and not yet accepted. */
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

    /** Calls back with each part of these units that a worker keeps, once for each who does. */
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
