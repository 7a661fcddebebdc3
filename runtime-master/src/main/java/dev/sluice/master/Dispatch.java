package dev.sluice.master;

import dev.sluice.model.WorkerId;
import dev.sluice.model.delivery.FeedTask;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.net.message.Collect;
import dev.sluice.net.message.Unwanted;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Closing;
import java.util.List;
import java.util.function.Consumer;

/** Carries out what the scheduler decides. Confined to the master loop; methods of another thread say so. */
public final class Dispatch {
    /** What the scheduler, which judges one message's results in their order, says of each. */
    @FunctionalInterface
    interface Judge {
        Judge NONE = (units, accepted) -> {};

        void next(long units, boolean accepted);
    }

    private final MasterLoop master;
    private final RunListener listener;

    Dispatch(MasterLoop master, RunListener listener) {
        this.master = master;
        this.listener = listener;
    }

    void carryOut(Action action, Judge judge) {
        if (action instanceof Action.Accept accept) {
            judge.next(accept.to() - accept.from(), true);
        } else if (action instanceof Action.Discard discard) {
            judge.next(discard.to() - discard.from(), false);
        } else if (action instanceof Action.Assign assign) {
            withSeat(assign.worker(), seat -> assign(seat, assign));
        } else if (action instanceof Action.Revoke revoke) {
            withSeat(revoke.worker(), seat -> takeBack(seat, revoke.units()));
        } else if (action instanceof Action.Collect collect) {
            withSeat(collect.worker(), seat -> seat.session.send(new Collect(collect.cycle())));
        } else if (action instanceof Action.GiveBack back) {
            master.principal().giveBack(back.cycle(), back.from(), back.to());
        } else if (action instanceof Action.DropHeld drop) {
            withSeat(drop.worker(), seat -> drop(seat, drop.units()));
        } else if (action instanceof Action.Disconnect disconnect) {
            disconnect(disconnect);
        } else if (action instanceof Action.Quarantine quarantine) {
            master.progress().quarantined(quarantine);
            listener.quarantined(quarantine);
        } else if (action instanceof Action.FinishCycle finish) {
            master.course().finishCycle(finish.cycle());
        } else if (action instanceof Action.FinishStop) {
            master.principal().interrupt();
        } else if (action instanceof Action.WaitForWorkers) {
            listener.drought();
        }
    }

    private void assign(Seat seat, Action.Assign assign) {
        Feed feed = seat.feed;
        AttemptRun run = assign.run();
        long now = master.loop().nanoTime();
        FeedTask task = new FeedTask(run, now, seat.endLull(now));
        InputsAhead ahead = master.ahead();
        // Once all that was assigned is sent, the principal holds nothing of this feed and the loop may
        // send by itself.
        boolean free = feed.settled() && feed.hasRoom() && seat.session.writable();
        feed.assignedUnits += run.units();
        Payload inputs = free ? ahead.take(assign.cycle(), run.firstUnit(), run.endUnit()) : null;
        if (inputs == null) {
            master.principal().feed(feed, task);
        } else {
            master.principal().feeder().deliver(feed, task, run.firstUnit(), (int) run.units(), inputs);
        }
        ahead.order(this::prepare);
    }

    private void prepare(int cycle, long firstUnit, long endUnit) {
        master.principal()
                .prepare(
                        cycle,
                        firstUnit,
                        endUnit,
                        batch -> master.loop().execute(() -> master.ahead().prepared(cycle, batch)));
    }

    /** Takes back up to so many units: first of those that were not sent, then the worker is asked. */
    void takeBack(Seat seat, long units) {
        Feed feed = seat.feed;
        master.principal().revoke(feed, units, back -> takenBack(seat, feed.cycle, back));
    }

    /** Units that were not sent are taken from a worker. The principal's thread. */
    public void takenBack(Seat seat, int ofCycle, List<HeldUnits> units) {
        master.loop().execute(() -> {
            for (HeldUnits held : units) {
                seat.feed.assignedUnits -= ofCycle == seat.feed.cycle ? held.units() : 0;
            }
            master.apply(new Event.UnitsHandedBack(seat.member.id, ofCycle, units));
            master.noteLull(seat, master.loop().nanoTime());
        });
    }

    /** On a sub-master: its own master wants these units no more. */
    private void drop(Seat seat, HeldUnits units) {
        long unsent = seat.feed.waiting.drop(units);
        seat.feed.assignedUnits -= unsent;
        seat.feed.countReturned(units.units() - unsent);
        seat.session.send(new Unwanted(seat.feed.cycle, List.of(units)));
    }

    private void disconnect(Action.Disconnect disconnect) {
        master.ledger().silent(disconnect.worker());
        withSeat(disconnect.worker(), seat -> {
            seat.session.refuse(
                    disconnect.code(),
                    "no heartbeat for " + SchedulerConfig.DEFAULT_LEASE_NANOS / 1_000_000_000L + " s");
            seat.member.gone = true;
            master.closed(seat, new Closing(disconnect.code(), "silent", false));
        });
        master.roll().gone(disconnect.worker());
        master.ledger().gone(disconnect.worker(), master.loop().nanoTime());
    }

    private void withSeat(WorkerId worker, Consumer<Seat> what) {
        Seat seat = master.roll().seat(worker);
        if (seat != null) {
            what.accept(seat);
        }
    }
}
