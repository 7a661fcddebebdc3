package dev.sluice.master;

import dev.sluice.master.bounds.SessionBounds;
import dev.sluice.master.files.FileExchange;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.Event;
import dev.sluice.net.message.FileNews;
import dev.sluice.net.message.LongUnit;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.PeerReady;
import dev.sluice.net.message.SubMasterSlots;
import dev.sluice.net.message.SubMasterWorkers;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.rules.Closing;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Passes the events of registered workers to the scheduler: they beat, leave, and are lost. Confined to the master
 * loop.
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
    private final DiskFillers fillers = new DiskFillers();
    /** The end of the run if no worker is left, because the last to leave could not load its state; else null. */
    private @Nullable RunEnd stateless;

    WorkerEvents(RunCore core, SchedulerDriver driver, RunCourse course, UnitSource principal, Dispatch dispatch) {
        this.core = core;
        this.driver = driver;
        this.course = course;
        this.principal = principal;
        this.dispatch = dispatch;
        this.bounds = core.bounds();
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
        if (fillers.isFaultOf(connection.entry.peer(), presentPeers(), this::hasComputed)) {
            bounds.offended(connection.entry.peer(), core.nanoTime());
        } else {
            course.end(RunEnd.failed(
                    why.code(),
                    "results of " + connection.entry + ": " + why.text()
                            + "; --space=result-disk says how much they may take"));
        }
    }

    private Stream<String> presentPeers() {
        return core.registry().connections().stream().map(connection -> connection.entry.peer());
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
            course.tuning().losing(lost.id);
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
        core.ledger().launched(WorkerEntry.process(host, pid), slots, core.nanoTime());
    }

    /** Records that a process that was started for this run died. */
    void processDied(String host, long pid) {
        core.ledger().launchEnded(WorkerEntry.process(host, pid), core.nanoTime());
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
        entry.offer = branch.offer();
        if (!connection.knowsTerms) {
            connection.knowsTerms = true;
            connection.session.send(RunFloor.terms(core, driver.handout(), entry));
        }
        if (branch.place() != null) {
            connection.place = branch.place();
        }
        if (entry.slots == branch.slots()) {
            driver.apply(new Event.SlotsChanged(entry.id, branch.slots(), branch.offer()));
            return;
        }
        entry.slots = branch.slots();
        core.ledger().resized(entry.id, branch.slots(), core.nanoTime());
        core.recording().resized(entry);
        driver.apply(new Event.SlotsChanged(entry.id, branch.slots(), branch.offer()));
        driver.noteLull(connection, core.nanoTime());
        core.listener().branched(entry);
    }

    /** Follows the news of a worker about a file. */
    void fileNews(WorkerConnection connection, FileNews news) {
        if (!core.exchange().news(sharer(connection), connection.session, news)) {
            connection.session.refuse(ErrorCode.MALFORMED, "news of a file that this run does not share");
        }
    }

    /** Records that a worker listens for others that fetch files, or cannot. */
    void peerReady(WorkerConnection connection, PeerReady ready) {
        core.exchange().ready(sharer(connection), connection.session, ready);
    }

    private static FileExchange.Worker sharer(WorkerConnection connection) {
        WorkerEntry entry = connection.entry;
        return new FileExchange.Worker(entry.id, entry.host, entry.address);
    }

    /** Records what a sub-master reports of workers below it. */
    void below(WorkerEntry entry, SubMasterWorkers news) {
        core.times().below(news.times());
        List<SubMasterWorkers.Line> lines = news.workers().stream()
                .filter(line -> entry.below.containsKey(line.name()) || bounds.hasRoomBelow(entry.id))
                .toList();
        core.recording().below(entry, new SubMasterWorkers(lines));
        entry.told(new SubMasterWorkers(lines));
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

    /** Remembers the peers with results that did not fit on the disk, and decides whether they are to blame. */
    private static final class DiskFillers {
        private final Set<String> fillers = new HashSet<>();

        /**
         * Records that a result of this peer did not fit, and tells whether that is the fault of the peers with such
         * results. It is not when two peers had them, unless none of these has computed anything and another one has,
         * or when no other peer is there.
         *
         * @param present the peers that are connected
         * @param hasComputed whether results of a peer were accepted
         */
        boolean isFaultOf(String peer, Stream<String> present, Predicate<String> hasComputed) {
            fillers.add(peer);
            boolean alone = fillers.size() == 1;
            return (alone || fillers.stream().noneMatch(hasComputed))
                    && present.anyMatch(other -> !fillers.contains(other) && (alone || hasComputed.test(other)));
        }
    }
}
