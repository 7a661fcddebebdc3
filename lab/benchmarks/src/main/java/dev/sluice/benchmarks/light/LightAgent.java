package dev.sluice.benchmarks.light;

import dev.sluice.net.message.AgentReport;
import dev.sluice.net.message.AgentReport.State;
import dev.sluice.net.message.AgentTarget;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.LinkProbe;
import dev.sluice.net.message.Message;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.transport.ClientConfig;
import dev.sluice.net.transport.Transport;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An agent of one slot whose workers are light: one session, no process. Confined to the loop of its transport. */
final class LightAgent implements SessionListener {
    private final Transport transport;
    private final String name;
    private final long unitNanos;
    private final SplittableRandom random = new SplittableRandom();
    private final Runnable accepted;
    private final Runnable gone;
    private final Map<Long, Seat> seats = new LinkedHashMap<>();
    private final long incarnation;
    private @Nullable Session session;
    private boolean known;

    /**
     * @param unitNanos that a unit of its workers takes
     * @param accepted called when the pool has accepted it
     * @param gone called when its session is over
     */
    LightAgent(Transport transport, String name, long unitNanos, Runnable accepted, Runnable gone) {
        this.transport = transport;
        this.name = name;
        this.unitNanos = unitNanos;
        this.accepted = accepted;
        this.gone = gone;
        this.incarnation = random.nextLong() >>> 1;
    }

    private static final class Seat {
        final AgentTarget.Seat wanted;
        State state = State.STARTING;

        @Nullable
        LightWorker worker;

        Seat(AgentTarget.Seat wanted) {
            this.wanted = wanted;
        }
    }

    @Override
    public void opened(Session opened) {
        session = opened;
        report();
    }

    @Override
    public void received(Session from, Message message) {
        message.release();
        if (message instanceof AgentTarget target) {
            follow(target);
            report();
            if (!known) {
                known = true;
                accepted.run();
            }
        } else if (message instanceof LinkProbe probe) {
            from.send(probe.answer());
        } else if (message instanceof Goodbye) {
            from.close();
        }
    }

    private void follow(AgentTarget target) {
        Set<Long> wanted = target.seats().stream().map(AgentTarget.Seat::id).collect(Collectors.toSet());
        for (Seat each : List.copyOf(seats.values())) {
            if (wanted.contains(each.wanted.id())) {
                continue;
            }
            LightWorker worker = each.worker;
            if (worker == null || each.state == State.ENDED) {
                seats.remove(each.wanted.id());
            } else if (each.state != State.DRAINING) {
                each.state = State.DRAINING;
                worker.leave();
            }
        }
        target.seats().stream().filter(each -> !seats.containsKey(each.id())).forEach(this::take);
    }

    private void take(AgentTarget.Seat wanted) {
        Seat seat = new Seat(wanted);
        seats.put(wanted.id(), seat);
        RunFile file = RunFile.parse(new StringReader(wanted.runFile()));
        LightWorker worker = new LightWorker(
                transport.loop(),
                unitNanos,
                random.nextLong() >>> 1,
                () -> now(seat, State.JOINED),
                () -> now(seat, State.ENDED));
        seat.worker = worker;
        transport.dial(file.places().get(0), ClientConfig.of(file), worker);
    }

    private void now(Seat seat, State state) {
        if (seat.state == State.DRAINING && state == State.JOINED) {
            return;
        }
        seat.state = state;
        report();
    }

    /** Sends the heartbeats of its workers, and its report. */
    void beat() {
        for (Seat each : seats.values()) {
            LightWorker worker = each.worker;
            if (worker != null) {
                worker.beat();
            }
        }
        report();
    }

    private void report() {
        Session open = session;
        if (open == null) {
            return;
        }
        List<AgentReport.Seat> all = new ArrayList<>();
        for (Seat each : seats.values()) {
            all.add(new AgentReport.Seat(
                    each.wanted.id(), each.wanted.run(), each.wanted.slots(), each.state, 0, 0, ""));
        }
        open.send(new AgentReport(name, 1, 0, "bench", ProcessHandle.current().pid(), incarnation, all));
    }

    @Override
    public void closed(Session from, Closing why) {
        session = null;
        gone.run();
    }
}
