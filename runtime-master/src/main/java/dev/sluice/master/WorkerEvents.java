package dev.sluice.master;

import dev.sluice.master.bounds.PeerAddress;
import dev.sluice.master.bounds.SessionBounds;
import dev.sluice.master.files.FileExchange;
import dev.sluice.master.tune.Actuator;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.Brought;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.net.message.Adopted;
import dev.sluice.net.message.FileNews;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.LongUnit;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.PeerReady;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.SubMasterSlots;
import dev.sluice.net.message.SubMasterWorkers;
import dev.sluice.net.message.Unwanted;
import dev.sluice.net.message.WorkTerms;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.session.Session;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Passes the events of workers to the scheduler: they register, beat, leave, and are lost. Confined to the master loop.
 */
final class WorkerEvents implements Departure {
    /** Time in which the workers of a dead sub-master register here with their units [ns]. */
    private static final long ASIDE_NANOS = 1_000_000_000L;

    /** Ends of a session that only the worker itself is to blame for, not a unit that it computes. */
    private static final Set<ErrorCode> OWN_FAULTS = EnumSet.of(
            ErrorCode.LEASE_EXPIRED,
            ErrorCode.MALFORMED,
            ErrorCode.FRAME_TOO_LARGE,
            ErrorCode.UNEXPECTED_MESSAGE,
            ErrorCode.HELD_MISMATCH,
            ErrorCode.SLOW_PEER,
            ErrorCode.DISK_FULL,
            ErrorCode.TOO_MANY_THREADS,
            ErrorCode.TOO_MANY_FILES,
            ErrorCode.SESSION_BOUND);

    private final RunCore core;
    private final SchedulerDriver driver;
    private final RunCourse course;
    private final UnitSource principal;
    private final Dispatch dispatch;
    private final SessionBounds bounds;
    /** The end of the run if no worker is left, because the last to leave could not load its state; else null. */
    private @Nullable RunEnd stateless;
    /** The peers with results that did not fit on the disk. */
    private final Set<String> fillers = new HashSet<>();

