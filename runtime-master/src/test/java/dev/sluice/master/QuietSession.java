package dev.sluice.master;

import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.Message;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionCounters;
import java.util.ArrayList;
import java.util.List;

/** A session that remembers what is fetched through it. */
public class QuietSession implements Session {
    public final List<Fetch> wanted = new ArrayList<>();

    @Override
    public String peer() {
        return "peer";
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
        if (message instanceof Fetch fetch) {
            wanted.add(fetch);
        }
    }

    @Override
    public boolean writable() {
        return true;
    }

    @Override
    public SessionCounters counters() {
        throw new UnsupportedOperationException();
    }

    @Override
    public SessionCounters housekeeping() {
        throw new UnsupportedOperationException();
    }
}
