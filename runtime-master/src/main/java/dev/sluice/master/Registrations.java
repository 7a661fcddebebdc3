package dev.sluice.master;

import dev.sluice.master.bounds.PeerAddress;
import dev.sluice.master.bounds.SessionBounds;
import dev.sluice.master.tune.Actuator;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.Brought;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Adopted;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.Unwanted;
import dev.sluice.net.message.WorkTerms;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.session.Session;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets workers join the run or return to it, with the units that they bring, and says which of these they must drop.
 * Confined to the master loop.
 */
final class Registrations {
    private final RunCore core;
    private final SchedulerDriver driver;
    private final RunCourse course;
    private final UnitSource principal;
    private final SessionBounds bounds;
    private final Departure departure;

    /** @param departure ends the earlier session of a worker that registers again */
    Registrations(RunCore core, SchedulerDriver driver, RunCourse course, UnitSource principal, Departure departure) {
        this.core = core;
        this.driver = driver;
        this.course = course;
        this.principal = principal;
        this.bounds = core.bounds();
        this.departure = departure;
    }

    /** Answers a registration; returns the connection, or null if it was refused. */
    @Nullable
    WorkerConnection register(Session session, Register register) {
        if (core.over() || core.stopping()) {
            dismiss(session);
            return null;
        }
        WorkerEntry known = core.registry().byIncarnation(register.incarnation());
        String peer = PeerAddress.of(session.host().orElse(""), register.host(), register.pid());
        Closing refusal = bounds.refusal(peer, register, known != null && !known.gone, core.nanoTime());
        if (refusal != null) {
            session.refuse(refusal.code(), refusal.text());
            return null;
        }
        if (known != null && known.connection != null) {
            departure.closed(known.connection, new Closing(ErrorCode.CONNECTION_LOST, "it registered again", false));
        }
        WorkerEntry entry =
                known != null && !known.gone ? known : core.registry().add(register, core.nanoTime());
        boolean returns = entry == known;
        Actuator actuator = course.actuator();
        entry.parked = returns ? actuator.isParked(entry.id) : actuator.joins(entry.id, entry.host, register.slots());
        WorkerConnection connection = connect(entry, session);
        if (!returns && course.isOpen(register.heldCycle())) {
            connection.hasSetupOf(register.heldCycle()); // it has the setup, from another master of the run
        }
        record(entry, returns);
        if (!returns) {
            course.setups().rounds.announce(connection);
        } else if (entry.parked) {
            course.setups().rounds.hold(connection);
        }
        driver.apply(new Event.PeerNamed(
                entry.id,
                entry.peer(),
                PeerAddress.hostOf(entry.peer(), entry.address, entry.host, register.slots() == 0)));
        List<Action> actions = driver.decide(comes(entry, register, returns), core.nanoTime());
        long offerAbove = core.grants().registered(connection, core.registry());
        session.send(welcome(entry, actions, offerAbove));
        long now = core.nanoTime();
        connection.owed(now);
        course.setups().registered(connection, returns);
        if (!returns) {
            actuator.joined(entry.id);
        }
        driver.carryOut(actions);
        if (returns) {
            actuator.returned(entry.id);
            core.isolation().returned(entry.id);
        }
        course.tuning().joined(entry.id);
        if (register.slots() > 0 && core.isolation().known()) {
            session.send(new WorkTerms(entry.parked, core.isolation().isolated()));
        }
        connection.account.given(driver.outstandingUnits(entry.id));
        driver.noteLull(connection, now);
        core.listener().joined(entry, returns);
        return connection;
    }

    private WorkerConnection connect(WorkerEntry entry, Session session) {
        WorkerConnection connection = new WorkerConnection(session, entry, course.cycle(), core.nanoTime());
        entry.connection = connection;
        entry.transport = session.transport();
        entry.address = session.host().orElse("");
        core.registry().connection(connection);
        entry.leaving = false;
        return connection;
    }

    /** Sends away who comes too late: to another master, if the run goes on. */
    private void dismiss(Session session) {
        if (principal.runGoesOn() && core.over()) {
            session.refuse(ErrorCode.CONNECTION_LOST, "this sub-master has left the run");
        } else {
            session.send(new Goodbye(ErrorCode.NONE, "the run is over"));
            session.close();
        }
    }

    private void record(WorkerEntry entry, boolean returns) {
        if (returns) {
            core.ledger().returned(entry.id);
            core.recording().returned(entry);
        } else {
            String token = WorkerEntry.process(entry.host, entry.pid);
            core.recording().joined(entry, core.ledger().joined(entry.id, token, entry.slots, core.nanoTime()));
        }
    }

    private Registered welcome(WorkerEntry entry, List<Action> actions, long offerAboveBytes) {
        return new Registered(
                entry.id,
                core.settings().run(),
                core.settings().takeover().epoch(),
                core.settings().limits().failures().leaseNanos(),
                core.registry().windowBytes(),
                core.settings().jars().info(),
                takeDrops(actions),
                offerAboveBytes,
                core.settings().units(),
                principal.elsewhere(),
                core.settings().takeover().orphanNanos());
    }

    private Event comes(WorkerEntry entry, Register register, boolean returns) {
        return returns
                ? new Event.WorkerReturned(entry.id, register.heldCycle(), register.working(), register.finished())
                : new Event.WorkerJoined(
                        entry.id,
                        entry.slots,
                        core.settings().rules().planned().unitSeconds(entry.host, register.slots() == 0),
                        principal.adopt(brought(register)),
                        entry.parked,
                        register.offer());
    }

    /** The units that a worker brings at its first registration here; another master assigned them. */
    private static Brought brought(Register register) {
        List<HeldUnits> finished =
                register.finished().stream().map(ResultRun::held).toList();
        return new Brought(register.heldCycle(), register.working(), finished);
    }

    /** Removes the drops from the actions and returns them. */
    private static List<HeldUnits> takeDrops(List<Action> actions) {
        List<HeldUnits> drops = new ArrayList<>();
        actions.removeIf(action -> action instanceof Action.DropHeld drop && drops.add(drop.units()));
        return drops;
    }

    /** Records units that a worker brought to a sub-master which this master had not assigned to that sub-master. */
    void adopted(WorkerConnection connection, Adopted message) {
        if (core.over()) {
            return;
        }
        List<HeldUnits> working = core.stopping() ? List.of() : message.working(); // nothing is begun any more
        long before = driver.outstandingUnits(connection.entry.id);
        Brought brought = principal.adopt(new Brought(message.cycle(), working, message.finished()));
        List<Action> actions = driver.decide(new Event.UnitsBrought(connection.entry.id, brought), core.nanoTime());
        List<HeldUnits> drops = takeDrops(actions);
        drops.addAll(core.stopping() ? message.working() : List.of());
        if (!drops.isEmpty()) {
            connection.session.send(new Unwanted(message.cycle(), drops));
        }
        driver.carryOut(actions);
        connection.account.given(Math.max(0, driver.outstandingUnits(connection.entry.id) - before));
    }
}
