package dev.sluice.cli.fleet;

import dev.sluice.net.message.AgentTarget;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.Message;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionCounters;
import org.jspecify.annotations.Nullable;

/** A session that keeps the newest target and whether the pool said goodbye. */
final class FakeAgentSession implements Session {
    private final Role role;

    @Nullable
    AgentTarget target;

    boolean dismissed;

    FakeAgentSession(Role role) {
        this.role = role;
    }

    @Override
    public String peer() {
        return "peer";
    }

    @Override
    public boolean loopback() {
        return true;
    }

    @Override
    public TransportKind transport() {
        return TransportKind.TLS;
    }

    @Override
    public Role role() {
        return role;
    }

    @Override
    public void send(Message message) {
        if (message instanceof AgentTarget newest) {
            target = newest;
        }
        dismissed |= message instanceof Goodbye;
    }

    @Override
    public boolean writable() {
        return true;
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
