package dev.sluice.master;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.Message;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionCounters;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.virtual.VirtualLoop;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An end of a session between its owner and the network: shows what passes, and tells of the end when the test says.
 */
final class Tapped implements Session, SessionListener {
    /** Sees the messages of an end. */
    interface Watch {
        /** The owner sends this. */
        default void sent(Message message) {}

        /** The owner is about to receive this. */
        default void arrives(Message message) {}

        /** The owner has received this, whose payload is gone. */
        default void arrived(Message message) {}
    }

    private final VirtualLoop loop;
    private final Watch watch;
    private final SessionListener owner;
    private @Nullable Session session;
    private long deafNanos;
    private boolean unheard;

    /** @param owner takes this end and gives its listener */
    Tapped(VirtualLoop loop, Watch watch, @Nullable Session session, Function<Session, SessionListener> owner) {
        this.loop = loop;
        this.watch = watch;
        this.session = session;
        this.owner = owner.apply(this);
    }

    /** The owner hears of the end of this session so much later [ns]. */
    void deafFor(long nanos) {
        deafNanos = nanos;
    }

    // ---- what the network tells

    @Override
    public void opened(Session open) {
        session = open;
        owner.opened(this);
    }

    @Override
    public void received(Session from, Message message) {
        watch.arrives(message);
        owner.received(this, message);
        watch.arrived(message);
    }

    @Override
    public void receivedAll(Session from) {
        owner.receivedAll(this);
    }

    @Override
    public void coming(Session from) {
        owner.coming(this);
    }

    @Override
    public void writable(Session from) {
        owner.writable(this);
    }

    @Override
    public void closed(Session from, Closing why) {
        Session told = session == null ? from : this;
        if (deafNanos == 0) {
            owner.closed(told, why);
            return;
        }
        unheard = true;
        loop.schedule(deafNanos, () -> {
            if (unheard) { // else it has ended the session itself
                unheard = false;
                owner.closed(told, why);
            }
        });
    }

    // ---- what the owner does

    private Session open() {
        return Objects.requireNonNull(session);
    }

    @Override
    public void send(Message message) {
        watch.sent(message);
        boolean last = message.closing(false) != null;
        open().send(message);
        if (unheard && last) {
            unheard = false;
            Closing why = new Closing(ErrorCode.CONNECTION_LOST, "the connection broke", false);
            loop.execute(() -> owner.closed(this, why));
        }
    }

    @Override
    public boolean writable() {
        return unheard || open().writable();
    }

    @Override
    public String peer() {
        return open().peer();
    }

    @Override
    public boolean loopback() {
        return open().loopback();
    }

    @Override
    public TransportKind transport() {
        return open().transport();
    }

    @Override
    public Role role() {
        return open().role();
    }

    @Override
    public long payloadBytes() {
        return open().payloadBytes();
    }

    @Override
    public SessionCounters counters() {
        return open().counters();
    }

    @Override
    public SessionCounters housekeeping() {
        return open().housekeeping();
    }
}
