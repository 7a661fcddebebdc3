package dev.sluice.net.handshake;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.frame.Preamble;
import dev.sluice.net.rules.OffenceException;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.SessionTable;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * First in the pipeline of every incoming connection, and removed after the proof. Counts unproven connections, reads
 * the preamble, limits their bytes and time, and answers a peer that is not Sluice with one line. Confined to the
 * channel's thread.
 */
public final class GateHandler extends ChannelInboundHandlerAdapter {
    /** Time for a refused peer to read the reason [ms]. */
    private static final long LINGER_MILLIS = 250;

    private final ListeningEndpoint endpoint;
    private final byte[] preamble = new byte[Preamble.BYTES];
    private int preambleBytes;
    private long bytes;
    private boolean passed;
    private boolean over;
    private @Nullable Object counted;
    private @Nullable Future<?> deadline;
    private @Nullable ChannelHandlerContext context;

    public GateHandler(ListeningEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        context = ctx;
        Object origin;
        try {
            origin = endpoint.origin(ctx.channel());
        } catch (IOException e) {
            say(ErrorCode.WRONG_USER, e.getMessage() + ".", 0);
            return;
        }
        if (!endpoint.admission().enter(origin)) {
            say(ErrorCode.TOO_MANY_CONNECTIONS, "too many connections are waiting to prove themselves.", 0);
            return;
        }
        counted = origin;
        deadline =
                ctx.executor().schedule(this::late, endpoint.config().limits().handshakeNanos(), NANOSECONDS);
    }

    private void late() {
        refused(ErrorCode.HANDSHAKE_TIMEOUT, (passed ? "no proof" : "no preamble") + " in time");
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        bytes += in.readableBytes();
        if (over) {
            in.release();
        } else if (bytes > SessionTable.UNPROVEN_BYTES) {
            in.release();
            String text = bytes + " bytes before the proof (expected: at most " + SessionTable.UNPROVEN_BYTES + ")";
            if (passed) {
                refused(ErrorCode.FRAME_TOO_LARGE, text);
            } else {
                say(ErrorCode.NOT_SLUICE, text, 0);
            }
        } else if (passed) {
            ctx.fireChannelRead(in);
        } else {
            preamble(ctx, in);
        }
    }

    private void preamble(ChannelHandlerContext ctx, ByteBuf in) {
        try {
            while (in.isReadable() && preambleBytes < Preamble.BYTES) {
                byte next = in.readByte();
                preamble[preambleBytes] = next;
                if (preambleBytes < Preamble.MAGIC.length && next != Preamble.MAGIC[preambleBytes]) {
                    String what = preamble[0] == 'S' ? "another protocol" : "something else";
                    say(
                            ErrorCode.NOT_SLUICE,
                            "this port speaks the Sluice protocol; it received " + what + ".",
                            preamble[0]);
                    return;
                }
                preambleBytes++;
            }
            if (preambleBytes == Preamble.BYTES) {
                pass(ctx, Preamble.parse(preamble), in);
            }
        } catch (OffenceException e) {
            say(e.code(), e.text() + ".", 0);
        } finally {
            in.release();
        }
    }

    private void pass(ChannelHandlerContext ctx, Preamble peer, ByteBuf rest) {
        SslContext encryption = endpoint.tls();
        boolean tls = encryption != null;
        Preamble own = Preamble.of(Role.MASTER, tls);
        try {
            peer.checkVersions();
        } catch (OffenceException e) {
            note(e.code(), e.text());
            last(own.bytes());
            return;
        }
        if (peer.role() == Role.MASTER) {
            throw new OffenceException(ErrorCode.NOT_SLUICE, "preamble: role 3 (expected: one that connects)");
        }
        if (peer.tls() != tls) {
            throw new OffenceException(
                    ErrorCode.INSECURE_REFUSED,
                    "this port is " + (tls ? "with" : "without") + " TLS, the preamble says otherwise");
        }
        passed = true;
        ctx.writeAndFlush(Unpooled.wrappedBuffer(own.bytes()), ctx.voidPromise());
        Proofs proofs = new Proofs(
                endpoint.config().secrets().of(peer.role()), endpoint.config().fingerprint(), peer, own);
        ChannelPipeline pipeline = ctx.pipeline();
        if (encryption != null) {
            pipeline.addLast("tls", Tls.handler(encryption, ctx.alloc()));
        }
        pipeline.addLast("prove", new MasterProveHandler(this, endpoint.terms(peer.role()), proofs, tls));
        if (rest.isReadable()) {
            ctx.fireChannelRead(rest.retain());
        }
    }

    /** The peer has proven the secret: the connection becomes a session. */
    void proven() {
        release();
        ChannelHandlerContext ctx = context;
        if (ctx != null) {
            ctx.pipeline().remove(this);
        }
    }

    /** TLS failed, which the peer knows. */
    void insecure(Throwable cause) {
        if (!over) {
            over = true;
            note(Tls.code(cause), "TLS: " + cause.getMessage());
            closeSoon(0);
        }
    }

    /** The peer has received the reason, or never will. */
    void refused(ErrorCode code, String text) {
        if (!over) {
            over = true;
            note(code, text);
            closeSoon(LINGER_MILLIS);
        }
    }

    /** Refuses in one readable line. */
    private void say(ErrorCode code, String text, int first) {
        if (!over) {
            note(code, text);
            last(Refusal.line(code, text, first));
        }
    }

    private void last(byte[] line) {
        over = true;
        ChannelHandlerContext ctx = context;
        if (ctx != null) {
            ctx.writeAndFlush(Unpooled.wrappedBuffer(line), ctx.voidPromise());
            closeSoon(LINGER_MILLIS);
        }
    }

    private void closeSoon(long millis) {
        ChannelHandlerContext ctx = context;
        if (ctx != null) {
            ctx.executor().schedule(() -> ctx.channel().close(), millis, MILLISECONDS);
        }
    }

    private void note(ErrorCode code, String text) {
        ChannelHandlerContext ctx = context;
        endpoint.offenceLog().note(code, ctx == null ? "?" : endpoint.name(ctx.channel()), text);
    }

    private void release() {
        if (deadline != null) {
            deadline.cancel(false);
            deadline = null;
        }
        if (counted != null) {
            endpoint.admission().leave(counted);
            counted = null;
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        release();
        if (!over) {
            over = true;
            note(ErrorCode.CONNECTION_LOST, "closed before the proof");
        }
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        over = true;
        ctx.close();
    }
}
