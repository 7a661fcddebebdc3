package dev.sluice.net.memory;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.codec.Kind;
import dev.sluice.net.message.Message;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.rules.SystemRefusal;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionCounters;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.session.SessionTable;
import io.netty.util.internal.PlatformDependent;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One end of a {@link MemoryLink}. A message waits in the inbox of the other end until the loop delivers it. The loop
 * owns all fields that are neither atomic nor volatile.
 */
final class MemorySession implements Session {
    private static final Logger LOG = LoggerFactory.getLogger(MemorySession.class);

    /** Payloads in the inbox of one end from which its peer is asked to wait [bytes]. */
    private static final long MOST_WAITING_BYTES = 1 << 20;

    /** Messages delivered in one round; then the loop's other tasks run. */
    private static final int MESSAGES_PER_ROUND = 64;

    private final Loop loop;
    private final Role self;
    private final Role role;
    private final Queue<Message> inbox = PlatformDependent.newMpscQueue();
    private final AtomicLong waitingBytes = new AtomicLong();
    private final AtomicBoolean posted = new AtomicBoolean();
    private final Runnable deliver = this::deliver;
    private volatile @Nullable MemorySession other;
    /** The content of the last message of this end; nothing is sent after it. */
    private volatile @Nullable Closing farewell;

    private volatile boolean over;
    /** True while the owner waits for a call that it may continue. */
    private volatile boolean awaited;

    private @Nullable SessionListener listener;
    /** Delivered to this end; the other end has sent it. Read by any thread, approximately. */
    private long messages;

    private long bytes;
    private long houseMessages;
    private long houseBytes;

    MemorySession(Loop loop, Role self, Role role) {
        this.loop = loop;
        this.self = self;
        this.role = role;
    }

    void connect(MemorySession peer) {
        other = peer;
    }

    void open(SessionListener owner) {
        listener = owner;
        guarded(() -> owner.opened(this));
    }

    @Override
    public String peer() {
        return role + " in this process";
    }

    @Override
    public boolean loopback() {
        return true;
    }

    @Override
    public TransportKind transport() {
        return TransportKind.MEMORY;
    }

    @Override
    public Role role() {
        return role;
    }

    @Override
    public void send(Message message) {
        SessionTable.sent(self, role, message);
        MemorySession to = other;
        if (over || farewell != null || to == null) {
            message.release();
            return;
        }
        Closing last = message.closing(false);
        if (last != null) {
            farewell = last;
        }
        to.take(message);
    }

    private void take(Message message) {
        waitingBytes.addAndGet(message.payload().size());
        inbox.add(message);
        post();
    }

    private void post() {
        if (!posted.get() && posted.compareAndSet(false, true)) {
            try {
                loop.execute(deliver);
            } catch (RejectedExecutionException ended) {
                over = true;
                discard();
            }
        }
    }

    private void deliver() {
        posted.set(false);
        if (over) {
            discard();
            return;
        }
        int count = 0;
        for (Message message = next(); message != null; message = next()) {
            deliver(message);
            if (++count == MESSAGES_PER_ROUND) {
                break;
            }
        }
        SessionListener to = listener;
        if (count > 0 && to != null) {
            guarded(() -> to.receivedAll(this));
        }
        if (!inbox.isEmpty()) {
            post();
        }
        MemorySession peer = other;
        if (peer != null) {
            peer.mayContinue();
        }
    }

    private @Nullable Message next() {
        Message message = inbox.poll();
        if (message != null) {
            waitingBytes.addAndGet(-message.payload().size());
        }
        return message;
    }

    private void deliver(Message message) {
        Closing last = message.closing(true);
        Closing own = farewell;
        SessionListener to = listener;
        if (to == null || own != null && last == null) {
            message.release();
            return;
        }
        if (own == null) {
            count(message);
            guarded(() -> to.received(this, message));
        }
        MemorySession peer = other;
        if (last != null) { // ends the session at both ends
            close(own == null ? last : own);
            Closing ofPeer = peer == null ? null : peer.farewell;
            if (peer != null && ofPeer != null) {
                peer.close(ofPeer);
            }
        }
    }

    private void close(Closing why) {
        if (over) {
            return;
        }
        over = true;
        SessionListener to = listener;
        listener = null;
        discard();
        if (to != null) {
            guarded(() -> to.closed(this, why));
        }
    }

    /** Releases what was not delivered. The loop has ended if another thread calls this. */
    private synchronized void discard() {
        for (Message message = next(); message != null; message = next()) {
            message.release();
        }
    }

    private void count(Message message) {
        long size = message.payload().size();
        messages++;
        bytes += size;
        if (Kind.of(message).housekeeping()) {
            houseMessages++;
            houseBytes += size;
        }
    }

    @Override
    public boolean writable() {
        MemorySession to = other;
        if (over || farewell != null || to == null) {
            return false;
        }
        if (to.hasRoom()) {
            return true;
        }
        awaited = true;
        return to.hasRoom(); // else the delivery of what waits comes later than the line above
    }

    private boolean hasRoom() {
        return waitingBytes.get() < MOST_WAITING_BYTES;
    }

    /** Tells the owner that it may send again, if it waits for that and there is room. */
    private void mayContinue() {
        SessionListener to = listener;
        if (awaited && to != null && writable()) {
            awaited = false;
            guarded(() -> to.writable(this));
        }
    }

    @Override
    public SessionCounters counters() {
        MemorySession to = other;
        return to == null ? SessionCounters.ZERO : new SessionCounters(to.messages, to.bytes, messages, bytes);
    }

    @Override
    public SessionCounters housekeeping() {
        MemorySession to = other;
        return to == null
                ? SessionCounters.ZERO
                : new SessionCounters(to.houseMessages, to.houseBytes, houseMessages, houseBytes);
    }

    private void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            loop.failedIfExhausted(e);
            LOG.error("{}: the listener failed", this, e);
            refuse(
                    SystemRefusal.of(e).orElse(ErrorCode.INTERNAL),
                    "the listener failed: " + e.getClass().getSimpleName());
        }
    }

    @Override
    public String toString() {
        return peer();
    }
}
