package dev.sluice.net.session;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.Message;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.rules.SystemRefusal;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the listener on the owner loop: directly if the channel lives on it, else with one task for each read batch.
 * Reading pauses while many batches are in transit. Its methods are called on the channel's thread.
 */
final class Delivery {
    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);

    /** Batches in transit to the owner loop at which reading pauses. */
    private static final int MOST_BATCHES = 16;

    /** Least time between two calls of the listener about an incomplete message [ns]. */
    private static final long COMING_NANOS = 500_000_000L;

    private final Session session;
    private final EventLoop owner;
    private final Channel channel;
    private final SessionListener.Factory acceptor;
    private final boolean direct;
    /** Confined to the owner loop. */
    private @Nullable SessionListener listener;

    private boolean stopped;
    private List<Message> batch = new ArrayList<>();
    private int batches;
    private boolean whole;
    private long toldNanos = System.nanoTime() - COMING_NANOS;

    Delivery(Session session, EventLoop owner, Channel channel, SessionListener.Factory acceptor) {
        this.session = session;
        this.owner = owner;
        this.channel = channel;
        this.acceptor = acceptor;
        this.direct = channel.eventLoop() == owner;
    }

    void opened() {
        onOwner(() -> guarded(() -> {
            SessionListener created = acceptor.create(session);
            listener = created;
            created.opened(session);
        }));
    }

    void received(Message message) {
        whole = true;
        if (stopped) {
            message.release();
        } else if (direct) {
            deliver(message);
        } else {
            batch.add(message);
        }
    }

    private void deliver(Message message) {
        SessionListener to = listener;
        if (to == null) {
            message.release();
            return;
        }
        try {
            to.received(session, message);
        } catch (RuntimeException | Error e) {
            failed(e);
        }
    }

    void receivedAll() {
        if (!whole && !stopped) {
            coming();
        }
        whole = false;
        handOver();
    }

    private void handOver() {
        if (direct) {
            if (!stopped) {
                allDelivered();
            }
        } else if (!batch.isEmpty()) {
            List<Message> sent = batch;
            batch = new ArrayList<>();
            batches++;
            channel.config().setAutoRead(batches < MOST_BATCHES);
            owner.execute(() -> {
                sent.forEach(this::deliver);
                allDelivered();
                channel.eventLoop().execute(this::batchDelivered);
            });
        }
    }

    /** Records that only part of a message has arrived. */
    private void coming() {
        long now = System.nanoTime();
        if (now - toldNanos >= COMING_NANOS) {
            toldNanos = now;
            onOwner(() -> guarded(() -> {
                if (listener != null) {
                    listener.coming(session);
                }
            }));
        }
    }

    private void allDelivered() {
        SessionListener to = listener;
        if (to != null) {
            try {
                to.receivedAll(session);
            } catch (RuntimeException | Error e) {
                failed(e);
            }
        }
    }

    private void batchDelivered() {
        batches--;
        if (batches < MOST_BATCHES) {
            channel.config().setAutoRead(true);
        }
    }

    void writable() {
        onOwner(() -> guarded(() -> {
            if (listener != null) {
                listener.writable(session);
            }
        }));
    }

    /** Releases later messages; those received before are still delivered. */
    void stop() {
        handOver();
        stopped = true;
    }

    void closed(Closing why) {
        stop();
        onOwner(() -> {
            SessionListener to = listener;
            listener = null;
            if (to != null) {
                guarded(() -> to.closed(session, why));
            }
        });
    }

    private void onOwner(Runnable task) {
        if (owner.inEventLoop()) {
            task.run();
        } else {
            owner.execute(task);
        }
    }

    private void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            failed(e);
        }
    }

    private void failed(Throwable cause) {
        LoopFailures.failedIfExhausted(owner, cause);
        LOG.error("{}: the listener failed", session, cause);
        session.refuse(
                SystemRefusal.of(cause).orElse(ErrorCode.INTERNAL),
                "the listener failed: " + cause.getClass().getSimpleName());
    }
}