    WorkerEvents(RunCore core, SchedulerDriver driver, RunCourse course, UnitSource principal, Dispatch dispatch) {
        this.core = core;
        this.driver = driver;
        this.course = course;
        this.principal = principal;
        this.dispatch = dispatch;
        this.bounds = core.bounds();
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
            vacate(known.connection, new Closing(ErrorCode.CONNECTION_LOST, "it registered again", false));
        }
        WorkerEntry entry =
                known != null && !known.gone ? known : core.registry().add(register, core.nanoTime());
        boolean returns = entry == known;
        Actuator actuator = course.actuator();
        entry.parked = returns ? actuator.isParked(entry.id) : actuator.joins(entry.id, entry.host, register.slots());
        WorkerConnection connection = connect(entry, session);
        if (!returns && course.isOpen(register.heldCycle())) {
            connection.setupCycle = register.heldCycle(); // it has the setup, from another master of the run
        }
        record(entry, returns);
        if (!returns) {
            course.setups().announce(connection);
        } else if (entry.parked) {
            course.setups().hold(connection);
        }
        driver.apply(new Event.PeerNamed(
                entry.id,
                entry.peer(),
                PeerAddress.hostOf(entry.peer(), entry.address, entry.host, register.slots() == 0)));
        List<Action> actions = driver.decide(comes(entry, register, returns), core.nanoTime());
        long offerAbove = core.grants().registered(connection, core.registry());
        session.send(welcome(entry, actions, offerAbove));
        connection.owedNanos = core.nanoTime();
        course.setups().registered(connection, returns);
        if (!returns) {
            actuator.joined(entry.id);
        }
        driver.carryOut(actions);
        if (returns) {
            actuator.returned(entry.id);
            core.isolation().returned(entry.id);
        }
        course.tuners().joined(entry.id);
        if (register.slots() > 0 && core.isolation().known()) {
            session.send(new WorkTerms(entry.parked, core.isolation().isolated()));
        }
        connection.account.given(driver.outstandingUnits(entry.id));
        driver.noteLull(connection, connection.owedNanos);
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
            String token = token(entry.host, entry.pid);
            core.recording().joined(entry, core.ledger().joined(entry.id, token, entry.slots, core.nanoTime()));
        }
    }

    private Registered welcome(WorkerEntry entry, List<Action> actions, long offerAboveBytes) {
        return new Registered(
                entry.id,
                core.settings().run(),
                core.settings().takeover().epoch(),
                SchedulerConfig.DEFAULT_LEASE_NANOS,
                core.registry().windowBytes(),
                core.settings().jars().info(),
                Registrations.takeDrops(actions),
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
                        core.settings().planned().unitSeconds(entry.host, register.slots() == 0),
                        principal.adopt(Registrations.brought(register)),
                        entry.parked);
    }

    @Override
    public void closed(WorkerConnection connection, Closing why) {
        if (connection.open) {
            if (why.code() == ErrorCode.SESSION_BOUND && !why.byPeer()) {
                bounds.offended(connection.entry.peer(), core.nanoTime());
            }
            vacate(connection, why);
        }
        if (why.code() != ErrorCode.DISK_FULL || why.byPeer() || core.over()) {
            return;
        }
        if (isFaultOf(connection.entry.peer())) {
            bounds.offended(connection.entry.peer(), core.nanoTime());
        } else {
            course.end(RunEnd.failed(
                    why.code(),
                    "results of " + connection.entry + ": " + why.text()
                            + "; --result-disk says how much they may take"));
        }
    }

    /**
     * Tells whether results for which there was no room on the disk are the fault of their peers. It is not when two
     * peers had such results, unless none of them has computed anything and another one has, or when no other peer is
     * there.
     */
    private boolean isFaultOf(String peer) {
        fillers.add(peer);
        boolean alone = fillers.size() == 1;
        return (alone || fillers.stream().noneMatch(this::hasComputed))
                && core.registry().connections().stream()
                        .map(connection -> connection.entry.peer())
                        .anyMatch(other -> !fillers.contains(other) && (alone || hasComputed(other)));
    }

    private boolean hasComputed(String peer) {
        return core.registry().entries().stream()
                .anyMatch(entry -> entry.acceptedUnits > 0 && entry.peer().equals(peer));
    }

    private void vacate(WorkerConnection connection, Closing why) {
        WorkerEntry entry = connection.entry;
        connection.open = false;
        entry.leaves(connection);
        core.registry().left(connection);
        boolean stateMissing = why.code() == ErrorCode.STATE_NOT_LOADED;
        stateless = stateMissing ? RunEnd.failed(why.code(), entry + ": " + why.text()) : null;
        core.grants().gone(connection);
        connection.account.closed(bounds.memory());
        core.exchange().gone(entry.id);
        course.setups().gone(connection);
        connection.session.close();
        if (!core.over()) {
            replace(entry);
            boolean orderly = why.code() == ErrorCode.NONE || stateMissing; // which is no fault of its units
            if (orderly) {
                gone(entry);
                driver.apply(new Event.WorkerLeft(entry.id));
            } else {
                core.ledger().broke(entry.id, driver.outstandingUnits(entry.id) > 0, core.nanoTime());
                core.recording().away(connection, why, held(connection), driver.running(entry.id));
                // Silence, or a message that only a faulty worker sends, does not make its units suspect. Any other
                // loss may be the fault of a unit; but a sub-master computes none.
                boolean suspect = !entry.branch && !OWN_FAULTS.contains(why.code());
                if (suspect && !driver.running(entry.id).isEmpty()) {
                    core.isolation().missed(entry.id);
                }
                driver.apply(new Event.WorkerBroke(entry.id, suspect, entry.branch ? ASIDE_NANOS : 0));
            }
            core.listener().left(entry, why);
        }
        course.finishWhenAllAreGone();
    }

    /** Lets a parked worker take the place of one that is lost, before the scheduler would unpark all of them. */
    private void replace(WorkerEntry lost) {
        if (!core.over() && !core.stopping()) {
            course.actuator().losing(lost.id);
            course.tuners().losing(lost.id);
        }
    }

    /** Units that the worker has and has not delivered; the feed counts them when the scheduler has taken them away. */
    private long held(WorkerConnection connection) {
        long outstanding = driver.outstandingUnits(connection.entry.id);
        Feed feed = connection.feed;
        return outstanding > 0 ? outstanding : Math.max(0, feed.assignedUnits - feed.returnedUnits);
    }

    /** The end of the run when no worker is left: the reason of the last one if it is known, else {@code how}. */
    RunEnd endWithout(RunEnd how) {
        RunEnd known = stateless;
        return known == null ? how : known;
    }

    // ---- processes

    /** Records that a process was started for this run. */
    void processStarted(String host, long pid, int slots) {
        core.ledger().launched(token(host, pid), slots, core.nanoTime());
    }

    /** The key of a process in the ledger. */
    private static String token(String host, long pid) {
        return host + "/" + pid;
    }

    /** Records that a process that was started for this run died. */
    void processDied(String host, long pid) {
        core.ledger().launchEnded(token(host, pid), core.nanoTime());
        WorkerEntry entry = core.registry().byProcess(host, pid);
        if (entry != null && !entry.gone && !core.over()) {
            if (entry.connection != null) {
                vacate(entry.connection, new Closing(ErrorCode.CONNECTION_LOST, "its process ended", false));
            }
            gone(entry);
            driver.apply(new Event.WorkerDied(entry.id));
        }
    }

    private void gone(WorkerEntry entry) {
        long now = core.nanoTime();
        entry.gone = true;
        course.gone(entry.id);
        core.ledger().gone(entry.id, now);
        core.recording().gone(entry, core.ledger().times(entry.id, now));
        if (core.isolation().gone(entry.id, now)) {
            RunFloor.sendIsolation(core, driver.handout());
        }
    }

    // ---- messages

    /** Tells whether a message keeps the limits of its session; else the session ends. */
    boolean admits(WorkerConnection connection, Message message) {
        connection.account.window(core.registry().windowBytes());
        Closing offence = bounds.offence(connection.account, connection.entry.below.keySet(), message, core.nanoTime());
        if (offence == null) {
            return true;
        }
        connection.session.refuse(offence.code(), offence.text());
        closed(connection, offence);
        return false;
    }

    /** Records that a worker wants to leave; it can say so once in a session. */
    void leaving(WorkerConnection connection, String reason) {
        if (connection.entry.leaving) {
            return;
        }
        connection.entry.leaving = true;
        replace(connection.entry);
        driver.apply(new Event.WorkerDraining(connection.entry.id));
        if (!core.over()) {
            long unsent = driver.outstandingUnits(connection.entry.id);
            if (unsent > 0) {
                dispatch.takeBack(connection, unsent);
            }
            core.recording().leaving(connection.entry, reason);
            core.listener().leaving(connection.entry, reason);
        }
    }

    /** Records the slots that a sub-master reports. */
    void branch(WorkerConnection connection, SubMasterSlots branch) {
        WorkerEntry entry = connection.entry;
        entry.branch = true;
        if (!connection.knowsTerms) {
            connection.knowsTerms = true;
            connection.session.send(RunFloor.terms(core, driver.handout(), entry));
        }
        if (branch.place() != null) {
            connection.place = branch.place();
        }
        if (entry.slots == branch.slots()) {
            return;
        }
        entry.slots = branch.slots();
        core.ledger().resized(entry.id, branch.slots(), core.nanoTime());
        core.recording().resized(entry);
        driver.apply(new Event.SlotsChanged(entry.id, branch.slots()));
        driver.noteLull(connection, core.nanoTime());
        core.listener().branched(entry);
    }

    /** Follows the news of a worker about a file. */
    void fileNews(WorkerConnection connection, FileNews news) {
        WorkerEntry entry = connection.entry;
        FileExchange.Worker worker = new FileExchange.Worker(entry.id, entry.host, entry.address);
        if (!core.exchange().news(worker, connection.session, news)) {
            connection.session.refuse(ErrorCode.MALFORMED, "news of a file that this run does not share");
        }
    }

    /** Records that a worker listens for others that fetch files, or cannot. */
    void peerReady(WorkerConnection connection, PeerReady ready) {
        core.exchange().ready(connection.entry.id, ready);
    }

    /** Records what a sub-master reports of workers below it. */
    void below(WorkerEntry entry, SubMasterWorkers news) {
        List<SubMasterWorkers.Line> lines = news.workers().stream()
                .filter(line -> entry.below.containsKey(line.name()) || bounds.hasRoomBelow(entry.id))
                .toList();
        core.recording().below(entry, new SubMasterWorkers(lines));
        entry.told(new SubMasterWorkers(lines));
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
        List<HeldUnits> drops = Registrations.takeDrops(actions);
        drops.addAll(core.stopping() ? message.working() : List.of());
        if (!drops.isEmpty()) {
            connection.session.send(new Unwanted(message.cycle(), drops));
        }
        driver.carryOut(actions);
        connection.account.given(Math.max(0, driver.outstandingUnits(connection.entry.id) - before));
    }

    /** Renews the lease of a worker, because a message arrived. */
    void heard(WorkerConnection connection) {
        driver.apply(new Event.WorkerHeard(connection.entry.id));
    }

    void beat(WorkerConnection connection, WorkerBeat beat) {
        WorkerEntry entry = connection.entry;
        entry.stats = beat.stats();
        entry.longUnits = beat.longUnits();
        core.ledger().reported(entry.id, beat.stats().causes(), core.nanoTime());
        if (!core.over()) {
            core.recording().reported(entry, beat.stats().causes());
        }
        noticeLongUnits(entry);
        if (core.isolation().look(core.nanoTime())) {
            RunFloor.sendIsolation(core, driver.handout());
        }
        connection.heardTick = beat.tick();
        heard(connection);
        boolean quiet = beat.assignSequence() == connection.assignSequence
                && beat.resultSequence() == connection.resultSequence
                && connection.feed.settled();
        if (!quiet || beat.unitsHeld() == driver.outstandingUnits(entry.id)) {
            connection.disagreements = 0;
        } else if (++connection.disagreements == 3) {
            connection.session.refuse(
                    ErrorCode.HELD_MISMATCH,
                    entry.id + " holds " + beat.unitsHeld() + " units, the master counts "
                            + driver.outstandingUnits(entry.id));
        }
    }

    /** Tells the user of workers that prepare for long, and of units, unless the user has limited their time. */
    private void noticeLongUnits(WorkerEntry entry) {
        if (core.over()) {
            return;
        }
        boolean limited = core.settings().units().timeoutNanos() > 0;
        for (LongUnit unit : entry.longUnits) {
            if ((unit.preparing() || !limited)
                    && course.isOpen(unit.cycle())
                    && core.longUnits().isNews(unit)) {
                core.listener().longUnit(entry, unit, core.longUnits().medianNanos());
            }
        }
    }

    void writable(WorkerConnection connection) {
        course.setups().writable(connection);
        if (connection.feed.blocked) {
            principal.resume(connection.feed);
        }
    }
}
