package dev.sluice.pool;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.Plural;
import dev.sluice.model.RunId;
import dev.sluice.net.message.AgentReport;
import dev.sluice.net.message.AgentTarget;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.LinkProbe;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.PoolJoin;
import dev.sluice.net.message.PoolNeeds;
import dev.sluice.net.message.PoolNews;
import dev.sluice.net.message.Problem;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A pool: takes the sessions of agents, of masters and of commands, divides the slots every second and soon after each
 * change, and tells agents and masters. Confined to its loop.
 */
public final class PoolLoop {
    private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Changes in this time are divided together: a division costs as much for one host as for all [ns]. */
    private static final long TOGETHER_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** Targets are repeated in this time: they are the pool's heartbeat [ns]. */
    private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** An agent that is silent for this time is lost [ns]. */
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(6);

    private final Loop loop;
    private final Desk desk;
    private final PoolState state;
    private long targetNumber;
    private long repeatedNanos;
    /** A division follows soon. */
    private boolean soon;

    /**
     * Makes a pool without hosts and runs.
     *
     * @param firstSeat greater than each seat of an earlier process of the same pool
     */
    public PoolLoop(Loop loop, Desk desk, long firstSeat) {
        this.loop = loop;
        this.desk = desk;
        this.state = new PoolState(firstSeat, this::tell);
    }

    /** Begins to divide. Any thread. */
    public void start() {
        loop.schedule(TICK_NANOS, this::tick);
    }

    /** Makes the pool's end of a session. */
    public SessionListener accept(Session session) {
        return session.role() == Role.AGENT ? new AgentSession(this) : new ClientSession(this, desk);
    }

    private void tick() {
        long now = loop.nanoTime();
        for (AgentHost host : List.copyOf(state.hosts.values())) {
            Session session = host.session;
            if (session != null && now - host.heardNanos > SILENCE_NANOS) {
                session.refuse(ErrorCode.LEASE_EXPIRED, "nothing heard from the agent for 6 s");
                lost(host, session);
            }
        }
        for (RunId run : state.overdue(now)) {
            desk.say(run + ": its master stays away; its workers leave");
        }
        divide();
        if (now - repeatedNanos >= REPEAT_NANOS) {
            repeatedNanos = now;
            state.hosts.values().forEach(this::aim);
        }
        loop.schedule(TICK_NANOS, this::tick);
    }

    private void divideSoon() {
        if (!soon) {
            soon = true;
            loop.schedule(TOGETHER_NANOS, this::divide);
        }
    }

    private void divide() {
        soon = false;
        state.divide(loop.nanoTime()).forEach(this::aim);
        for (JoinedRun run : state.runs.values()) {
            Session session = run.session;
            int slots = state.held(run.id).values().stream()
                    .mapToInt(Integer::intValue)
                    .sum();
            if (session != null && slots != run.grantedSlots) {
                run.grantedSlots = slots;
                session.send(new PoolNews(slots, List.of()));
            }
        }
    }

    private void aim(AgentHost host) {
        Session session = host.session;
        if (session != null) {
            session.send(new AgentTarget(++targetNumber, host.target()));
        }
    }

    private void tell(RunId run, String line) {
        desk.say(run + ": " + line);
        JoinedRun known = state.runs.get(run);
        if (known != null && known.session != null) {
            known.session.send(new PoolNews(Math.max(0, known.grantedSlots), List.of(line)));
        }
    }

    // ---- agents

    /** Takes the first report of a session; returns its host, or null if another agent is there. */
    @Nullable
    AgentHost joined(Session session, AgentReport report) {
        AgentHost host = state.hosts.computeIfAbsent(report.host(), AgentHost::new);
        if (host.session != null && host.incarnation != report.incarnation()) {
            session.refuse(ErrorCode.AGENT_TWICE, "another agent is on " + report.host() + " (expected: one)");
            return null;
        }
        boolean again = host.incarnation == report.incarnation();
        host.session = session;
        host.drained |= state.retired.contains(host.name);
        desk.connected(host.name, session);
        desk.say(host.name + (again ? " is back" : " joined with " + Plural.of(report.slots(), "slot")));
        reported(host, report);
        aim(host);
        return host;
    }

    void reported(AgentHost host, AgentReport report) {
        if (state.reported(host, report, loop.nanoTime())) {
            divideSoon();
        }
    }

    void lost(AgentHost host, Session session) {
        if (host.session == session) {
            host.session = null;
            desk.connected(host.name, null);
            desk.say(host.name + " is away");
            if (host.removed) {
                state.hosts.remove(host.name);
            }
            divideSoon();
        }
    }

    void sensed(AgentHost host, HostReport report) {
        host.weather = report;
        desk.sensed(host.name, report);
    }

