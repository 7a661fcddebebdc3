package dev.sluice.worker;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.message.Acknowledge;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.Collect;
import dev.sluice.net.message.CycleEnd;
import dev.sluice.net.message.CycleSetup;
import dev.sluice.net.message.Drain;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.Grant;
import dev.sluice.net.message.Leaving;
import dev.sluice.net.message.LinkProbe;
import dev.sluice.net.message.MasterBeat;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Problem;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.Revoke;
import dev.sluice.net.message.Unwanted;
import dev.sluice.net.message.WorkTerms;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.parent.Dialer;
import dev.sluice.net.parent.Pulse;
import dev.sluice.net.peer.SocketPeers;
import dev.sluice.net.probe.ProbeStation;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.transport.Transport;
import dev.sluice.worker.WorkerLifecycle.Event;
import dev.sluice.worker.WorkerLifecycle.State;
import dev.sluice.worker.outbox.ResultOutbox;
import dev.sluice.worker.slot.WorkerThreads;
import dev.sluice.worker.unit.ApplicationArrival;
import dev.sluice.worker.unit.LoadedApplication;
import dev.sluice.worker.unit.WorkerException;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of a worker: connects, registers, passes work to the {@link WorkIntake}, beats, reconnects after a broken
 * session, drains, and ends. Everything here is confined to the worker loop except {@link #start}, {@link #drain},
 * {@link #letGo}, {@link #joined}, {@link #ending} and {@link #depart}.
 */
public final class WorkerLoop {
    private static final Logger log = LoggerFactory.getLogger(WorkerLoop.class);
    private static final long FIRST_CONNECT_NANOS = 5_000_000_000L;

    /**
     * How long a worker looks for a lost master when its launcher is gone too, and no master can take the run over
     * [ns]. Most likely both ended together.
     */
    private static final long LET_GO_NANOS = 5_000_000_000L;

    private final Loop loop;
    private final WorkerConfig config;
    private final Identity identity;
    private final WorkIntake workshop;
    private final Dialer dialer;
    private final Pulse pulse;
    private final ApplicationArrival arrival;
    private final HostSense sense;
    private final WorkerLifecycle life = new WorkerLifecycle();
    private final CompletableFuture<WorkerId> joined = new CompletableFuture<>();
    private final CompletableFuture<Ending> ending = new CompletableFuture<>();
    private @Nullable Link link;
    private @Nullable Membership membership;
    private WorkerStats before = WorkerStats.NONE;
    private Ending farewell = Ending.orderly("drained");
    private long leaseNanos;
    private long orphanNanos;
    private long tick;
    private long masterTick;
    private long masterTickNanos;
    private boolean letGo;
    private @Nullable ProbeStation probes;

    public WorkerLoop(
            WorkerThreads threads,
            Dialer.Connector connector,
            WorkerConfig config,
            Identity identity,
            RandomGenerator random) {
        this.loop = threads.loop();
        this.config = config;
        this.identity = identity;
        this.workshop = new WorkIntake(threads, config.slots(), this::settled, this::fail, this::onDrain);
        this.dialer = new Dialer(loop, connector, config.run(), random);
        this.pulse = new Pulse(loop, this::beat, this::silent);
        this.sense =
                new HostSense(threads, config.slots(), () -> workshop.crew().processes());
        this.arrival = new ApplicationArrival(identity.cache(), loop, this::loaded, this::fail);
    }

    /** Takes part in probes, and shares files with other workers, over this transport; before {@link #start}. */
    public void meetOthers(Transport transport) {
        probes = new ProbeStation(transport, this::reportProbe);
        arrival.share(new SocketPeers(transport));
    }

    /** Computes all units in processes of their own; called before {@link #start}. */
    public void isolate() {
        workshop.isolate();
    }

    private void reportProbe(Message message) {
        Link open = link;
        if (open != null && open.session != null) {
            open.session.send(message);
        }
    }

    /** Starts to dial; any thread. */
    public void start() {
        loop.post(() -> {
            dialer.begin(FIRST_CONNECT_NANOS);
            dialer.dial(this::newLink);
        });
    }

    /** Asks the worker to finish running units, hand back the rest and leave; any thread, any number of times. */
    public void drain(String reason) {
        loop.post(() -> onDrain(Ending.orderly(reason)));
    }

    /** Shortens the search for a lost master, because the process that started the worker is gone. Any thread. */
    public void letGo() {
        loop.post(() -> {
            letGo = true;
            if (life.is(State.CONNECTING, State.AWAY, State.REJOINING)) {
                hurry();
            }
        });
    }

    private void hurry() {
        long patienceNanos = orphanNanos > 0 ? orphanNanos : LET_GO_NANOS;
        dialer.hurry(patienceNanos);
        loop.schedule(patienceNanos, () -> {
            if (life.is(State.CONNECTING, State.AWAY) && dialer.late()) {
                life.on(Event.GAVE_UP);
                end(new Ending(ErrorCode.CONNECTION_LOST, "the master and the launcher of this worker are both lost"));
            }
        });
    }

    /** Completes when the master has accepted the worker for the first time. */
    public CompletableFuture<WorkerId> joined() {
        return joined;
    }

    /** Completes when two steps remain: the application's {@code finish}, then {@link #depart}. */
    public CompletableFuture<Ending> ending() {
        return ending;
    }

    /** The work of this worker. Wait for its slots before calling the application's {@code finish}. */
    public WorkIntake workshop() {
        return workshop;
    }

    /**
     * Says goodbye if the session is still open, and closes it; any thread. The future completes when the message is
     * sent.
     */
    public CompletableFuture<Void> depart() {
        return CompletableFuture.runAsync(
                () -> {
                    Link open = link;
                    if (life.state() == State.DRAINING && open != null && open.session != null) {
                        beat();
                        open.session.send(new Goodbye(ErrorCode.NONE, "drained"));
                        open.session.close();
                    }
                    if (life.state() == State.DRAINING) {
                        life.on(Event.DRAINED);
                    }
                    stop();
                },
                loop);
    }

    /**
     * Handles a process that is ended from elsewhere, perhaps by a unit that called exit: reports that unit, hands back
     * everything and says goodbye. Any thread. The future completes when the master has everything. It may never
     * complete, so wait with a timeout.
     */
    public CompletableFuture<Void> abandon(Ending why, @Nullable HeldUnits culprit) {
        CompletableFuture<Void> safe = new CompletableFuture<>();
        loop.post(() -> {
            Link open = link;
            if (!life.is(State.ACTIVE, State.DRAINING) || open == null || open.session == null) {
                safe.complete(null);
                return;
            }
            Session session = open.session;
            workshop.surrender(session, why, culprit);
            workshop.whenDelivered(() -> {
                session.send(new Goodbye(why.code(), why.text()));
                session.close();
                open.whenClosed = () -> safe.complete(null);
            });
        });
        return safe;
    }

    private SessionListener newLink() {
        Link next = new Link();
        link = next;
        return next;
    }

    /** One connection, from dialling to its end; messages of an abandoned one are ignored. */
    private final class Link implements SessionListener {
        private @Nullable Session session;
        private Runnable whenClosed = () -> {};

        @Override
        public void opened(Session open) {
            session = open;
            if (this == link && life.allows(Event.OPENED)) {
                life.on(Event.OPENED);
                open.send(identity.register(config, workshop.holdings()));
            } else {
                open.close();
            }
        }

        @Override
        public void received(Session from, Message message) {
            if (this != link) {
                message.release();
                return;
            }
            pulse.heard();
            sense.received(message);
            try {
                onMessage(from, message);
            } catch (SluiceException e) {
                from.refuse(e.code(), String.valueOf(e.getMessage()));
                end(new Ending(e.code(), String.valueOf(e.getMessage())));
            }
        }

        @Override
        public void coming(Session from) {
            if (this == link) {
                pulse.heard();
            }
        }

        @Override
        public void closed(Session from, Closing why) {
            if (this == link) {
                lost(why);
            }
            whenClosed.run();
        }
    }

    private void onMessage(Session session, Message message) {
        if (message instanceof Assign assign) {
            workshop.onAssign(session, assign, life.state() == State.DRAINING);
        } else if (message instanceof Acknowledge acknowledge) {
            workshop.onAcknowledge(acknowledge);
        } else if (message instanceof Revoke revoke) {
            workshop.handBack(session, revoke.units());
        } else if (message instanceof Collect collect) {
            workshop.onCollect(collect);
        } else if (message instanceof Grant grant) {
            workshop.onGrant(grant);
        } else if (message instanceof Unwanted unwanted) {
            workshop.onUnwanted(unwanted);
        } else if (message instanceof WorkTerms terms) {
            workshop.onWorkTerms(terms);
        } else if (message instanceof CycleSetup setup) {
            workshop.onCycleSetup(setup);
        } else if (message instanceof CycleEnd cycleEnd) {
            workshop.onCycleEnd(cycleEnd);
        } else if (message instanceof Registered registered) {
            onRegistered(session, registered);
        } else if (message instanceof Drain drain) {
            if (drain.runOver()) {
                workshop.times().end(loop.nanoTime());
            }
            onDrain(Ending.orderly("the master asked for it"));
        } else if (message instanceof Goodbye goodbye) {
            beat(); // the last word on what this worker did
            session.send(new Goodbye(ErrorCode.NONE, "bye"));
            session.close();
            end(new Ending(goodbye.code(), goodbye.text()));
        } else if (message instanceof Problem problem) {
            lost(new Closing(problem.code(), problem.text(), true));
        } else if (message instanceof MasterBeat beat) {
            onBeat(beat);
        } else if (message instanceof LinkProbe probe) {
            session.send(probe.answer());
        } else if (!arrival.received(message) && (probes == null || !probes.received(message))) {
            message.release();
            throw new WorkerException(
                    ErrorCode.UNEXPECTED_MESSAGE,
                    message.getClass().getSimpleName() + " (expected: a message of a master)");
        }
    }

    private void onRegistered(Session session, Registered registered) {
        if (!registered.run().equals(config.run().run())) {
            throw new WorkerException(
                    ErrorCode.RUN_MISMATCH,
                    "run " + registered.run() + " (expected: " + config.run().run() + ", as in the run file)");
        }
        Membership fresh = new Membership(registered.worker(), registered.epoch(), dialer.place());
        boolean again = membership != null;
        boolean known = fresh.equals(membership);
        life.on(Event.REGISTERED);
        membership = fresh;
        dialer.settle(registered.elsewhere());
        joined.complete(registered.worker());
        leaseNanos = registered.leaseNanos();
        orphanNanos = registered.orphanNanos();
        tick = 0;
        masterTick = 0;
        workshop.attach(session, registered, known);
        if (again && !known) {
            before = identity.stats(workshop, WorkerStats.NONE, loop.nanoTime()); // another counted that
        }
        arrival.registered(session, registered.application());
        pulse.start();
        sense.attach(session);
        log.info("{} of run {} at {}{}", fresh.worker(), registered.run(), session.peer(), again ? ", again" : "");
    }

    /** The application is loaded: the slots start. */
    void loaded(LoadedApplication application) {
        if (life.is(State.ACTIVE, State.AWAY, State.REJOINING)) {
            workshop.open(application);
            if (life.state() == State.ACTIVE) {
                beat(); // from here on its slots count
            }
            log.info("loaded {}", application.application().className());
        }
    }

    /** Ends the worker with this error. On the loop. */
    public void fail(WorkerException e) {
        Link open = link;
        if (life.state() != State.FINISHED) {
            if (open != null && open.session != null) {
                open.session.refuse(e.code(), String.valueOf(e.getMessage()));
            }
            end(new Ending(e.code(), String.valueOf(e.getMessage())));
        }
    }

    private void onBeat(MasterBeat beat) {
        masterTick = beat.tick();
        masterTickNanos = loop.nanoTime();
        if (beat.answer()) {
            beat();
        }
    }

    private void beat() {
        Link open = link;
        if (open != null && open.session != null) {
            ResultOutbox.Digest digest = workshop.digest();
            open.session.send(new WorkerBeat(
                    ++tick,
                    digest.assignSequence(),
                    digest.resultSequence(),
                    digest.unitsHeld(),
                    identity.stats(workshop, before, loop.nanoTime()),
                    echo(),
                    identity.longUnits(workshop, loop.nanoTime())));
        }
    }

    /** Made after the rest of a beat, so that the time of collecting the rest counts as held. */
    private WorkerBeat.Echo echo() {
        return masterTick == 0
                ? WorkerBeat.Echo.NONE
                : new WorkerBeat.Echo(masterTick, Math.max(0, loop.nanoTime() - masterTickNanos));
    }

    /** The master was silent. In one process both stand still together, as during a collection of a full heap. */
    private void silent() {
        Link open = link;
        if (open != null && open.session != null && open.session.inProcess()) {
            pulse.start();
        } else {
            lost(Pulse.silence());
        }
    }

    private void lost(Closing why) {
        Link gone = link;
        link = null;
        sense.detach();
        pulse.stop();
        stopProbes();
        if (gone != null && gone.session != null) {
            gone.session.close();
        }
        if (life.state() == State.FINISHED) {
            return;
        }
        if (why.byPeer() && why.code() == ErrorCode.NONE) {
            end(Ending.orderly(why.text()));
        } else if (!Dialer.mayPass(why.code()) && !(life.is(State.AWAY, State.REJOINING) && dialer.hasRefuge())) {
            end(new Ending(why.code(), why.text()));
        } else {
            comeBack(why);
        }
    }

    private void comeBack(Closing why) {
        State before = life.state();
        State now = life.on(Event.LOST);
        if (now == State.FINISHED) {
            end(new Ending(why.code(), "while leaving: " + why.text()));
            return;
        }
        if (before == State.ACTIVE) {
            log.warn("session lost ({}): {}", why.code(), why.text());
            workshop.detach();
            arrival.lost();
            dialer.begin(Math.max(Math.max(leaseNanos, orphanNanos), config.reconnectNanos()));
            if (letGo) {
                hurry();
            }
        } else if (before == State.REGISTERING) {
            dialer.begin(FIRST_CONNECT_NANOS);
        }
        if (dialer.exhausted()) {
            life.on(Event.GAVE_UP);
            end(new Ending(why.code(), why.text()));
        } else {
            dialer.dialLater(this::newLink);
        }
    }

    private void onDrain(Ending why) {
        State before = life.state();
        State now = life.on(Event.DRAIN);
        Link open = link;
        if (before == State.ACTIVE && open != null && open.session != null) {
            log.info("leaving: {}", why.text());
            farewell = why;
            open.session.send(new Leaving(why.text()));
            workshop.handBack(open.session, Long.MAX_VALUE);
            workshop.close();
            settled();
        } else if (now == State.FINISHED && before != State.FINISHED) {
            if (open != null && open.session != null) {
                open.session.send(new Goodbye(ErrorCode.NONE, why.text())); // the master may have registered it by now
                open.session.close();
            }
            end(why);
        }
    }

    /** Checks whether the worker is done, because slots have left or results were acknowledged. */
    private void settled() {
        if (life.state() == State.DRAINING && workshop.settled()) {
            ending.complete(farewell);
        }
    }

    private void end(Ending why) {
        if (life.state() != State.FINISHED) {
            life.on(Event.END);
        }
        link = null; // messages that are on their way have no receiver
        stop();
        ending.complete(why);
    }

    private void stopProbes() {
        ProbeStation station = probes;
        if (station != null) {
            station.close();
        }
    }

    private void stop() {
        pulse.stop();
        sense.stop();
        stopProbes();
        arrival.close();
        workshop.stop();
    }
}
