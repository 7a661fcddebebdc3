package dev.sluice.pool;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.Message;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionCounters;
import java.util.ArrayList;
import java.util.List;

/** A session that remembers what was sent through it. */
final class FakeSession implements Session {
    final List<Message> sent = new ArrayList<>();
    final Role role;
    ErrorCode refused = ErrorCode.NONE;

    FakeSession(Role role) {
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
        sent.add(message);
    }

    @Override
    public void refuse(ErrorCode code, String detail) {
        refused = code;
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

    <M> List<M> sent(Class<M> kind) {
        return sent.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    <M> M last(Class<M> kind) {
        List<M> all = sent(kind);
        return all.get(all.size() - 1);
    }
}
