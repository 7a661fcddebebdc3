package dev.sluice.master;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.Plural;
import dev.sluice.model.WorkerId;
import dev.sluice.model.delivery.FeedTask;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.UnitFailure;
import dev.sluice.net.message.Collect;
import dev.sluice.net.message.Unwanted;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Closing;
import java.util.List;
import java.util.function.Consumer;

/** Carries out the scheduler's actions. Confined to the master loop, except for methods that name another thread. */
final class Dispatch {
    /** Receives the scheduler's judgement of each result of a message, in their order. */
    @FunctionalInterface
    interface Judge {
        Judge NONE = (units, accepted) -> {};

        void next(long units, boolean accepted);
    }

    /** Characters of a failure's message in a line about its host. */
    private static final int MOST_TEXT = 160;

    private final RunCore core;
    private final SchedulerDriver driver;
    private final RunCourse course;
    private final UnitSource principal;
    private final Departure departure;

    /** @param departure is called when the scheduler disconnects a worker */
    Dispatch(RunCore core, SchedulerDriver driver, RunCourse course, UnitSource principal, Departure departure) {
        this.core = core;
        this.driver = driver;
        this.course = course;
        this.principal = principal;
        this.departure = departure;
    }

    void carryOut(Action action, Judge judge) {
        if (action instanceof Action.Accept accept) {
            judge.next(accept.to() - accept.from(), true);
        } else if (action instanceof Action.Discard discard) {
            judge.next(discard.to() - discard.from(), false);
        } else if (action instanceof Action.Assign assign) {
            withSeat(assign.worker(), connection -> assign(connection, assign));
        } else if (action instanceof Action.Revoke revoke) {
            withSeat(revoke.worker(), connection -> takeBack(connection, revoke.units()));
        } else if (action instanceof Action.Collect collect) {
            withSeat(collect.worker(), connection -> connection.session.send(new Collect(collect.cycle())));
        } else if (action instanceof Action.GiveBack back) {
            principal.giveBack(back.cycle(), back.from(), back.to());
        } else if (action instanceof Action.DropHeld drop) {
            withSeat(drop.worker(), connection -> drop(connection, drop.units()));
        } else if (action instanceof Action.Disconnect disconnect) {
            disconnect(disconnect);
        } else if (action instanceof Action.Quarantine quarantine) {
            principal.givenUp(quarantine, course.givenUp(quarantine));
        } else if (action instanceof Action.WantUnits want) {
            principal.wantUnits(want.cycle(), want.upTo());
        } else if (action instanceof Action.RunDry dry) {
            // The application gets the last results first, which may add units.
            core.loop().execute(() -> principal.ranDry(dry.cycle(), dry.units()));
        } else if (action instanceof Action.FinishCycle finish) {
            finishCycle(finish.cycle());
        } else if (action instanceof Action.FinishStop) {
            // The application gets the awaited result just after this event, and before it is interrupted.
            core.loop().execute(() -> principal.interrupt());
        } else if (action instanceof Action.Unparked unparked) {
            course.actuator().needed(unparked.worker());
        } else if (action instanceof Action.WorkerOverdue overdue) {
            overdue(overdue);
        } else if (action instanceof Action.HostExcluded excluded) {
            exclude(excluded);
        } else if (action instanceof Action.WorkerBarred barred) {
            course.actuator().excluded(List.of(barred.worker()));
        } else if (action instanceof Action.HostProbed probed) {
            course.actuator().admitted(List.of(probed.worker()));
        } else if (action instanceof Action.HostAdmitted admitted) {
            admit(admitted.workers());
        } else if (action instanceof Action.RefuseUnits refused) {
            course.end(RunEnd.failed(ErrorCode.NEEDS_UNMET, refused.text()));
        } else if (action instanceof Action.WaitForWorkers) {
            core.listener().drought();
        }
    }

    /**
     * Tells the application after the results that are being accepted: this runs within the event that brought the last
     * result, which is queued just after.
     */
    private void finishCycle(int cycle) {
        course.finishCycle(cycle);
        if (!course.isAbandoned()) {
            core.loop().execute(() -> principal.endCycle(cycle));
        }
    }

