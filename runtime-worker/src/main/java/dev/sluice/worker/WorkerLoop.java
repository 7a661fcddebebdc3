package dev.sluice.worker;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.message.Drain;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.Leaving;
import dev.sluice.net.message.LinkProbe;
import dev.sluice.net.message.MasterBeat;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Move;
import dev.sluice.net.message.Problem;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.message.Registered;
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
 * {@link #letGo}, {@link #joined}, {@link #ending}, {@link #depart} and {@link #abandon}.
 */
public final class WorkerLoop {
    private static final Logger log = LoggerFactory.getLogger(WorkerLoop.class);

    private final Loop loop;
    private final WorkerConfig config;
    private final Identity identity;
    private final WorkIntake workshop;
    private final Dialer dialer;
    private final Pulse pulse;
    private final WorkerBeats beats;
    private final SearchTimes patience;
    private final ApplicationArrival arrival;
    private final HostSense sense;
    private final WorkerLifecycle life = new WorkerLifecycle();
    private final CompletableFuture<WorkerId> joined = new CompletableFuture<>();
    private final CompletableFuture<Ending> ending = new CompletableFuture<>();
    private @Nullable Link link;
    private @Nullable Membership membership;
    /** The master to which the worker moves when it holds nothing; null while it does not move. */
    private @Nullable Refuge destination;

    private Ending farewell = Ending.orderly("drained");
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
        this.beats = new WorkerBeats(loop, identity, workshop);
        this.dialer = new Dialer(loop, connector, config.run(), random);
        this.patience = new SearchTimes(config.reconnectNanos());
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
        Session open = session();
        if (open != null) {
            open.send(message);
        }
    }

    /** The open session, registered or not; null while there is none. */
    private @Nullable Session session() {
        Link open = link;
        return open == null ? null : open.session;
    }

    /** Starts to dial; any thread. */
    public void start() {
        loop.post(() -> {
            dialer.begin();
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
        dialer.hurry(patience.withoutLauncherNanos());
        loop.schedule(patience.withoutLauncherNanos(), () -> {
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
                    if (life.state() == State.DRAINING) {
                        beat();
                        goodbye(session(), "drained");
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
            if (!life.is(State.ACTIVE, State.MOVING, State.DRAINING) || open == null || open.session == null) {
                safe.complete(null);
                return;
            }
            Session session = open.session;
            destination = null;
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
                pulse.await();
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
        if (workshop.received(session, message, life.is(State.MOVING, State.DRAINING))) {
            return;
        }
        if (message instanceof Move move) {
            onMove(session, move.to());
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
            if (beats.heard(beat)) {
                beat();
            }
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
        patience.registered(registered);
        workshop.attach(session, registered, known);
        beats.begin(!again || known);
        arrival.registered(session, registered.application());
        pulse.start();
        sense.attach(session);
        log.info("{} of run {} at {}{}", fresh.worker(), registered.run(), session.peer(), again ? ", again" : "");
        Refuge unfinished = destination;
        destination = null;
        if (unfinished != null) {
            onMove(session, unfinished); // the session broke before it had moved
        }
    }

    /** The application is loaded: the slots start. */
    void loaded(LoadedApplication application) {
        if (life.is(State.ACTIVE, State.MOVING, State.AWAY, State.REJOINING)) {
            workshop.open(application);
            if (life.state() == State.ACTIVE) {
                beat(); // from here on its slots count
            }
            log.info("loaded {}", application.application().className());
        }
    }

    /** Ends the worker with this error. On the loop. */
    public void fail(WorkerException e) {
        Session open = session();
        if (life.state() != State.FINISHED) {
            if (open != null) {
                open.refuse(e.code(), String.valueOf(e.getMessage()));
            }
            end(new Ending(e.code(), String.valueOf(e.getMessage())));
        }
    }

    private void beat() {
        Session open = session();
        if (open != null) {
            beats.send(open);
        }
    }

    /** The master was silent. In one process both stand still together, as during a collection of a full heap. */
    private void silent() {
        Session open = session();
        if (open != null && open.inProcess()) {
            pulse.again();
        } else {
            lost(pulse.silence());
        }
    }

    private void lost(Closing why) {
        Session gone = leaveSession();
        if (gone != null) {
            gone.close();
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

    /** Gives the session up without closing it. */
    private @Nullable Session leaveSession() {
        Session gone = session();
        link = null;
        sense.detach();
        pulse.stop();
        stopProbes();
        return gone;
    }

    private void comeBack(Closing why) {
        State before = life.state();
        State now = life.on(Event.LOST);
        if (now == State.FINISHED) {
            end(new Ending(why.code(), "while leaving: " + why.text()));
            return;
        }
        if (before == State.ACTIVE || before == State.MOVING) {
            log.warn("session lost ({}): {}", why.code(), why.text());
            beginSearch();
        } else if (before == State.REGISTERING) {
            dialer.begin();
        }
        if (dialer.exhausted()) {
            life.on(Event.GAVE_UP);
            end(new Ending(why.code(), why.text()));
        } else {
            dialer.dialLater(this::newLink);
        }
    }

    /** Begins to look for a master with what the worker holds. */
    private void beginSearch() {
        workshop.detach();
        arrival.lost();
        dialer.begin(patience.nanos());
        if (letGo) {
            hurry();
        }
    }

    // ---- moving to another master

    /** Takes no more, and moves when it holds nothing. A worker that leaves, or is there already, does not move. */
    private void onMove(Session session, Refuge to) {
        if (life.allows(Event.MOVE)
                && !dialer.place().equals(to.file(config.run().run()))) {
            life.on(Event.MOVE);
            destination = to;
            session.send(new Leaving("moves to another master of the run"));
            workshop.handBack(session, Long.MAX_VALUE);
            settled();
        }
    }

    /** Leaves the master in order, and goes to its destination. The slots stay. */
    private void moved(Refuge to) {
        beat();
        goodbye(leaveSession(), "moves to another master");
        log.info("moves to {}", to.addresses());
        life.on(Event.MOVED);
        destination = null;
        dialer.prefer(to);
        beginSearch();
        dialer.dial(this::newLink);
    }

    // ---- the end

    private void onDrain(Ending why) {
        State before = life.state();
        State now = life.on(Event.DRAIN);
        Session open = session();
        if ((before == State.ACTIVE || before == State.MOVING) && open != null) {
            log.info("leaving: {}", why.text());
            farewell = why;
            open.send(new Leaving(why.text()));
            workshop.handBack(open, Long.MAX_VALUE);
            workshop.close();
            settled();
        } else if (now == State.FINISHED && before != State.FINISHED) {
            goodbye(open, why.text()); // the master may have registered it by now
            end(why);
        }
    }

    private static void goodbye(@Nullable Session open, String why) {
        if (open != null) {
            open.send(new Goodbye(ErrorCode.NONE, why));
            open.close();
        }
    }

    /** Checks whether the worker is done, because slots have left or results were acknowledged. */
    private void settled() {
        Refuge to = destination;
        if (life.state() == State.DRAINING && workshop.settled()) {
            ending.complete(farewell);
        } else if (life.state() == State.MOVING && to != null && workshop.holdsNothing()) {
            moved(to);
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
