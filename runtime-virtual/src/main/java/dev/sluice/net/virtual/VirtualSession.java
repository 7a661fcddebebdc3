package dev.sluice.net.virtual;

import com.google.protobuf.CodedInputStream;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.codec.HeaderWriter;
import dev.sluice.net.codec.Kind;
import dev.sluice.net.message.Message;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionCounters;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.session.SessionTable;
import dev.sluice.net.session.State;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One end of a {@link VirtualLink}. Each message is encoded by the real codec, and decoded at the other end, where the
 * session's table must allow it.
 */
public final class VirtualSession implements Session {
    private static final long LINGER_NANOS = 1_000_000_000L;

    /**
     * A message on its way.
     *
     * @param arrivingNanos from its first byte to its last [ns]
     */
    record Encoded(Kind kind, byte[] header, byte[] bulk, long arrivingNanos) {
        Encoded over(long nanos) {
            return new Encoded(kind, header, bulk, nanos);
        }

        long size() {
            return 5L + header.length + bulk.length;
        }
    }

    private final VirtualLink link;
    private final Role self;
    private final Role peer;
    private @Nullable SessionListener listener;
    private State state;
    private boolean over;
    private long payloadBytes;
    private long partBytes;
    private SessionCounters counters = SessionCounters.ZERO;
    private SessionCounters housekeeping = SessionCounters.ZERO;

    VirtualSession(VirtualLink link, Role self, Role peer) {
        this.link = link;
        this.self = self;
        this.peer = peer;
        this.state = SessionTable.proven(self, peer);
    }

    void open(SessionListener owner) {
        listener = owner;
        owner.opened(this);
    }

    @Override
    public String peer() {
        return peer + " of the test";
    }

    @Override
    public boolean loopback() {
        return false;
    }

    @Override
    public TransportKind transport() {
        return link.isWithinOneProcess() ? TransportKind.MEMORY : TransportKind.TLS;
    }

    @Override
    public Role role() {
        return peer;
    }

    @Override
    public boolean writable() {
        return !over && link.hasRoom(this);
    }

    /** Tells the owner that messages leave again. */
    void mayContinue() {
        SessionListener owner = listener;
        if (writable() && owner != null) {
            owner.writable(this);
        }
    }

    @Override
    public SessionCounters counters() {
        return new SessionCounters(
                counters.messagesSent(),
                counters.bytesSent() - Math.min(counters.bytesSent(), link.unsentBytes(this)),
                counters.messagesReceived(),
                counters.bytesReceived());
    }

    @Override
    public SessionCounters housekeeping() {
        return housekeeping;
    }

    @Override
    public void send(Message message) {
        Kind kind = SessionTable.sent(self, peer, message);
        if (over || state == State.CLOSED) {
            message.release();
            return;
        }
        link.watch(message.payload());
        Encoded encoded = encode(kind, message);
        message.release();
        state = SessionTable.after(state, kind);
        count(kind, new SessionCounters(1, encoded.size(), 0, 0));
        link.carry(this, encoded);
        Closing last = message.closing(false);
        if (last != null) {
            linger(last);
        }
    }

    /** After its last word an end waits for the other to close, but not for long. */
    private void linger(Closing why) {
        link.lastWord(this, why);
        link.loop().schedule(LINGER_NANOS, () -> end(why));
    }

    private static Encoded encode(Kind kind, Message message) {
        HeaderWriter header = new HeaderWriter();
        kind.codec().write(message, header);
        byte[] bulk = new byte[Math.toIntExact(message.payload().size())];
        ByteBuffer all = ByteBuffer.wrap(bulk);
        for (ByteBuffer part : message.payload().buffers()) {
            all.put(part);
        }
        return new Encoded(kind, Arrays.copyOf(header.bytes(), header.size()), bulk, 0);
    }

    /** Sends so many bytes of a payload, whose end comes with the next message, or never. */
    public void sendPart(int bytes) {
        link.carryPart(this, bytes);
    }

    /** Bytes of a payload have come without its end. */
    void arrivePart(int bytes) {
        SessionListener owner = listener;
        if (!over && owner != null) {
            payloadBytes += bytes;
            partBytes += bytes;
            owner.coming(this);
        }
    }

    @Override
    public long payloadBytes() {
        return payloadBytes;
    }

    /** A message has come; false when this end does not listen any more. */
    boolean arrive(Encoded encoded) {
        SessionListener owner = listener;
        if (over || state == State.CLOSED || owner == null) {
            return false;
        }
        Kind kind = encoded.kind();
        if (!SessionTable.taken(self, peer, state).contains(kind)) {
            refuse(ErrorCode.UNEXPECTED_MESSAGE, kind + " in state " + state);
            return false;
        }
        Message message = decode(encoded);
        state = SessionTable.after(state, kind);
        count(kind, new SessionCounters(0, 0, 1, encoded.size()));
        if (encoded.bulk().length > 0) {
            payloadBytes += encoded.bulk().length - Math.min(encoded.bulk().length, partBytes);
            partBytes = 0;
        }
        owner.received(this, message);
        owner.receivedAll(this);
        Closing last = message.closing(true);
        if (last != null) {
            end(last);
        }
        return true;
    }

    private Message decode(Encoded encoded) {
        Payload payload = encoded.bulk().length == 0
                ? Payload.empty()
                : Payload.of(Unpooled.wrappedBuffer(encoded.bulk())).arrivedOver(encoded.arrivingNanos());
        link.watch(payload);
        try {
            return encoded.kind().codec().read(CodedInputStream.newInstance(encoded.header()), payload);
        } catch (IOException e) {
            throw new AssertionError("what was encoded cannot be decoded", e);
        }
    }

    /** The session is over; the owner is told once. */
    void end(Closing why) {
        SessionListener owner = listener;
        if (!over) {
            over = true;
            state = State.CLOSED;
            if (owner != null) {
                owner.closed(this, why);
            }
        }
    }

    /** The owner's process is gone: it is told nothing any more. */
    void die() {
        over = true;
        state = State.CLOSED;
        listener = null;
    }

    private void count(Kind kind, SessionCounters more) {
        counters = counters.plus(more);
        housekeeping = kind.housekeeping() ? housekeeping.plus(more) : housekeeping;
    }
}
