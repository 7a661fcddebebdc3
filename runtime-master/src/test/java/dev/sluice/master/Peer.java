package dev.sluice.master;

import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.RunAges;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.virtual.VirtualSession;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An end of a session that a test drives: keeps what comes, and sends what the test says. */
final class Peer implements SessionListener {
    private final List<Message> messages = new ArrayList<>();
    private long beats;
    private @Nullable Session session;
    private @Nullable Closing closing;

    boolean isOpen() {
        return session != null;
    }

    boolean isClosed() {
        return closing != null;
    }

    Closing closing() {
        return Objects.requireNonNull(closing);
    }

    void send(Message message) {
        Objects.requireNonNull(session).send(message);
    }

    /** Sends so many bytes of a payload, without its end. */
    void sendPart(int bytes) {
        ((VirtualSession) Objects.requireNonNull(session)).sendPart(bytes);
    }

    /** Registers as a worker that holds nothing. */
    void register(String host, int slots, long incarnation) {
        send(Register.ofSlots(host, slots, "test", incarnation, incarnation, List.of(), List.of(), -1, List.of()));
    }

    /** The messages of this kind that came; their payloads are released. */
    <M extends Message> List<M> received(Class<M> kind) {
        return messages.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** The messages that came after so many others. */
    List<Message> since(int first) {
        return messages.subList(first, messages.size());
    }

    /** The first that came of this kind. */
    <M extends Message> M first(Class<M> kind) {
        return received(kind).get(0);
    }

    boolean has(Class<? extends Message> kind) {
        return messages.stream().anyMatch(kind::isInstance);
    }

    /** Results of units of a cycle, as {@link Work} encodes them. */
    static Payload results(long cycle, long firstUnit, int units) {
        ByteBuffer bytes = ByteBuffer.allocate(units * 9);
        for (long unit = firstUnit; unit < firstUnit + units; unit++) {
            bytes.put((byte) Long.BYTES).putLong(Work.result(cycle, unit));
        }
        return Payload.wrap(bytes.flip());
    }

    /** A result of one unit, in so many bytes on the wire; at least 16 KiB. Nobody can decode it. */
    static Results large(long offer, int bytes) {
        int length = bytes - 3; // which is written in three bytes
        ByteBuffer value = ByteBuffer.allocate(bytes);
        value.put((byte) (length & 0x7F | 0x80)).put((byte) (length >> 7 & 0x7F | 0x80));
        value.put((byte) (length >> 14)).rewind();
        return new Results(
                0,
                1,
                0,
                0,
                Results.Form.EACH,
                List.of(ResultRun.of(1, 1, 0, 1, 1_000, 0)),
                offer,
                RunAges.UNKNOWN,
                Payload.wrap(value));
    }

    /** Says that it lives. */
    void beat() {
        beats++;
        send(new WorkerBeat(beats, beats, beats, 0, WorkerStats.NONE, WorkerBeat.Echo.NONE, List.of()));
    }

    @Override
    public void opened(Session opened) {
        session = opened;
    }

    @Override
    public void received(Session from, Message message) {
        messages.add(message);
        message.release();
    }

    @Override
    public void closed(Session over, Closing why) {
        closing = why;
    }
}
