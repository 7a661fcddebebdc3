package dev.sluice.system;

import static org.awaitility.Awaitility.await;

import dev.sluice.api.Codecs;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Acknowledge;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.MasterBeat;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.payload.PayloadEncoder;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.transport.ClientConfig;
import dev.sluice.net.transport.Transport;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A worker of one slot that registers like any other, computes nothing, and says what a test wants it to say. Its
 * fields are written on the transport's loop and read by the test.
 */
final class Impostor implements SessionListener {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final long incarnation;
    private volatile @Nullable Session session;
    private volatile @Nullable AttemptRun assigned;
    private volatile long acknowledged;
    private volatile @Nullable Closing closing;
    private long sequence;

    private Impostor(long incarnation) {
        this.incarnation = incarnation;
    }

    /** Registers with the master of this run file, by its first address; returns when it has been given units. */
    static Impostor join(Transport transport, RunFile file, long incarnation) {
        Impostor impostor = new Impostor(incarnation);
        InetSocketAddress address = file.addresses().get(0);
        transport.dial(
                new InetSocketAddress(address.getHostString(), address.getPort()), ClientConfig.of(file), impostor);
        await("units for the impostor").atMost(SOON).until(() -> impostor.assigned != null);
        return impostor;
    }

    /** The first units it was given. */
    AttemptRun assigned() {
        AttemptRun run = assigned;
        if (run == null) {
            throw new IllegalStateException("nothing was assigned (expected: join has waited for it)");
        }
        return run;
    }

    /** Sends one message that says: these are the results of these runs. Returns its sequence. */
    long send(List<ResultRun> runs, List<byte[]> results) {
        PayloadEncoder encoder = new PayloadEncoder();
        for (byte[] result : results) {
            encoder.writeSized(Codecs.of(byte[].class), result);
        }
        return send(runs, encoder.finish());
    }

    /** The same with bytes that may not be results at all. */
    long send(List<ResultRun> runs, Payload results) {
        open().send(new Results(0, ++sequence, 0, 0, Results.Form.EACH, runs, 0, results));
        return sequence;
    }

    /** Waits until the master has ended the session, and says why. */
    Closing awaitRefused() {
        await("end of the session").atMost(SOON).until(() -> closing != null);
        Closing why = closing;
        if (why == null) {
            throw new IllegalStateException("no end (expected: awaited)");
        }
        return why;
    }

    /** Waits until the master has said that everything up to this sequence can be forgotten. */
    void awaitAcknowledged(long upTo) {
        await("acknowledgement of " + upTo).atMost(SOON).until(() -> acknowledged >= upTo || closing != null);
        if (acknowledged < upTo) {
            throw new AssertionError("the session ended (expected: an acknowledgement of " + upTo + "): " + closing);
        }
    }

    /** Leaves in good order; its units go back to the pool. */
    void leave() {
        open().send(new Goodbye(ErrorCode.NONE, "drained"));
        await("end of the session").atMost(SOON).until(() -> closing != null);
    }

    private Session open() {
        Session open = session;
        if (open == null) {
            throw new IllegalStateException("no session (expected: join has waited for it)");
        }
        return open;
    }

    @Override
    public void opened(Session opened) {
        session = opened;
        opened.send(new Register("impostor", 1, "test", 0, incarnation, List.of(), List.of(), -1, List.of()));
    }

    @Override
    public void received(Session from, Message message) {
        message.release();
        if (message instanceof Assign assign) {
            if (assigned == null) {
                assigned = assign.run();
            }
        } else if (message instanceof Acknowledge acknowledge) {
            acknowledged = acknowledge.sequence();
        } else if (message instanceof MasterBeat beat) {
            from.send(new WorkerBeat(beat.tick(), 0, 0, 0, WorkerStats.NONE, WorkerBeat.Echo.NONE));
        }
    }

    @Override
    public void closed(Session from, Closing why) {
        closing = why;
    }
}