    private void assign(WorkerConnection connection, Action.Assign assign) {
        Feed feed = connection.feed;
        AttemptRun run = assign.run();
        long now = core.nanoTime();
        FeedTask task = new FeedTask(run, now, connection.endLull(now));
        InputsAhead ahead = core.ahead();
        // When all assigned units are sent, the unit source holds nothing of this feed and the loop may send itself.
        boolean free = feed.settled() && feed.hasRoom() && connection.session.writable();
        feed.assignedUnits += run.units();
        connection.account.given(run.units());
        core.recording().assigned(assign);
        Payload inputs = free ? ahead.take(assign.cycle(), run.firstUnit(), run.endUnit()) : null;
        if (inputs == null) {
            principal.feed(feed, task);
        } else {
            principal.feeder().deliver(feed, task, run.firstUnit(), (int) run.units(), inputs);
        }
        ahead.order(this::prepare);
    }

    private void prepare(int cycle, long firstUnit, long endUnit) {
        principal.prepare(
                cycle,
                firstUnit,
                endUnit,
                batch -> core.loop().execute(() -> core.ahead().prepared(cycle, batch)));
    }

    private void exclude(Action.HostExcluded excluded) {
        UnitFailure latest = excluded.why();
        String why = excluded.again()
                ? "the unit of its probe failed"
                : Plural.of(excluded.units(), "unit") + " failed there, and other hosts compute them";
        String message = latest.message().lines().findFirst().orElse("");
        judged(
                latest.worker(),
                "is excluded for " + excluded.pauseNanos() / 1_000_000_000L + " s",
                why + "; the latest: " + latest.code() + " on " + latest.worker() + ", "
                        + message.substring(0, Math.min(MOST_TEXT, message.length())));
        course.actuator().excluded(excluded.workers());
        core.loop().execute(() -> course.actuator().replaceExcluded());
    }

    private void overdue(Action.WorkerOverdue overdue) {
        WorkerEntry entry = core.registry().entry(overdue.worker());
        if (entry != null) {
            String what = entry + " has returned nothing of " + Plural.of(overdue.units(), "unit");
            boolean copied =
                    core.settings().changes().copies() && driver.handout().speculation() > 0;
            String why = "for " + overdue.nanos() / 1_000_000_000L + " s, while others are idle; "
                    + (copied ? "idle workers compute them as well" : "'sluice workers drain' lets others have them");
            core.recording().changed("worker", what, why, "");
            core.listener().hostJudged(entry, what + " " + why);
        }
    }

    private void admit(List<WorkerId> workers) {
        if (!workers.isEmpty()) {
            judged(workers.get(0), "takes part again", "a unit succeeded there, or no better host is left");
        }
        course.actuator().admitted(workers);
    }

    /** Records what is decided about the host of this worker, and tells the user. */
    private void judged(WorkerId worker, String what, String why) {
        WorkerEntry entry = core.registry().entry(worker);
        if (entry != null) {
            String line = (entry.branch ? "the branch of " + entry : "host " + entry.host) + " " + what;
            core.recording().changed("host", line, why, "");
            core.listener().hostJudged(entry, line + ": " + why);
        }
    }

    /** Takes back at most {@code units} units: unsent units first, then asks the worker for more. */
    void takeBack(WorkerConnection connection, long units) {
        Feed feed = connection.feed;
        principal.revoke(feed, units, back -> driver.takenBack(connection, feed.cycle, back));
    }

    /** Drops units on a sub-master, because its own master no longer wants them. */
    private void drop(WorkerConnection connection, HeldUnits units) {
        long unsent = connection.feed.waiting.drop(units);
        connection.feed.assignedUnits -= unsent;
        connection.feed.countReturned(units.units() - unsent);
        connection.session.send(new Unwanted(connection.feed.cycle, List.of(units)));
    }

    private void disconnect(Action.Disconnect disconnect) {
        core.ledger().silent(disconnect.worker());
        withSeat(disconnect.worker(), connection -> {
            long leaseNanos = core.settings().limits().failures().leaseNanos();
            connection.session.refuse(disconnect.code(), "no heartbeat for " + leaseNanos / 1_000_000_000L + " s");
            connection.entry.gone = true;
            departure.closed(connection, new Closing(disconnect.code(), "silent", false));
        });
        core.registry().gone(disconnect.worker());
        core.ledger().gone(disconnect.worker(), core.nanoTime());
        course.gone(disconnect.worker());
        if (core.isolation().gone(disconnect.worker(), core.nanoTime())) {
            RunFloor.sendIsolation(core, driver.handout());
        }
        WorkerEntry entry = core.registry().entry(disconnect.worker());
        if (entry != null) {
            core.recording().gone(entry, core.ledger().times(entry.id, core.nanoTime()));
        }
    }

    private void withSeat(WorkerId worker, Consumer<WorkerConnection> what) {
        WorkerConnection connection = core.registry().connection(worker);
        if (connection != null) {
            what.accept(connection);
        }
    }
}
