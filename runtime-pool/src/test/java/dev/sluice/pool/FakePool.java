package dev.sluice.pool;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.net.message.AgentReport;
import dev.sluice.net.message.AgentTarget;
import dev.sluice.net.message.PoolAnswer;
import dev.sluice.net.message.PoolJoin;
import dev.sluice.net.message.PoolNeeds;
import dev.sluice.net.message.PoolRequest;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.virtual.RecordingSession;
import dev.sluice.net.virtual.VirtualLoop;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A pool in virtual time, with agents that do at once what they are told. */
final class FakePool {
    static final long SECOND = 1_000_000_000L;

    final VirtualLoop clock = new VirtualLoop();
    final List<String> said = new ArrayList<>();
    final Map<String, Agent> agents = new LinkedHashMap<>();
    PoolLoop pool = start(1);

    FakePool() {
        clock.afterEachTask(() -> agents.values().forEach(Agent::follow));
    }

    PoolLoop start(long firstSeat) {
        PoolLoop fresh = new PoolLoop(
                clock,
                new Desk() {
                    @Override
                    public void asked(PoolRequest request, Consumer<PoolAnswer> answer) {
                        answer.accept(
                                new PoolAnswer(ErrorCode.NONE, request.verb().name(), "{}"));
                    }

                    @Override
                    public void say(String line) {
                        said.add(line);
                    }
                },
                firstSeat);
        fresh.start();
        return fresh;
    }

    /** Moves time on; agents report every two seconds. */
    void advance(long seconds) {
        clock.advance(seconds * SECOND);
    }

    Agent agent(String host, int slots) {
        Agent agent = new Agent(host, slots, agents.size() + 1);
        agents.put(host, agent);
        agent.connect();
        return agent;
    }

    /** An agent whose workers join at once, and leave when the test says so. */
    final class Agent {
        final String host;
        final int slots;
        long incarnation;
        final Map<Long, AgentReport.Seat> seats = new LinkedHashMap<>();
        RecordingSession session = new RecordingSession(Role.AGENT);
        SessionListener end = pool.accept(session);
        boolean connected;
        boolean silent;
        /** Workers leave as soon as they are asked. */
        boolean prompt = true;

        Agent(String host, int slots, long incarnation) {
            this.host = host;
            this.slots = slots;
            this.incarnation = incarnation;
        }

        void connect() {
            session = new RecordingSession(Role.AGENT);
            end = pool.accept(session);
            end.opened(session);
            connected = true;
            report();
            follow();
        }

        void disconnect() {
            connected = false;
            end.closed(session, new Closing(ErrorCode.CONNECTION_LOST, "reset", false));
        }

        void report() {
            if (connected && !silent) {
                end.received(
                        session, new AgentReport(host, slots, 0, "0", 1, incarnation, List.copyOf(seats.values())));
            }
        }

        /** Does what the newest target says, and reports. */
        void follow() {
            AgentTarget target = session.last(AgentTarget.class);
            if (!connected || target == null) {
                return;
            }
            List<Long> wanted =
                    target.seats().stream().map(AgentTarget.Seat::id).toList();
            seats.values().removeIf(seat -> seat.state() == AgentReport.State.ENDED && !wanted.contains(seat.id()));
            for (AgentTarget.Seat seat : target.seats()) {
                seats.putIfAbsent(
                        seat.id(),
                        new AgentReport.Seat(seat.id(), seat.run(), seat.slots(), AgentReport.State.JOINED, 1, 0, ""));
            }
            for (AgentReport.Seat seat : List.copyOf(seats.values())) {
                if (!wanted.contains(seat.id()) && seat.state() != AgentReport.State.ENDED) {
                    state(seat, prompt ? AgentReport.State.ENDED : AgentReport.State.DRAINING, 0);
                }
            }
            report();
        }

        void state(AgentReport.Seat seat, AgentReport.State state, int exitCode) {
            seats.put(
                    seat.id(),
                    new AgentReport.Seat(seat.id(), seat.run(), seat.slots(), state, 1, exitCode, "it said why"));
        }

        void fail(int exitCode) {
            for (AgentReport.Seat seat : List.copyOf(seats.values())) {
                state(seat, AgentReport.State.ENDED, exitCode);
            }
            report();
        }

        /** Slots of the run's workers that are not leaving. */
        int has(String run) {
            return seats.values().stream()
                    .filter(seat -> seat.run().text().equals(run) && seat.state() == AgentReport.State.JOINED)
                    .mapToInt(AgentReport.Seat::slots)
                    .sum();
        }
    }

    Master master(String run, int most) {
        Master master = new Master(run, most);
        master.connect();
        return master;
    }

    /** The master of a run. */
    final class Master {
        final String run;
        final int most;
        RecordingSession session = new RecordingSession(Role.SUBMIT);
        SessionListener end = pool.accept(session);

        Master(String run, int most) {
            this.run = run;
            this.most = most;
        }

        void connect() {
            session = new RecordingSession(Role.SUBMIT);
            end = pool.accept(session);
            end.opened(session);
            end.received(session, new PoolJoin(new RunId(run), "run=" + run + "\nend\n", 1, 0, 0, most, 1));
            needs(1_000_000);
        }

        void needs(long units) {
            end.received(session, new PoolNeeds(units, 0, 50_000_000, 0, 0, false, "", 0));
        }

        void lost() {
            end.closed(session, new Closing(ErrorCode.CONNECTION_LOST, "reset", false));
        }

        void over() {
            end.closed(session, new Closing(ErrorCode.NONE, "", true));
        }
    }
}