    void probed(AgentHost host, LinkProbe answer) {
        desk.probed(host.name, answer);
    }

    // ---- runs

    JoinedRun joined(Session session, PoolJoin join) {
        JoinedRun run = state.runs.get(join.run());
        if (run == null) {
            run = new JoinedRun(join, session);
            state.runs.put(join.run(), run);
            desk.say(join.run() + " joined");
        } else {
            run.terms = join;
            run.session = session;
            run.grantedSlots = -1;
            desk.say(join.run() + " is back");
        }
        state.known(run.id);
        divideSoon();
        return run;
    }

    void needs(JoinedRun run, PoolNeeds needs) {
        boolean first = run.needs.equals(PoolNeeds.UNKNOWN);
        run.needs = needs;
        if (first) {
            divideSoon();
        }
    }

    /** @param over whether the run said goodbye; otherwise its workers stay for a while */
    void left(JoinedRun run, Session session, boolean over) {
        if (run.session != session) {
            return;
        }
        run.session = null;
        run.lostNanos = loop.nanoTime();
        desk.say(run.id + (over ? " is over" : ": its master is away"));
        if (over) {
            state.over(run.id);
        }
        divideSoon();
    }

    // ---- what the desk asks for, on the loop

    /** The state of the pool. */
    public PoolView view() {
        return state.view();
    }

    /**
     * Lets the workers on hosts leave, or lets hosts take workers again.
     *
     * @return names that no host has; nothing is changed then
     */
    public List<String> drain(List<String> names, boolean drained) {
        List<String> unknown = unknown(names);
        if (unknown.isEmpty()) {
            names.forEach(name -> host(name).drained = drained);
            divideSoon();
        }
        return unknown;
    }

    /** Lets workers and agents of hosts leave. Returns names that no host has; nothing is changed then. */
    public List<String> remove(List<String> names) {
        List<String> unknown = unknown(names);
        if (unknown.isEmpty()) {
            for (String name : names) {
                AgentHost host = host(name);
                host.removed = true;
                Session session = host.session;
                if (session == null) {
                    state.hosts.remove(name);
                } else {
                    session.send(new Goodbye(ErrorCode.NONE, "the host was removed from the pool"));
                }
            }
            divideSoon();
        }
        return unknown;
    }

    /** Lets the workers on hosts leave, also on those whose agents have yet to join. */
    public void retire(Collection<String> names) {
        state.retired.addAll(names);
        state.hosts.values().stream().filter(host -> names.contains(host.name)).forEach(host -> host.drained = true);
        divide();
    }

    /** Removes hosts whose agents are over. An agent that is still connected leaves. */
    public void forget(Collection<String> names) {
        state.retired.removeAll(names);
        remove(names.stream().filter(state.hosts::containsKey).toList());
    }

    private List<String> unknown(List<String> names) {
        return names.stream().filter(name -> !state.hosts.containsKey(name)).toList();
    }

    private AgentHost host(String name) {
        AgentHost host = state.hosts.get(name);
        if (host == null) {
            throw new IllegalArgumentException("host: " + name + " (expected: one of " + state.hosts.keySet() + ")");
        }
        return host;
    }

    /** Tells all agents and masters that the pool stops. Running units are finished. */
    public void stop() {
        Goodbye end = new Goodbye(ErrorCode.NONE, "the pool stops");
        for (AgentHost host : state.hosts.values()) {
            send(host.session, end);
        }
        for (JoinedRun run : state.runs.values()) {
            send(run.session, end);
        }
    }

    private static void send(@Nullable Session session, Goodbye end) {
        if (session != null) {
            session.send(end);
        }
    }

    /** The pool's end of an agent's session. Confined to the pool's loop. */
    private static final class AgentSession implements SessionListener {
        private final PoolLoop pool;
        private @Nullable AgentHost host;

        AgentSession(PoolLoop pool) {
            this.pool = pool;
        }

        @Override
        public void opened(Session session) {}

        @Override
        public void received(Session session, Message message) {
            AgentHost mine = host;
            if (message instanceof AgentReport report) {
                if (mine == null) {
                    host = pool.joined(session, report);
                } else {
                    pool.reported(mine, report);
                }
            } else if (message instanceof HostReport report) {
                if (mine != null) {
                    pool.sensed(mine, report);
                }
            } else if (message instanceof LinkProbe answer && mine != null) {
                pool.probed(mine, answer);
            } else if (message instanceof Goodbye || message instanceof Problem) {
                session.close();
            } else {
                message.release();
                session.refuse(ErrorCode.UNEXPECTED_MESSAGE, message.getClass().getSimpleName() + " from an agent");
            }
        }

        @Override
        public void closed(Session session, Closing why) {
            if (host != null) {
                pool.lost(host, session);
            }
        }
    }
}
