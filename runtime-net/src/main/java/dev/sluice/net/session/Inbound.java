package dev.sluice.net.session;

import com.google.protobuf.CodedInputStream;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.codec.Kind;
import dev.sluice.net.frame.FrameParser;
import dev.sluice.net.frame.Gathered;
import dev.sluice.net.message.Message;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.OffenceException;
import dev.sluice.net.rules.Text;
import dev.sluice.net.runfile.Role;
import java.io.IOException;
import java.util.Set;

/**
 * Turns the frames of a proven peer into messages that the session's state allows. Confined to the channel's thread.
 */
final class Inbound implements FrameParser.Sink {
    /** Takes the messages. */
    interface Receiver {
        void received(Kind kind, Message message);
    }

    private final Role self;
    private final Role peer;
    private final Gathered parts;
    private final Arrival arrival;
    private final Receiver receiver;
    private State state;
    private Set<Kind> taken;
    private boolean registering;
    private long messages;
    private long bytes;
    private long houseMessages;
    private long houseBytes;

    Inbound(Role self, Role peer, Gathered parts, Arrival arrival, Receiver receiver) {
        this.self = self;
        this.peer = peer;
        this.parts = parts;
        this.arrival = arrival;
        this.receiver = receiver;
        this.state = SessionTable.proven(self, peer);
        this.taken = SessionTable.taken(self, peer, state);
    }

    State state() {
        return state;
    }

    /** Records that this side has sent a message of {@code kind}. */
    void sent(Kind kind) {
        move(SessionTable.after(state, kind));
    }

    private void move(State next) {
        if (next != state) {
            state = next;
            taken = SessionTable.taken(self, peer, next);
        }
    }

    @Override
    public Kind begin(byte number, int length) {
        Kind kind = Kind.ofNumber(number);
        if (kind == null) {
            throw new OffenceException(ErrorCode.MALFORMED, "frame of unknown kind " + (number & 0xFF));
        }
        if (Integer.compareUnsigned(length, SessionTable.PROVEN_FRAME) > 0) {
            throw new OffenceException(
                    ErrorCode.FRAME_TOO_LARGE,
                    kind + " frame of " + Integer.toUnsignedString(length) + " bytes (expected: at most "
                            + SessionTable.PROVEN_FRAME + ")");
        }
        if (!taken.contains(kind) || kind == Kind.REGISTER && registering) {
            throw new OffenceException(
                    ErrorCode.UNEXPECTED_MESSAGE, kind + " in state " + state + " (expected: one of " + taken + ")");
        }
        if (kind == Kind.REGISTER) {
            registering = true;
        }
        if (kind.lane() == Kind.Lane.BULK) {
            arrival.begin();
        }
        bytes += 4L + length;
        houseBytes += kind != Kind.PART && kind.housekeeping() ? 4L + length : 0;
        return kind;
    }

    @Override
    public void frame(Kind kind, byte[] header, int headerBytes, Payload bulk) {
        if (kind == Kind.PART) {
            part(headerBytes, bulk);
            return;
        }
        Payload payload = whole(kind, bulk);
        Message message;
        try {
            message = kind.codec().read(CodedInputStream.newInstance(header, 0, headerBytes), payload);
        } catch (OffenceException e) {
            payload.release();
            throw e;
        } catch (IOException | RuntimeException e) {
            payload.release();
            throw new OffenceException(
                    ErrorCode.MALFORMED, kind + ": " + Text.printable(String.valueOf(e.getMessage()), 300));
        }
        messages++;
        houseMessages += kind.housekeeping() ? 1 : 0;
        move(SessionTable.after(state, kind));
        receiver.received(kind, message);
    }

    private void part(int headerBytes, Payload bulk) {
        if (headerBytes > 0 || bulk.size() == 0) {
            bulk.release();
            throw new OffenceException(ErrorCode.MALFORMED, "PART (expected: no header, some bulk)");
        }
        parts.add(bulk);
    }

    /** The bulk of the earlier parts, if the kind accepts parts, and of this frame. */
    private Payload whole(Kind kind, Payload bulk) {
        if (kind.lane() == Kind.Lane.IN_ORDER && !parts.isEmpty()) {
            bulk.release();
            throw new OffenceException(
                    ErrorCode.UNEXPECTED_MESSAGE, kind + " after PART (expected: a message with bulk)");
        }
        if (kind.lane() != Kind.Lane.BULK) {
            return bulk; // empty
        }
        Payload whole = parts.isEmpty() ? checked(bulk) : parts.whole(bulk);
        long nanos = arrival.end(Math.max(1, whole.size()));
        return nanos > 0 ? whole.arrivedOver(nanos) : whole;
    }

    private Payload checked(Payload bulk) {
        try {
            parts.checkWhole(bulk.size());
        } catch (OffenceException e) {
            bulk.release();
            throw e;
        }
        return bulk;
    }

    /** Accepts no more frames; releases unfinished payloads. */
    void close() {
        move(State.CLOSED);
        parts.release();
    }

    long messages() {
        return messages;
    }

    long bytes() {
        return bytes;
    }

    long houseMessages() {
        return houseMessages;
    }

    /** Housekeeping bytes, without jars, which come in parts: a master only sends those. */
    long houseBytes() {
        return houseBytes;
    }
}
