package dev.sluice.net.virtual;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.Message;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionCounters;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session without a peer, which remembers what is sent through it; any thread. */
public class RecordingSession implements Session {
    private final Role role;
    private final List<Message> sent = new ArrayList<>();
    private volatile boolean closed;
    private volatile ErrorCode refused = ErrorCode.NONE;

    /** One whose peer is a master. */
    public RecordingSession() {
        this(Role.MASTER);
    }

    /** @param role of the peer */
    public RecordingSession(Role role) {
        this.role = role;
    }

    @Override
    public String peer() {
        return "peer";
    }

    @Override
    public boolean loopback() {
        return false;
    }

    @Override
    public TransportKind transport() {
        return TransportKind.TLS;
    }

    @Override
    public Role role() {
        return role;
    }

    @Override
    public synchronized void send(Message message) {
        sent.add(message);
        closed |= message instanceof Goodbye;
    }

    @Override
    public boolean writable() {
        return true;
    }

    @Override
    public void refuse(ErrorCode code, String detail) {
        refused = code;
        closed = true;
    }

    @Override
    public SessionCounters counters() {
        return SessionCounters.ZERO;
    }

    @Override
    public SessionCounters housekeeping() {
        return SessionCounters.ZERO;
    }

    /** All messages, in the order in which they were sent. */
    public synchronized List<Message> sent() {
        return List.copyOf(sent);
    }

    /** Messages of one kind, in the order in which they were sent. */
    public synchronized <M> List<M> sent(Class<M> kind) {
        return sent.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** The newest message of a kind. */
    public synchronized <M> @Nullable M last(Class<M> kind) {
        for (int i = sent.size() - 1; i >= 0; i--) {
            if (kind.isInstance(sent.get(i))) {
                return kind.cast(sent.get(i));
            }
        }
        return null;
    }

    /** Forgets the oldest message of a kind, of which there is one, and returns it. */
    public synchronized <M> M take(Class<M> kind) {
        M oldest = sent(kind).get(0);
        sent.removeIf(message -> message == oldest);
        return oldest;
    }

    /** The code with which the owner refused its peer; NONE if it did not. */
    public ErrorCode refused() {
        return refused;
    }

    /** Says whether the owner has said goodbye to its peer, or refused it. */
    public boolean isClosed() {
        return closed;
    }

    /** Gives back the payloads of what was sent. */
    public synchronized void release() {
        sent.forEach(Message::release);
        sent.clear();
    }
}
