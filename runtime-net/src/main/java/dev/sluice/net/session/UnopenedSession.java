package dev.sluice.net.session;

import dev.sluice.net.message.Message;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.runfile.Role;

/** Passed to {@link SessionListener#closed} if there never was a session. */
public enum UnopenedSession implements Session {
    INSTANCE;

    @Override
    public String peer() {
        return "nobody";
    }

    @Override
    public boolean loopback() {
        return false;
    }

    @Override
    public TransportKind transport() {
        return TransportKind.NONE;
    }

    @Override
    public Role role() {
        return Role.MASTER;
    }

    @Override
    public void send(Message message) {
        message.release();
    }

    @Override
    public boolean writable() {
        return false;
    }

    @Override
    public SessionCounters counters() {
        return SessionCounters.ZERO;
    }

    @Override
    public SessionCounters housekeeping() {
        return SessionCounters.ZERO;
    }
}
