package dev.sluice.net.memory;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.codec.Kind;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Problem;
import dev.sluice.net.rules.Closing;
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
    private volatile SessionCounters counters = SessionCounters.ZERO;
    private volatile SessionCounters housekeeping = SessionCounters.ZERO;

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
    public Role role() {
        return role;
    }

    @Override
    public void send(Message message) {
        Kind kind = Kind.of(message);
        if (!SessionTable.sends(self, role, kind)) {
            message.release();
            throw new IllegalArgumentException(
                    kind + " from " + self + " to " + role + " (expected: the other direction)");
        }
        MemorySession to = other;
        if (over || farewell != null || to == null) {
            message.release();
            return;
        }
        if (message instanceof Goodbye goodbye) {
            farewell = new Closing(goodbye.code(), goodbye.text(), false);
        } else if (message instanceof Problem problem) {
            farewell = new Closing(problem.code(), problem.text(), false);
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
        boolean last = message instanceof Goodbye || message instanceof Problem;
        Closing own = farewell;
        SessionListener to = listener;
        if (to == null || own != null && !last) {
            message.release();
            return;
        }
        if (own == null) {
            count(message);
            guarded(() -> to.received(this, message));
        }
        if (last) {
            end(message, own);
        }
    }

    /** Ends the session at both ends, because {@code message} is the last one of the other end. */
    private void end(Message message, @Nullable Closing own) {
        ErrorCode code = message instanceof Problem problem ? problem.code() : ErrorCode.NONE;
        String text = message instanceof Problem problem ? problem.text() : "";
        if (message instanceof Goodbye goodbye) {
            code = goodbye.code();
            text = goodbye.text();
        }
        close(own == null ? new Closing(code, text, true) : own);
        MemorySession peer = other;
        if (peer != null) {
            peer.close(new Closing(code, text, false));
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
        Kind kind = Kind.of(message);
        long bytes = message.payload().size();
        SessionCounters in = new SessionCounters(0, 0, 1, bytes);
        SessionCounters out = new SessionCounters(1, bytes, 0, 0);
        MemorySession peer = other;
        counters = counters.plus(in);
        if (peer != null) {
            peer.counters = peer.counters.plus(out);
        }
        if (kind.housekeeping()) {
            housekeeping = housekeeping.plus(in);
            if (peer != null) {
                peer.housekeeping = peer.housekeeping.plus(out);
            }
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
    public void close() {
        send(new Goodbye(ErrorCode.NONE, ""));
    }

    @Override
    public void refuse(ErrorCode code, String detail) {
        send(new Problem(code, detail));
    }

    @Override
    public SessionCounters counters() {
        return counters;
    }

    @Override
    public SessionCounters housekeeping() {
        return housekeeping;
    }

    private void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            LOG.error("{}: the listener failed", this, e);
            refuse(ErrorCode.INTERNAL, "the listener failed: " + e.getClass().getSimpleName());
        }
    }

    @Override
    public String toString() {
        return peer();
    }
}
