package dev.sluice.master;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.Brought;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.net.message.Adopted;
import dev.sluice.net.message.Branch;
import dev.sluice.net.message.BranchTerms;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.Unwanted;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.session.Session;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes what happens to workers to the scheduler: they register, say that they live, leave, and are lost. Confined to
 * the master loop.
 */
final class WorkerEvents implements Departure {
    /** Workers of a sub-master that died are here by then, with what they hold. */
    private static final long ASIDE_NANOS = 1_000_000_000L;

    private final RunCore core;
    private final SchedulerDriver driver;
    private final RunCourse course;
    private final UnitSource principal;
    private final Dispatch dispatch;

    WorkerEvents(RunCore core, SchedulerDriver driver, RunCourse course, UnitSource principal, Dispatch dispatch) {
        this.core = core;
        this.driver = driver;
        this.course = course;
        this.principal = principal;
        this.dispatch = dispatch;
    }

    /** Answers a registration: a seat, or null when it was refused. */
    @Nullable
    WorkerConnection register(Session session, Register register) {
        if (core.over() || core.stopping()) {
            session.send(new Goodbye(ErrorCode.NONE, "the run is over"));
            session.close();
            return null;
        }
        WorkerEntry known = core.roll().byIncarnation(register.incarnation());
        if (known != null && known.seat != null) {
            vacate(known.seat, new Closing(ErrorCode.CONNECTION_LOST, "it registered again", false));
        }
        WorkerEntry member = known != null && !known.gone ? known : core.roll().add(register, core.nanoTime());
        boolean returns = member == known;
        WorkerConnection seat = new WorkerConnection(session, member, course.cycle());
        member.seat = seat;
        core.roll().seat(seat);
        member.leaving = false;
        if (returns) {
            core.ledger().returned(member.id);
        } else {
            core.ledger().joined(member.id, token(member.host, member.pid), member.slots, core.nanoTime());
        }
        Event event = returns
                ? new Event.WorkerReturned(member.id, register.heldCycle(), register.working(), register.finished())
                : new Event.WorkerJoined(
                        member.id,
                        member.slots,
                        core.settings().unitSeconds().getOrDefault(member.host, 0.0),
                        principal.adopt(Registrations.brought(register)));
        List<Action> actions = driver.decide(event, core.nanoTime());
        session.send(new Registered(
                member.id,
                core.settings().run(),
                1,
                SchedulerConfig.DEFAULT_LEASE_NANOS,
                core.roll().windowBytes(),
                core.settings().jars().info(),
                Registrations.takeDrops(actions),
                core.grants().offerAbove(session, core.roll()),
                core.settings().units(),
                principal.elsewhere()));
        seat.owedNanos = core.nanoTime();
        course.sendSetup(seat);
        driver.carryOut(actions);
        driver.noteLull(seat, seat.owedNanos);
        core.listener().joined(member, returns);
        return seat;
    }

    @Override
    public void closed(WorkerConnection seat, Closing why) {
        if (seat.open) {
            vacate(seat, why);
        }
        if (why.code() == ErrorCode.DISK_FULL && !why.byPeer()) {
            course.end(RunEnd.failed(
                    why.code(),
                    "results of " + seat.member + ": " + why.text() + "; --result-disk says how much they may take"));
        }
    }

    private void vacate(WorkerConnection seat, Closing why) {
        WorkerEntry member = seat.member;
        seat.open = false;
        member.leaves(seat);
        core.roll().left(seat);
        core.grants().gone(seat);
        seat.session.close();
        if (!core.over()) {
            boolean orderly = why.code() == ErrorCode.NONE;
            if (orderly) {
                member.gone = true;
                core.ledger().gone(member.id, core.nanoTime());
                driver.apply(new Event.WorkerLeft(member.id));
            } else {
                core.ledger().broke(member.id, driver.outstandingUnits(member.id) > 0, core.nanoTime());
                // Silence, or what only a faulty worker sends, says nothing about what it computed; anything else
                // may have been the fault of a unit, but no sub-master computes one.
                boolean suspect =
                        !member.branch && why.code() != ErrorCode.LEASE_EXPIRED && why.code() != ErrorCode.MALFORMED;
                driver.apply(new Event.WorkerBroke(member.id, suspect, member.branch ? ASIDE_NANOS : 0));
            }
            core.listener().left(member, why);
        }
        course.finishWhenAllAreGone();
    }

