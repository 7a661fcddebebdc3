package dev.sluice.cli.pool;

import dev.sluice.insight.gain.GainInput;
import dev.sluice.insight.gain.GainNetwork;
import dev.sluice.insight.gain.GainWork;
import dev.sluice.insight.gain.GainWorker;
import dev.sluice.insight.gain.KneeWatch;
import dev.sluice.insight.gain.RunKnee;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import dev.sluice.net.message.AgentReport;
import dev.sluice.net.message.AgentTarget;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.PoolAnswer;
import dev.sluice.net.message.PoolJoin;
import dev.sluice.net.message.PoolNeeds;
import dev.sluice.net.message.PoolRequest;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.virtual.RecordingSession;
import dev.sluice.net.virtual.VirtualLoop;
import dev.sluice.pool.Desk;
import dev.sluice.pool.PoolLoop;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A real pool in virtual time, with one-slot hosts whose workers start and leave at once. Its masters compute as much
 * as their slots and their links allow, and derive their needs from measurements by the code of a real master.
 */
final class VirtualPool {
    private static final long SECOND = 1_000_000_000L;
    private static final double RESULT_BYTES = 1_000_000;

    /** Bytes on the wire for each byte of a result. */
    private static final double WIRE =
            1 + (double) Overheads.Travel.ETHERNET.segmentHeaderBytes() / Overheads.Travel.ETHERNET.segmentBytes();

    private final VirtualLoop clock = new VirtualLoop();
    private final List<Agent> agents = new ArrayList<>();
    private final List<Master> masters = new ArrayList<>();
    private final PoolLoop pool;
    private int begun;

    VirtualPool(int hosts) {
        this(hosts, new Silent());
    }

    VirtualPool(int hosts, Desk desk) {
        pool = new PoolLoop(clock, desk, 1);
        pool.start();
        for (int i = 1; i <= hosts; i++) {
            agents.add(new Agent("h" + i, i));
        }
    }

    /** Does nothing for its pool. */
    static class Silent implements Desk {
        @Override
        public void asked(PoolRequest request, Consumer<PoolAnswer> answer) {
            answer.accept(new PoolAnswer(ErrorCode.NONE, "", "{}"));
        }

        @Override
        public void say(String line) {}
    }

    /** Moves time on second by second: the pool divides, agents follow, masters compute and tell. */
    void advance(int seconds) {
        for (int i = 0; i < seconds; i++) {
            clock.advance(SECOND);
            agents.forEach(Agent::follow);
            masters.forEach(Master::compute);
        }
    }

    /** An agent with one slot that has joined over this session, and does nothing by itself. */
    SessionListener joined(String host, RecordingSession session) {
        SessionListener end = pool.accept(session);
        end.received(session, new AgentReport(host, 1, 0, "0", 1, host.hashCode(), List.of()));
        return end;
    }

    /** Slots of the run's workers now. */
    int slots(String run) {
        return (int) agents.stream().filter(agent -> agent.has(run)).count();
    }

    /** Number of workers that were started so far. */
    int begun() {
        return begun;
    }

    /** @param linkUnitsPerSecond capacity of the master's link */
    Master master(String run, double unitSeconds, double linkUnitsPerSecond) {
        Master master = new Master(run, unitSeconds, linkUnitsPerSecond);
        masters.add(master);
        return master;
    }

    private final class Agent {
        private final String host;
        private final long incarnation;
        private final Map<Long, AgentReport.Seat> seats = new LinkedHashMap<>();
        private final RecordingSession session = new RecordingSession(Role.AGENT);
        private final SessionListener end = pool.accept(session);

        Agent(String host, long incarnation) {
            this.host = host;
            this.incarnation = incarnation;
            report();
        }

        boolean has(String run) {
            return seats.values().stream()
                    .anyMatch(seat -> seat.run().text().equals(run) && seat.state() == AgentReport.State.JOINED);
        }

        private void report() {
            end.received(session, new AgentReport(host, 1, 0, "0", 1, incarnation, List.copyOf(seats.values())));
        }

