package dev.sluice.worker;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.Message;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionCounters;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A session that remembers what was sent through it. */
public final class FakeSession implements Session {
    public final List<Message> sent = new CopyOnWriteArrayList<>();
    public volatile boolean closed;
    volatile ErrorCode refused = ErrorCode.NONE;
    volatile String refusal = "";

    @Override
    public String peer() {
        return "master";
    }

    @Override
    public boolean loopback() {
        return false;
    }

    @Override
    public TransportKind transport() {
        return TransportKind.TLS;
    }

    @Override
    public Role role() {
        return Role.MASTER;
    }

    @Override
    public void send(Message message) {
        sent.add(message);
    }

    @Override
    public boolean writable() {
        return true;
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public void refuse(ErrorCode code, String detail) {
        refused = code;
        refusal = detail;
        closed = true;
    }

    @Override
    public SessionCounters counters() {
        return SessionCounters.ZERO;
    }

    @Override
    public SessionCounters housekeeping() {
        return SessionCounters.ZERO;
    }

    /** Gives back the payloads of what was sent. */
    public void release() {
        sent.forEach(Message::release);
        sent.clear();
    }

    /** Messages of one kind, in the order in which they were sent. */
    public <M> List<M> sent(Class<M> kind) {
        return sent.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