    // ---- processes

    /** A process is started for this run. */
    void processStarted(String host, long pid, int slots) {
        core.ledger().launched(token(host, pid), slots, core.nanoTime());
    }

    /** How the ledger calls a process. */
    private static String token(String host, long pid) {
        return host + "/" + pid;
    }

    /** A process that was started for this run died. */
    void processDied(String host, long pid) {
        core.ledger().launchEnded(token(host, pid), core.nanoTime());
        WorkerEntry member = core.roll().byProcess(host, pid);
        if (member != null && !member.gone && !core.over()) {
            if (member.seat != null) {
                vacate(member.seat, new Closing(ErrorCode.CONNECTION_LOST, "its process ended", false));
            }
            member.gone = true;
            core.ledger().gone(member.id, core.nanoTime());
            driver.apply(new Event.WorkerDied(member.id));
        }
    }

    // ---- messages

    void leaving(WorkerConnection seat, String reason) {
        seat.member.leaving = true;
        driver.apply(new Event.WorkerDraining(seat.member.id));
        if (!core.over()) {
            long unsent = driver.outstandingUnits(seat.member.id);
            if (unsent > 0) {
                dispatch.takeBack(seat, unsent);
            }
            core.listener().leaving(seat.member, reason);
        }
    }

    /** A sub-master says what it stands for. */
    void branch(WorkerConnection seat, Branch branch) {
        WorkerEntry member = seat.member;
        member.branch = true;
        if (!seat.knowsTerms) {
            seat.knowsTerms = true;
            boolean measured = core.settings().weighting() == Weighting.MEASURED;
            seat.session.send(new BranchTerms(
                    core.settings().policy().name(),
                    measured,
                    core.settings().prefetch(),
                    core.settings().maxFailures(),
                    core.settings().speculation(),
                    core.kept(),
                    core.settings().probeBytes()));
        }
        if (member.slots == branch.slots()) {
            return;
        }
        member.slots = branch.slots();
        core.ledger().resized(member.id, branch.slots(), core.nanoTime());
        driver.apply(new Event.SlotsChanged(member.id, branch.slots()));
        driver.noteLull(seat, core.nanoTime());
        core.listener().branched(member);
    }

    /** Below a sub-master somebody came with units that this one was not given, or not here. */
    void adopted(WorkerConnection seat, Adopted message) {
        if (core.over()) {
            return;
        }
        List<HeldUnits> working = core.stopping() ? List.of() : message.working(); // nothing is begun any more
        Brought brought = principal.adopt(new Brought(message.cycle(), working, message.finished()));
        List<Action> actions = driver.decide(new Event.UnitsBrought(seat.member.id, brought), core.nanoTime());
        List<HeldUnits> drops = Registrations.takeDrops(actions);
        drops.addAll(core.stopping() ? message.working() : List.of());
        if (!drops.isEmpty()) {
            seat.session.send(new Unwanted(message.cycle(), drops));
        }
        driver.carryOut(actions);
    }

    /** Begins the lease of a worker anew, because it was heard. */
    void heard(WorkerConnection seat) {
        driver.apply(new Event.WorkerHeard(seat.member.id));
    }

    void beat(WorkerConnection seat, WorkerBeat beat) {
        WorkerEntry member = seat.member;
        member.stats = beat.stats();
        core.ledger().reported(member.id, beat.stats().causes(), core.nanoTime());
        seat.heardTick = beat.tick();
        heard(seat);
        boolean quiet = beat.assignSequence() == seat.assignSequence
                && beat.resultSequence() == seat.resultSequence
                && seat.feed.settled();
        if (!quiet || beat.unitsHeld() == driver.outstandingUnits(member.id)) {
            seat.disagreements = 0;
        } else if (++seat.disagreements == 3) {
            seat.session.refuse(
                    ErrorCode.HELD_MISMATCH,
                    member.id + " holds " + beat.unitsHeld() + " units, the master counts "
                            + driver.outstandingUnits(member.id));
        }
    }

    void writable(WorkerConnection seat) {
        if (seat.feed.blocked) {
            principal.resume(seat.feed);
        }
    }
}