        /** Does what the newest target says; reports each change, and every four seconds. */
        void follow() {
            boolean changed = false;
            if (session.last(Message.class) instanceof AgentTarget target) {
                List<Long> wanted =
                        target.seats().stream().map(AgentTarget.Seat::id).toList();
                changed = seats.keySet().retainAll(wanted);
                for (AgentTarget.Seat seat : target.seats()) {
                    if (seats.putIfAbsent(seat.id(), joined(seat)) == null) {
                        begun++;
                        changed = true;
                    }
                }
            }
            if (changed || clock.nanoTime() / SECOND % 4 == 0) {
                report();
            }
        }

        private AgentReport.Seat joined(AgentTarget.Seat seat) {
            return new AgentReport.Seat(seat.id(), seat.run(), seat.slots(), AgentReport.State.JOINED, 1, 0, "");
        }
    }

    /** A master whose run never ends. */
    final class Master {
        private final String run;
        private final double unitSeconds;
        private final double linkUnitsPerSecond;
        private final KneeWatch watch = new KneeWatch();
        private final RecordingSession session = new RecordingSession(Role.SUBMIT);
        private final SessionListener end = pool.accept(session);
        private double measuredUnitsPerSecond;
        private double seconds;
        private double slotSeconds;
        private double units;
        private PoolNeeds needs = new PoolNeeds(1_000_000, 0, 0, 0, 0, false, "", 0);

        Master(String run, double unitSeconds, double linkUnitsPerSecond) {
            this.run = run;
            this.unitSeconds = unitSeconds;
            this.linkUnitsPerSecond = linkUnitsPerSecond;
            this.measuredUnitsPerSecond = linkUnitsPerSecond;
            end.received(session, new PoolJoin(new RunId(run), "run=" + run + "\nend\n", 1, 0, 0, 1_000, 1));
            end.received(session, needs);
        }

        /** Pretends from now on: it takes its link for one of this capacity. */
        void pretends(double unitsPerSecond) {
            measuredUnitsPerSecond = unitsPerSecond;
        }

        double slotSeconds() {
            return slotSeconds;
        }

        PoolNeeds needs() {
            return needs;
        }

        /** Computes for a second, and tells the pool. */
        private void compute() {
            int slots = slots(run);
            seconds++;
            slotSeconds += slots;
            units += Math.min(slots / unitSeconds, linkUnitsPerSecond);
            RunKnee knee = slots == 0
                    ? RunKnee.UNKNOWN
                    : watch.take(new KneeWatch.Moment(input(slots), slots, true, Math.round(seconds * SECOND / 100)));
            PoolNeeds plain =
                    new PoolNeeds(1_000_000, slots, (long) (unitSeconds * SECOND), 0, (long) units, false, "", 0);
            needs = knee.slots() == 0 ? plain : plain.withUseful(knee.slots(), knee.limit());
            end.received(session, needs);
        }

        private GainInput input(int slots) {
            List<GainWorker> workers = new ArrayList<>();
            for (int i = 1; i <= slots; i++) {
                workers.add(new GainWorker("w" + i, "h" + i, 1, unitSeconds, 0, 0, Wire.UNLIMITED, -1, 0, 0, ""));
            }
            GainWork work = new GainWork(
                    1, 10_000_000, (long) units, unitSeconds, 0, 1e-6, 8, RESULT_BYTES, 8, 0, List.of(), List.of());
            Wire link = Double.isInfinite(measuredUnitsPerSecond)
                    ? Wire.UNLIMITED
                    : Wire.duplex(measuredUnitsPerSecond * RESULT_BYTES * WIRE);
            CauseTimes times = CauseTimes.ZERO
                    .plus(Cause.COMPUTE, Math.round(units * unitSeconds * SECOND))
                    .plus(Cause.RESULTS_LINK, Math.round((slotSeconds - units * unitSeconds) * SECOND));
            return new GainInput(
                    seconds,
                    work,
                    workers,
                    new GainNetwork(List.of(new Link("switch", Wire.UNLIMITED)), 0, link, List.of(), true),
                    SimulationTerms.DEFAULT,
                    RuntimeCosts.NONE.overheads(),
                    IdleLedger.of(times.total(), 0, times, Map.of()));
        }
    }
}
