package dev.sluice.net.session;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.codec.Kind;
import dev.sluice.net.frame.FrameParser;
import dev.sluice.net.frame.Gathered;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Problem;
import dev.sluice.net.payload.SpillShare;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.rules.OffenceException;
import dev.sluice.net.rules.SystemRefusal;
import dev.sluice.net.rules.Text;
import dev.sluice.net.runfile.Role;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A proven connection: turns received bytes into messages and passes them on, writes sent ones, and ends the session
 * when either side or the network does. Confined to the channel's thread, except {@link #free}, {@link #share},
 * {@link #payloadBytes} and {@link #counters}.
 */
public final class SessionHandler extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(SessionHandler.class);

    /** Time for the peer to close after this side's last message [ns]. */
    private static final long LINGER_NANOS = SECONDS.toNanos(1);

    /** Limit of control messages that wait while the channel is not writable [bytes]. */
    private static final long CONTROL_BACKLOG_BYTES = 8L << 20;

    /**
     * Limit of waiting messages to a peer that asks for them. Files are mapped, so that their parts take few bytes; a
     * worker asks for a few parts ahead.
     */
    private static final int MOST_WAITING = 4_096;

    private static final int CHECKS_PER_STALL = 4;

    private final SessionTerms terms;
    private final SpillShare share;
    private final Arrival arrival = new Arrival();
    private final Inbound inbound;
    private final FrameParser parser;
    private @Nullable ChannelHandlerContext context;
    private @Nullable Outbound outbound;
    private @Nullable ChannelSession session;
    private @Nullable Delivery delivery;
    private @Nullable Closing closing;
    private boolean closed;
    private boolean reading;
    private boolean flushPosted;
    private boolean blocked;
    private boolean lingering;
    private volatile boolean free = true;
    private @Nullable Object stalledEntry;
    private long stalledProgress;
    private long stalledNanos;
    private @Nullable Future<?> stallTimer;
    private @Nullable Future<?> registerTimer;

    public SessionHandler(SessionTerms terms) {
        this.terms = terms;
        long most = terms.limits().maxPayloadBytes();
        this.share = new SpillShare(terms.spill(), Long.MAX_VALUE);
        this.inbound = new Inbound(terms.self(), terms.peer(), new Gathered(most, share), arrival, this::received);
        this.parser = new FrameParser(inbound);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
        ctx.pipeline().addFirst(arrival);
        outbound = new Outbound(ctx, this::resume);
        session = new ChannelSession(ctx.channel(), this, terms.self(), terms.peer());
        long every = Math.max(1, terms.limits().stallNanos() / CHECKS_PER_STALL);
        stallTimer = ctx.executor().scheduleAtFixedRate(this::checkStall, every, every, NANOSECONDS);
        if (inbound.state() == State.REGISTER) {
            registerTimer = ctx.executor().schedule(this::checkRegistered, SessionTable.REGISTER_NANOS, NANOSECONDS);
        }
        delivery = terms.delivery(session, ctx.channel());
        delivery.opened();
        flushSoon();
    }

    // Inbound

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        reading = true;
        try {
            parser.feed(in, ctx.alloc());
        } catch (OffenceException e) {
            offend(e.code(), e.text());
        } catch (RuntimeException | Error e) {
            fail(e);
        } finally {
            in.release();
        }
    }

    private void received(Kind kind, Message message) {
        delivery().received(message);
        Closing last = message.closing(true);
        if (last != null) {
            depart(last);
        } else if (kind == Kind.REGISTERED) {
            cancel(registerTimer);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (reading) {
            delivery().receivedAll();
            reading = false;
            flush();
        }
    }

    // Outbound

    /** Sends without a flush; drops the message when the session is over. */
    void send(Kind kind, Message message) {
        if (inbound.state() == State.CLOSED) {
            message.release();
            return;
        }
        try {
            outbound().send(kind, message);
        } catch (IllegalArgumentException e) {
            LOG.error("{}: {}", session, e.getMessage());
            offend(ErrorCode.INTERNAL, String.valueOf(e.getMessage()));
            return;
        }
        inbound.sent(kind);
        Closing last = message.closing(false);
        if (kind == Kind.REGISTERED) {
            cancel(registerTimer);
        } else if (last != null) {
            finish(last);
        } else {
            afterSend();
        }
    }

    private void afterSend() {
        if (!outbound().free()) {
            blocked = true;
            free = false;
            checkBounds();
        }
    }

    /** A channel that is closed takes nothing, whatever its peer does; it says so soon. */
    private void checkBounds() {
        if (!context().channel().isOpen()) {
            return;
        }
        long queued = outbound().excessBytes() + session().inboxBytes();
        long control = context().channel().bytesBeforeWritable();
        int waiting = terms.self() == Role.WORKER ? 0 : outbound().waiting(); // results wait within their window
        if (queued > terms.limits().maxQueuedBytes() || control > CONTROL_BACKLOG_BYTES || waiting > MOST_WAITING) {
            slow("does not read its messages: " + outbound().waiting() + " with " + queued + " bytes wait, " + control
                    + " are in transit");
        }
    }

    /** Flushes at the end of the read batch, or else of the loop's round. */
    void flushSoon() {
        if (!reading && !flushPosted) {
            flushPosted = true;
            context().executor().execute(this::postedFlush);
        }
    }

    private void postedFlush() {
        flushPosted = false;
        flush();
    }

    void flush() {
        if (!closed) {
            outbound().flush();
            pumped();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (ctx.channel().isWritable()) {
            resume();
        }
    }

    private void resume() {
        if (!closed) {
            outbound().pump();
            flushSoon();
            pumped();
        }
    }

    private void pumped() {
        if (!blocked) {
            return;
        }
        boolean now = outbound().free();
        if (now) {
            blocked = false;
            free = true;
            if (inbound.state() != State.CLOSED) {
                delivery().writable();
            }
        }
        if (closing != null && outbound().idle()) {
            linger();
        }
    }

    /** Tells whether bulk would leave soon. Any thread. */
    boolean free() {
        return free;
    }

    // The end

    private void offend(ErrorCode code, String text) {
        if (inbound.state() != State.CLOSED) {
            terms.offences().note(code, session().peer(), text);
            send(Kind.PROBLEM, new Problem(code, text));
        }
    }

    private void fail(Throwable cause) {
        LoopFailures.failedIfExhausted(terms.owner(), cause);
        LOG.error("{}: unexpected", session, cause);
        if (inbound.state() != State.CLOSED) {
            send(
                    Kind.PROBLEM,
                    new Problem(
                            SystemRefusal.of(cause).orElse(ErrorCode.INTERNAL),
                            "unexpected " + cause.getClass().getSimpleName()));
        }
    }

    /** Ends this side after its last message, which may still wait behind bulk. */
    private void finish(Closing why) {
        closing = why;
        parser.stop();
        inbound.close();
        delivery().stop();
        blocked = true;
        free = false;
        flushSoon();
        if (outbound().idle()) {
            linger();
        }
    }

    private void linger() {
        if (!lingering) {
            lingering = true;
            outbound().flush();
            Runnable close = () -> context().close();
            context()
                    .writeAndFlush(Unpooled.EMPTY_BUFFER)
                    .addListener(written -> context().executor().schedule(close, LINGER_NANOS, NANOSECONDS));
        }
    }

    /** Handles the peer's last message. */
    private void depart(Closing why) {
        closing = why;
        parser.stop();
        inbound.close();
        delivery().stop();
        context().close();
    }

    /** An orderly end from this side. */
    public void goodbye() {
        send(Kind.GOODBYE, new Goodbye(ErrorCode.NONE, ""));
    }

    private void slow(String text) {
        if (closing == null) {
            closing = new Closing(ErrorCode.SLOW_PEER, "the peer " + text, false);
            terms.offences().note(ErrorCode.SLOW_PEER, session().peer(), text);
        }
        parser.stop();
        inbound.close();
        delivery().stop();
        context().close();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslCloseCompletionEvent) {
            ctx.close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LoopFailures.failedIfExhausted(terms.owner(), cause); // another connection would end in the same way
        if (closing == null) {
            String text = Text.printable(String.valueOf(cause.getMessage()), 200);
            closing = new Closing(ErrorCode.CONNECTION_LOST, "the connection broke: " + text, false);
        }
        ctx.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (closed) {
            return;
        }
        closed = true;
        free = false;
        cancel(stallTimer);
        cancel(registerTimer);
        parser.stop();
        inbound.close();
        outbound().discard();
        session().over();
        Closing why = closing;
        delivery()
                .closed(
                        why != null
                                ? why
                                : new Closing(ErrorCode.CONNECTION_LOST, "the peer closed the connection", false));
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (ctx.pipeline().context(arrival) != null) {
            ctx.pipeline().remove(arrival);
        }
        channelInactive(ctx);
    }

    // Deadlines

    private void checkRegistered() {
        if (inbound.state() == State.REGISTER) {
            offend(ErrorCode.HANDSHAKE_TIMEOUT, "no registration within 30 s");
        }
    }

    private void checkStall() {
        ChannelOutboundBuffer buffer = context().channel().unsafe().outboundBuffer();
        Object entry = buffer == null ? null : buffer.current();
        long now = System.nanoTime();
        if (entry == null || buffer == null) {
            stalledEntry = null;
        } else if (entry != stalledEntry || buffer.currentProgress() != stalledProgress) {
            stalledEntry = entry;
            stalledProgress = buffer.currentProgress();
            stalledNanos = now;
        } else if (now - stalledNanos >= terms.limits().stallNanos()) {
            slow("took nothing for " + NANOSECONDS.toMillis(now - stalledNanos) + " ms");
        }
    }

    private static void cancel(@Nullable Future<?> timer) {
        if (timer != null) {
            timer.cancel(false);
        }
    }

    /** Traffic so far; approximate while messages pass. Any thread. */
    SessionCounters counters() {
        return new SessionCounters(outbound().messages(), outbound().bytes(), inbound.messages(), inbound.bytes());
    }

    /** Bytes of payloads received so far, also those of an unfinished message; approximate. Any thread. */
    long payloadBytes() {
        return parser.bulkBytes();
    }

    /** Holds the peer to what it may send without a grant, and with one. Any thread. */
    SpillShare share() {
        return share;
    }

    /** The part of {@link #counters} that is not about work. */
    SessionCounters housekeeping() {
        return new SessionCounters(
                outbound().houseMessages(), outbound().houseBytes(), inbound.houseMessages(), inbound.houseBytes());
    }

    private ChannelHandlerContext context() {
        return present(context);
    }

    private Outbound outbound() {
        return present(outbound);
    }

    private ChannelSession session() {
        return present(session);
    }

    private Delivery delivery() {
        return present(delivery);
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("the handler is in no pipeline");
        }
        return value;
    }
}
