package dev.sluice.net.session;

import dev.sluice.net.codec.Kind;
import dev.sluice.net.message.Message;
import dev.sluice.net.rules.Text;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.runfile.Role;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.internal.PlatformDependent;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The owner's view of a session: moves messages from other threads to the channel's thread, where
 * {@link SessionHandler} takes them.
 */
final class ChannelSession implements Session {
    private final Channel channel;
    private final EventLoop loop;
    private final SessionHandler handler;
    private final Role self;
    private final Role role;
    private final TransportKind transport;
    private final String peer;
    private final Queue<Message> inbox = PlatformDependent.newMpscQueue();
    private final AtomicLong inboxBytes = new AtomicLong();
    private final AtomicBoolean emptying = new AtomicBoolean();
    private final Runnable emptyInbox = this::emptyInboxAndFlush;
    private volatile boolean over;

    ChannelSession(Channel channel, SessionHandler handler, Role self, Role role) {
        this.channel = channel;
        this.loop = channel.eventLoop();
        this.handler = handler;
        this.self = self;
        this.role = role;
        this.transport = transport(channel);
        this.peer = transport == TransportKind.UNIX
                ? "this machine"
                : Text.printable(String.valueOf(channel.remoteAddress()), 100);
    }

    private static TransportKind transport(Channel channel) {
        if (!(channel.remoteAddress() instanceof InetSocketAddress)) {
            return TransportKind.UNIX;
        }
        return channel.pipeline().get(SslHandler.class) == null ? TransportKind.TCP : TransportKind.TLS;
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public TransportKind transport() {
        return transport;
    }

    @Override
    public Optional<String> host() {
        return channel.remoteAddress() instanceof InetSocketAddress address && address.getAddress() != null
                ? Optional.of(address.getAddress().getHostAddress())
                : Optional.empty();
    }

    @Override
    public boolean loopback() {
        return transport == TransportKind.UNIX
                || (channel.remoteAddress() instanceof InetSocketAddress address
                        && address.getAddress() != null
                        && address.getAddress().isLoopbackAddress());
    }

    @Override
    public Role role() {
        return role;
    }

    @Override
    public void send(Message message) {
        Kind kind = SessionTable.sent(self, role, message);
        if (loop.inEventLoop()) {
            emptyInbox();
            handler.send(kind, message);
            handler.flushSoon();
        } else {
            post(message);
        }
    }

    private void post(Message message) {
        if (over) {
            message.release();
            return;
        }
        inboxBytes.addAndGet(Outbound.cost(message));
        inbox.add(message);
        if (!emptying.get() && emptying.compareAndSet(false, true)) {
            try {
                loop.execute(emptyInbox);
            } catch (RejectedExecutionException e) {
                over = true;
                discardInbox();
            }
        }
    }

    /** Discards the rest. The channel's thread has ended, so any thread may call this. */
    private synchronized void discardInbox() {
        for (Message message = inbox.poll(); message != null; message = inbox.poll()) {
            message.release();
        }
    }

    private void emptyInboxAndFlush() {
        emptying.set(false);
        emptyInbox();
        handler.flush();
    }

    private void emptyInbox() {
        for (Message message = inbox.poll(); message != null; message = inbox.poll()) {
            inboxBytes.addAndGet(-Outbound.cost(message));
            handler.send(Kind.of(message), message);
        }
    }

    /** Bytes sent from other threads that have not reached the channel's thread [bytes]. */
    long inboxBytes() {
        return inboxBytes.get();
    }

    /** Accepts no more messages. On the channel's thread. */
    void over() {
        over = true;
        emptyInbox();
    }

    @Override
    public boolean writable() {
        return !over && handler.free() && inboxBytes.get() < Outbound.PART_BYTES;
    }

    @Override
    public void plainPayload(long mostBytes) {
        handler.share().plain(mostBytes);
    }

    @Override
    public void grantPayload(long bytes) {
        handler.share().grant(bytes);
    }

    @Override
    public long payloadBytes() {
        return handler.payloadBytes();
    }

    @Override
    public SessionCounters counters() {
        return handler.counters();
    }

    @Override
    public SessionCounters housekeeping() {
        return handler.housekeeping();
    }

    @Override
    public String toString() {
        return role + " at " + peer;
    }
}
