package dev.sluice.net.handshake;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.MessageLite;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.codec.Kind;
import dev.sluice.net.frame.FrameParser;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.OffenceException;
import dev.sluice.net.rules.SystemRefusal;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.SessionHandler;
import dev.sluice.net.session.SessionTable;
import dev.sluice.net.session.SessionTerms;
import dev.sluice.net.session.State;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Leads a connection from TLS to the proof of the secret, with the narrow limits of an unproven peer.
 * {@link SessionHandler} then replaces it. Confined to the channel's thread.
 */
abstract sealed class ProveHandler extends ChannelInboundHandlerAdapter implements FrameParser.Sink
        permits MasterProveHandler, PeerProveHandler {
    private final boolean tls;
    private final Set<Kind> taken;
    private final FrameParser parser = new FrameParser(this);
    private State state = State.TLS;
    private int frames;
    private boolean over;
    private @Nullable ChannelHandlerContext context;

    ProveHandler(Role self, Role peer, boolean tls) {
        this.tls = tls;
        this.taken = SessionTable.taken(self, peer, State.PROVE);
    }

    /** TLS is done, or there is none. */
    abstract void secured();

    /** Receives a header of a kind that the table allows. */
    abstract void taken(Kind kind, CodedInputStream header) throws IOException;

    /** The proof failed; {@code code} and {@code text} were found on this side. */
    abstract void failed(ErrorCode code, String text);

    /** TLS could not be established. */
    abstract void insecure(Throwable cause);

    @Override
    public final void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
        if (!tls) {
            state = State.PROVE;
            secured();
        }
    }

    @Override
    public final void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake && !over) {
            if (handshake.isSuccess()) {
                state = State.PROVE;
                secured();
            } else {
                over = true;
                insecure(handshake.cause());
            }
        }
    }

    @Override
    public final void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            if (!over) {
                parser.feed(in, ctx.alloc());
            }
            if (ctx.isRemoved() && in.isReadable()) {
                ctx.fireChannelRead(in.retain());
            }
        } catch (OffenceException e) {
            fail(e.code(), e.text());
        } catch (RuntimeException | Error e) {
            fail(
                    SystemRefusal.of(e).orElse(ErrorCode.INTERNAL),
                    "unexpected " + e.getClass().getSimpleName());
        } finally {
            in.release();
        }
    }

    private void fail(ErrorCode code, String text) {
        if (!over) {
            over = true;
            parser.stop();
            failed(code, text);
        }
    }

    @Override
    public final Kind begin(byte number, int length) {
        Kind kind = Kind.ofNumber(number);
        if (kind == null) {
            throw new OffenceException(ErrorCode.MALFORMED, "frame of unknown kind " + (number & 0xFF));
        }
        if (Integer.compareUnsigned(length, SessionTable.UNPROVEN_FRAME) > 0) {
            throw new OffenceException(
                    ErrorCode.FRAME_TOO_LARGE,
                    kind + " frame of " + Integer.toUnsignedString(length) + " bytes (expected: at most "
                            + SessionTable.UNPROVEN_FRAME + " before the proof)");
        }
        if (state != State.PROVE || !taken.contains(kind) || ++frames > SessionTable.UNPROVEN_FRAMES) {
            throw new OffenceException(
                    ErrorCode.UNEXPECTED_MESSAGE, kind + " in state " + state + " (expected: one of " + taken + ")");
        }
        return kind;
    }

    @Override
    public final void frame(Kind kind, byte[] header, int headerBytes, Payload bulk) {
        bulk.release();
        try {
            taken(kind, CodedInputStream.newInstance(header, 0, headerBytes));
        } catch (IOException e) {
            throw new OffenceException(ErrorCode.MALFORMED, kind + ": " + e.getMessage());
        }
    }

    /** Both sides have proven themselves: the session begins with the rest of the same buffer. */
    final void proven(SessionTerms terms) {
        over = true;
        parser.stop();
        ChannelHandlerContext ctx = context();
        ctx.pipeline().addAfter(ctx.name(), "session", new SessionHandler(terms));
        ctx.pipeline().remove(this);
    }

    /** Sends one frame at once. */
    final void write(Kind kind, MessageLite header) {
        byte[] bytes = header.toByteArray();
        ByteBuf out = context().alloc().directBuffer(7 + bytes.length);
        if (bytes.length < 128) {
            out.writeInt(2 + bytes.length).writeByte(kind.number()).writeByte(bytes.length);
        } else {
            out.writeInt(3 + bytes.length)
                    .writeByte(kind.number())
                    .writeByte(bytes.length | 0x80)
                    .writeByte(bytes.length >>> 7);
        }
        context().writeAndFlush(out.writeBytes(bytes), context().voidPromise());
    }

    static byte[] sized(ByteString bytes, int expected, String name) {
        if (bytes.size() != expected) {
            throw new OffenceException(
                    ErrorCode.MALFORMED, name + " of " + bytes.size() + " bytes (expected: " + expected + ")");
        }
        return bytes.toByteArray();
    }

    final ChannelHandlerContext context() {
        ChannelHandlerContext ctx = context;
        if (ctx == null) {
            throw new IllegalStateException("the handler is in no pipeline");
        }
        return ctx;
    }

    @Override
    public final void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!over) {
            over = true;
            insecure(cause);
        }
    }

    @Override
    public final void handlerRemoved(ChannelHandlerContext ctx) {
        parser.stop();
    }
}
