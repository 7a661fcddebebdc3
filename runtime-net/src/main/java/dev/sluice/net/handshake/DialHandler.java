package dev.sluice.net.handshake;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.frame.Preamble;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.rules.OffenceException;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.SessionTable;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * First in the pipeline of a connection to a master, and removed after the proof. Sends the preamble, followed at once
 * by the start of TLS, reads the answer, enforces the deadline, and reports failures. Confined to the channel's thread.
 */
public final class DialHandler extends ChannelInboundHandlerAdapter {
    /** Time for a master to finish a refusal line [ms]. */
    private static final long LINE_MILLIS = 200;

    private static final int LINE_BYTES = 400;

    private final Preamble own;
    private final PinnedTrust trust;
    private final long deadlineNanos;
    private final Consumer<Closing> failure;
    private final byte[] preamble = new byte[Preamble.BYTES];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(0);
    private int preambleBytes;
    private long bytes;
    private boolean readingLine;
    private boolean passed;
    private boolean over;
    private @Nullable Future<?> deadline;
    private @Nullable ChannelHandlerContext context;

    public DialHandler(Preamble own, PinnedTrust trust, long deadlineNanos, Consumer<Closing> failure) {
        this.own = own;
        this.trust = trust;
        this.deadlineNanos = deadlineNanos;
        this.failure = failure;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        deadline = ctx.executor().schedule(this::late, deadlineNanos, NANOSECONDS);
        ctx.writeAndFlush(Unpooled.wrappedBuffer(own.bytes()), ctx.voidPromise());
        ctx.fireChannelActive();
    }

    private void late() {
        String where = passed ? "the master did not finish the handshake" : "no answer to the preamble";
        fail(new Closing(ErrorCode.HANDSHAKE_TIMEOUT, where + " in time", false));
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        bytes += in.readableBytes();
        if (over) {
            in.release();
        } else if (bytes > SessionTable.MASTER_UNPROVEN_BYTES) {
            in.release();
            fail(new Closing(ErrorCode.FRAME_TOO_LARGE, bytes + " bytes before the proof", false));
        } else if (passed) {
            ctx.fireChannelRead(in);
        } else {
            answer(ctx, in);
        }
    }

    private void answer(ChannelHandlerContext ctx, ByteBuf in) {
        try {
            while (in.isReadable() && !readingLine && preambleBytes < Preamble.BYTES) {
                byte next = in.readByte();
                preamble[preambleBytes] = next;
                preambleBytes++;
                if (preambleBytes <= Preamble.MAGIC.length && next != Preamble.MAGIC[preambleBytes - 1]) {
                    readingLine = true;
                    line.write(preamble, 0, preambleBytes);
                    ctx.executor().schedule(this::lineRead, LINE_MILLIS, MILLISECONDS);
                }
            }
            if (readingLine) {
                line(in);
            } else if (preambleBytes == Preamble.BYTES) {
                Preamble master = Preamble.parse(preamble);
                master.checkVersions();
                checkAnswer(master);
                passed = true;
                if (in.isReadable()) {
                    ctx.fireChannelRead(in.retain());
                }
            }
        } catch (OffenceException e) {
            fail(new Closing(e.code(), e.text(), false));
        } finally {
            in.release();
        }
    }

    private void checkAnswer(Preamble master) {
        if (master.role() != Role.MASTER || master.tls() != own.tls()) {
            throw new OffenceException(
                    ErrorCode.NOT_SLUICE,
                    "the answer is of a " + master.role() + ", TLS " + master.tls() + " (expected: a MASTER, TLS "
                            + own.tls() + ")");
        }
    }

    private void line(ByteBuf in) {
        while (in.isReadable() && line.size() < LINE_BYTES) {
            byte next = in.readByte();
            if (next == '\n') {
                lineRead();
                return;
            }
            line.write(next);
        }
    }

    private void lineRead() {
        fail(Refusal.read(line.toString(StandardCharsets.UTF_8)));
    }

    /** The master has proven itself. */
    void proven() {
        over = true;
        cancelDeadline();
        ChannelHandlerContext ctx = context;
        if (ctx != null) {
            ctx.pipeline().remove(this);
        }
    }

    /** TLS failed. */
    void insecure(Throwable cause) {
        ErrorCode code = trust.refused() ? ErrorCode.WRONG_CERTIFICATE : Tls.code(cause);
        String text =
                trust.refused() ? "the master shows another certificate than the run file names" : cause.getMessage();
        fail(new Closing(code, String.valueOf(text), false));
    }

    /** Reports the failure, once, and closes. */
    void fail(Closing why) {
        if (!over) {
            over = true;
            cancelDeadline();
            failure.accept(why);
        }
        ChannelHandlerContext ctx = context;
        if (ctx != null) {
            ctx.channel().close();
        }
    }

    private void cancelDeadline() {
        if (deadline != null) {
            deadline.cancel(false);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (readingLine) {
            lineRead();
        }
        String where = passed ? "during the handshake" : "without an answer to the preamble";
        fail(new Closing(ErrorCode.CONNECTION_LOST, "the master closed the connection " + where, false));
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        fail(new Closing(ErrorCode.CONNECTION_LOST, "the connection broke: " + cause.getMessage(), false));
    }
}
