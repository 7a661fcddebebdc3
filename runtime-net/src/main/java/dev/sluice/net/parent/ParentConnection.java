package dev.sluice.net.parent;

import dev.sluice.model.SluiceException;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The connection to a parent, of a sub-master to its master or of an agent to its pool: dials, beats, notices a silent
 * parent, and dials again. Messages of a session that was given up are ignored. Confined to the loop.
 */
public final class ParentConnection {
    /** The owner of the connection. */
    public interface Events {
        /** A new session is open; the owner says first what it is, and what it still holds. */
        void opened(Session session);

        /** Takes a message over. A {@link SluiceException} ends the session, and is reported by {@link #failed}. */
        void received(Session session, Message message);

        /** Called every two seconds while a session is registered. */
        void beat();

        /**
         * The session ended, or none could be opened.
         *
         * @param wasOpen whether there was a session
         * @param wasRegistered whether the parent had answered the registration
         */
        void lost(boolean wasOpen, boolean wasRegistered, Closing why);

        void failed(SluiceException why);
    }

    private final Dialer dialer;
    private final Events events;
    private final Pulse pulse;
    private @Nullable Link link;
    /** True if the current session is registered. */
    private boolean registered;

    public ParentConnection(Loop loop, Dialer dialer, Events events) {
        this.dialer = dialer;
        this.events = events;
        this.pulse = new Pulse(loop, events::beat, this::silent);
    }

    private void silent() {
        lost(pulse.silence());
    }

    /** Starts to dial. */
    public void start() {
        dialer.begin();
        dialer.dial(this::newLink);
    }

    /** The place where the parent listens, or where the latest try went. */
    public RunFile place() {
        return dialer.place();
    }

    /** Tells whether there is another place than the one of the latest try. */
    public boolean hasRefuge() {
        return dialer.hasRefuge();
    }

    /** The open session, registered or not; null while there is none. */
    @Nullable
    public Session open() {
        Link current = link;
        return current == null ? null : current.session;
    }

    /** The registered session; null while there is none. */
    @Nullable
    public Session session() {
        return registered ? open() : null;
    }

    /** Records that the parent has answered the registration, and where to go without it. */
    public void registered(List<Refuge> elsewhere) {
        registered = true;
        dialer.settle(elsewhere);
        pulse.start();
    }

    /** Begins a series of tries with this time limit [ns]. */
    public void begin(long patienceNanos) {
        dialer.begin(patienceNanos);
    }

    /** Dials again after a wait; returns false if the time limit of the series has passed. */
    public boolean again() {
        if (dialer.exhausted()) {
            return false;
        }
        dialer.dialLater(this::newLink);
        return true;
    }

    /** Gives the session up without closing it; returns it for the last message, or null if none is open. */
    @Nullable
    public Session leave() {
        Session last = open();
        link = null;
        pulse.stop();
        return last;
    }

    private SessionListener newLink() {
        Link next = new Link();
        link = next;
        return next;
    }

    private void lost(Closing why) {
        Session gone = leave();
        boolean was = registered;
        registered = false;
        if (gone != null) {
            gone.close();
        }
        events.lost(gone != null, was, why);
    }

    /** Handles a problem that the parent reported: the session is over. */
    public void problem(Closing why) {
        lost(why);
    }

    /** One connection to the parent master, from dialling to its end. */
    private final class Link implements SessionListener {
        private @Nullable Session session;

        @Override
        public void opened(Session open) {
            session = open;
            if (this == link) {
                pulse.await();
                events.opened(open);
            } else {
                open.close();
            }
        }

        @Override
        public void received(Session from, Message message) {
            if (this != link) {
                message.release();
                return;
            }
            pulse.heard();
            try {
                events.received(from, message);
            } catch (SluiceException e) {
                from.refuse(e.code(), String.valueOf(e.getMessage()));
                events.failed(e);
            }
        }

        @Override
        public void coming(Session from) {
            if (this == link) {
                pulse.heard();
            }
        }

        @Override
        public void closed(Session from, Closing why) {
            if (this == link) {
                lost(why);
            }
        }
    }
}
