package dev.sluice.benchmarks.light;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.Drain;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.HandedBack;
import dev.sluice.net.message.Leaving;
import dev.sluice.net.message.MasterBeat;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.Revoke;
import dev.sluice.net.message.RunAges;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A worker of one slot whose results are its inputs: one session, no thread, no application. A unit takes a time during
 * which nothing is computed. It sends only the messages that the protocol requires. Confined to the loop of its
 * transport.
 */
final class LightWorker implements SessionListener {
    private final Loop loop;
    private final long unitNanos;
    private final long incarnation;
    private final Runnable registered;
    private final Runnable gone;
    private @Nullable Session session;
    private int cycle = -1;
    private long assignSequence;
    private long resultSequence;
    private long tick;
    private long busyUntilNanos = Long.MIN_VALUE;

    /**
     * @param unitNanos that a unit takes; 0: results are sent at once
     * @param registered called when the master has accepted it
     * @param gone called when its session is over, for whatever reason
     */
    LightWorker(Loop loop, long unitNanos, long incarnation, Runnable registered, Runnable gone) {
        this.loop = loop;
        this.unitNanos = unitNanos;
        this.incarnation = incarnation;
        this.registered = registered;
        this.gone = gone;
    }

    @Override
    public void opened(Session opened) {
        session = opened;
        long pid = ProcessHandle.current().pid();
        opened.send(Register.ofSlots("light", 1, "bench", pid, incarnation, List.of(), List.of(), -1, List.of()));
    }

    @Override
    public void received(Session from, Message message) {
        if (message instanceof Assign assign) {
            take(from, assign);
            return;
        }
        message.release();
        if (message instanceof Registered) {
            registered.run();
        } else if (message instanceof MasterBeat) {
            beat();
        } else if (message instanceof Revoke && cycle >= 0) {
            from.send(new HandedBack(cycle, List.of())); // all assigned units are finished or running
        } else if (message instanceof Drain || message instanceof Goodbye) {
            from.send(new Goodbye(ErrorCode.NONE, "bye"));
            from.close();
        }
    }

    private void take(Session from, Assign assign) {
        cycle = assign.cycle();
        assignSequence = assign.sequence();
        if (unitNanos == 0) {
            answer(from, assign, assign.units());
            return;
        }
        long now = System.nanoTime();
        long nanos = unitNanos * assign.units();
        busyUntilNanos = Math.max(now, busyUntilNanos) + nanos;
        loop.schedule(busyUntilNanos - now, () -> answer(from, assign, nanos));
    }

    private void answer(Session to, Assign assign, long nanos) {
        if (to != session) {
            assign.release();
            return;
        }
        ResultRun run = ResultRun.of(
                assign.run().attemptOf(assign.firstUnit()),
                assign.run().nonce(),
                assign.firstUnit(),
                assign.units(),
                nanos,
                0);
        to.send(new Results(
                assign.cycle(),
                ++resultSequence,
                assign.sequence(),
                0,
                Results.Form.EACH,
                List.of(run),
                0,
                RunAges.UNKNOWN,
                assign.inputs())); // the message owns them from here on
    }

    /** Sends a heartbeat. */
    void beat() {
        Session open = session;
        if (open != null) {
            open.send(new WorkerBeat(
                    ++tick, assignSequence, resultSequence, 0, WorkerStats.NONE, WorkerBeat.Echo.NONE, List.of()));
        }
    }

    /** Asks the master to let it go. */
    void leave() {
        Session open = session;
        if (open != null) {
            open.send(new Leaving("drained"));
        }
    }

    @Override
    public void closed(Session from, Closing why) {
        session = null;
        gone.run();
    }
}
