package dev.sluice.model.schedule;

import dev.sluice.model.schedule.Action.DiscardReason;
import org.jspecify.annotations.Nullable;

/**
 * Judges arriving results. Each unit is accepted once, from the worker that was given it and under an attempt that the
 * worker still owes. Anything else is discarded with a reason, so that the sender can forget it. Confined to the
 * scheduler.
 */
final class Acceptance {
    private final UnitLedger ledger;
    private final Roster roster;
    private final Tally tally;
    private final HostWatch watch;
    private final Losses losses;

    Acceptance(Tally.Books books, Losses losses) {
        this.ledger = books.ledger();
        this.roster = books.roster();
        this.tally = books.tally();
        this.watch = books.watch();
        this.losses = losses;
    }

    /**
     * Accepts or discards each part of the results, in their order. {@code open}: the results belong to the open cycle.
     */
    void judge(Event.ResultsArrived event, boolean open, Outbox outbox) {
        WorkerRecord worker = roster.find(event.worker());
        for (ResultRun run : event.runs()) {
            if (!open) {
                discard(event, run.firstUnit(), run.endUnit(), DiscardReason.STALE, outbox);
            } else {
                judge(event, worker, run, outbox);
            }
        }
    }

    private void judge(Event.ResultsArrived event, @Nullable WorkerRecord worker, ResultRun run, Outbox outbox) {
        long from = run.firstUnit();
        long to = run.endUnit();
        Outstanding outstanding = worker == null ? null : worker.find(run.attempt(), run.nonce(), from, to);
        if (worker == null || outstanding == null) {
            discard(event, from, to, losses.reasonFor(run, worker), outbox);
            return;
        }
        if (!outstanding.completed().intersects(from, to)) {
            worker.computed(run);
            tally.resources.timed(ledger, outstanding, run);
        }
        if (ledger.finished().intersects(from, to) || !outstanding.open().containsAll(from, to)) {
            acceptParts(event, outstanding, from, to, outbox);
        } else {
            accept(event, outstanding, from, to, outbox);
        }
        worker.settle(outstanding, from, to);
    }

    /**
     * Handles results that were partly accepted before, under this attempt or another. Each part is accepted or
     * discarded, in unit order.
     */
    private void acceptParts(Event.ResultsArrived event, Outstanding outstanding, long from, long to, Outbox outbox) {
        UnitRanges fresh = new UnitRanges();
        outstanding.open().forEachWithin(from, to, fresh::add);
        ledger.finished().forEachWithin(from, to, fresh::remove);
        long at = from;
        for (int i = 0; i < fresh.ranges(); i++) {
            discard(event, at, fresh.from(i), DiscardReason.DUPLICATE, outbox);
            accept(event, outstanding, fresh.from(i), fresh.to(i), outbox);
            at = fresh.to(i);
        }
        discard(event, at, to, DiscardReason.DUPLICATE, outbox);
    }

    private void accept(Event.ResultsArrived event, Outstanding outstanding, long from, long to, Outbox outbox) {
        ledger.finish(from, to);
        watch.computed(event.worker(), from, to);
        tally.accepted += to - from;
        tally.copiesWon += outstanding.isCopy() ? to - from : 0;
        outbox.add(new Action.Accept(event.worker(), event.cycle(), from, to));
    }

    private void discard(Event.ResultsArrived event, long from, long to, DiscardReason reason, Outbox outbox) {
        if (from < to) {
            tally.discarded[reason.ordinal()] += to - from;
            outbox.add(new Action.Discard(event.worker(), event.cycle(), from, to, reason));
        }
    }
}
