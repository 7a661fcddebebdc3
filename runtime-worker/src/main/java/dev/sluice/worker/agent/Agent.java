package dev.sluice.worker.agent;

import dev.sluice.model.Build;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.AgentReport;
import dev.sluice.net.message.AgentTarget;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.LinkProbe;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Problem;
import dev.sluice.net.parent.Dialer;
import dev.sluice.net.parent.ParentConnection;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import dev.sluice.worker.Ending;
import dev.sluice.worker.sense.HostSensor;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent of a pool on one host. It reports its host and its workers every two seconds, follows the pool's
 * {@link AgentTarget}, and reconnects when the session is lost; its workers compute on meanwhile. It ends when the pool
 * says goodbye, when it is asked to leave, or when the pool stays away: its workers then finish their running units.
 * Confined to its loop except {@link #start}, {@link #leave}, {@link #joined} and {@link #ending}.
 */
public final class Agent {
    private static final Logger log = LoggerFactory.getLogger(Agent.class);

    /** Agents that start together report their hosts at different times, each about every ten seconds [ns]. */
    private static final long SENSE_NANOS = 10_000_000_000L;

    private static final long SENSE_JITTER_NANOS = SENSE_NANOS / 5;

    private final Loop loop;
    private final Terms terms;
    private final ParentConnection pool;
    private final Seats seats;
    private final long sensePeriodNanos;
    private final CompletableFuture<Void> joined = new CompletableFuture<>();
    private final CompletableFuture<Ending> ending = new CompletableFuture<>();
    private @Nullable HostSensor sensor;
    private volatile List<Long> pids = List.of();
    /** Why it leaves; null until then. */
    private @Nullable Ending farewell;

    /**
     * The terms of an agent.
     *
     * @param pool the pool's file for agents
     * @param name of the host
     * @param slots of all workers together
     * @param memoryBytes physical memory of the host; 0 if unknown
     * @param pid of this process
     * @param incarnation drawn for this process
     * @param patienceNanos how long to look for a lost pool [ns]
     */
    public record Terms(
            RunFile pool, String name, int slots, long memoryBytes, long pid, long incarnation, long patienceNanos) {}

    public Agent(Loop loop, Dialer.Connector connector, Terms terms, SeatWorkers workers, RandomGenerator random) {
        this.loop = loop;
        this.terms = terms;
        this.pool = new ParentConnection(loop, new Dialer(loop, connector, terms.pool(), random), new PoolEvents());
        this.seats = new Seats(workers, loop, this::changed);
        this.sensePeriodNanos = random.nextLong(SENSE_NANOS - SENSE_JITTER_NANOS, SENSE_NANOS + SENSE_JITTER_NANOS);
    }

    /** Connects. Any thread, once. */
    public void start() {
        loop.post(pool::start);
    }

    /** Reports the state of the host to the pool, too. Call before the start. */
    public void sense() {
        sensor = new HostSensor(terms.slots(), () -> pids, sensePeriodNanos, report -> loop.post(() -> send(report)));
    }

    /** Lets the workers finish their running units, and ends. Any thread, any number of times. */
    public void leave(String reason) {
        loop.post(() -> leave(new Ending(ErrorCode.NONE, reason)));
    }

    /** Completes when the pool has accepted the agent for the first time. */
    public CompletableFuture<Void> joined() {
        return joined;
    }

    /** Completes when no worker is left and the agent is done. */
    public CompletableFuture<Ending> ending() {
        return ending;
    }

    /** Hears what becomes of the session with the pool. */
    private final class PoolEvents implements ParentConnection.Events {
        @Override
        public void opened(Session session) {
            seats.newSession();
            report();
        }

        @Override
        public void received(Session session, Message message) {
            onMessage(session, message);
        }

        @Override
        public void beat() {
            report();
        }

        @Override
        public void lost(boolean wasOpen, boolean wasRegistered, Closing why) {
            onLost(wasOpen, why);
        }

        @Override
        public void failed(SluiceException why) {
            throw why;
        }
    }

    private void onMessage(Session session, Message message) {
        if (message instanceof AgentTarget target) {
            accepted(session);
            seats.follow(target);
            changed();
        } else if (message instanceof LinkProbe probe) {
            session.send(probe.answer());
        } else if (message instanceof Goodbye goodbye) {
            session.close();
            leave(new Ending(goodbye.code(), goodbye.text()));
        } else if (message instanceof Problem problem) {
            pool.problem(new Closing(problem.code(), problem.text(), true));
        } else {
            message.release();
            session.refuse(ErrorCode.UNEXPECTED_MESSAGE, message.getClass().getSimpleName() + " from a pool");
        }
    }

    /** The first target of a session shows that the pool has accepted the agent. */
    private void accepted(Session session) {
        if (joined.complete(null)) {
            log.info("agent of pool {} at {}", terms.pool().run(), session.peer());
            HostSensor made = sensor;
            if (made != null) {
                made.start();
            }
        }
        pool.registered(List.of());
    }

    private void changed() {
        pids = seats.pids();
        report();
        if (farewell != null && seats.isEmpty()) {
            end(farewell);
        }
    }

    private void report() {
        send(new AgentReport(
                terms.name(),
                terms.slots(),
                terms.memoryBytes(),
                Build.version(),
                terms.pid(),
                terms.incarnation(),
                seats.report()));
    }

    private void send(Message message) {
        Session session = pool.open();
        if (session != null) {
            session.send(message);
        } else {
            message.release();
        }
    }

    private void onLost(boolean wasOpen, Closing why) {
        if (ending.isDone() || farewell != null) {
            return; // its workers leave without the pool
        }
        if (why.byPeer() && why.code() == ErrorCode.NONE) {
            leave(new Ending(ErrorCode.NONE, why.text()));
        } else if (!Dialer.mayPass(why.code())) {
            leave(new Ending(why.code(), why.text()));
        } else {
            comeBack(why, wasOpen);
        }
    }

    private void comeBack(Closing why, boolean wasOpen) {
        if (wasOpen) {
            log.warn("session with the pool lost ({}): {}", why.code(), why.text());
            pool.begin(terms.patienceNanos());
        }
        if (!pool.again()) {
            leave(new Ending(why.code(), why.text()));
        }
    }

    private void leave(Ending why) {
        if (farewell == null) {
            farewell = why;
            log.info("leaving: {}", why.text());
            seats.close();
            changed();
        }
    }

    private void end(Ending why) {
        if (ending.isDone()) {
            return;
        }
        HostSensor made = sensor;
        if (made != null) {
            made.stop();
        }
        Session session = pool.leave();
        if (session != null) {
            session.close();
        }
        ending.complete(why);
    }
}
