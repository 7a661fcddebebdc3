package dev.sluice.net.probe;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.handshake.Endpoint;
import dev.sluice.net.handshake.ServerConfig;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.ProbeDial;
import dev.sluice.net.message.ProbeGo;
import dev.sluice.net.message.ProbeListen;
import dev.sluice.net.message.ProbeOpen;
import dev.sluice.net.message.ProbeReady;
import dev.sluice.net.message.ProbeResult;
import dev.sluice.net.message.ProbeTerms;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.rules.Limits;
import dev.sluice.net.rules.NetException;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunSecrets;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.transport.ClientConfig;
import dev.sluice.net.transport.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One machine's part in probes: listens or connects, sends or counts, and reports. A worker follows its master's
 * messages; a master, which workers can reach already, uses it for its own ends. It listens from the first request
 * until it is closed, and admits peers that prove the probe secret. Needs a transport with one thread. Confined to the
 * loop except for the constructor.
 */
public final class ProbeStation {
    private final Transport transport;
    private final Loop loop;
    private final Consumer<Message> report;
    private final Map<Long, ProbeEnd> ends = new HashMap<>();
    private @Nullable Endpoint endpoint;
    private @Nullable Queue<ProbeListen> waiting;
    private boolean closed;

    /** @param report receives {@link ProbeReady} and {@link ProbeResult}, on the loop */
    public ProbeStation(Transport transport, Consumer<Message> report) {
        this(transport, transport.loop(), report);
    }

    /** @param loop that of the transport, or the same with another clock */
    ProbeStation(Transport transport, Loop loop, Consumer<Message> report) {
        this.transport = transport;
        this.loop = loop;
        this.report = report;
    }

    /** Follows a master's message; false for a message about something else. */
    public boolean received(Message message) {
        if (message instanceof ProbeListen listen) {
            listen(listen);
        } else if (message instanceof ProbeDial dial) {
            dial(dial);
        } else if (message instanceof ProbeGo go) {
            go(go.transfer());
        } else {
            return false;
        }
        return true;
    }

    /** Expects the other end at an endpoint that listens already. */
    public void expect(long transfer, ProbeTerms terms) {
        add(transfer, terms, false);
    }

    /** Begins to send. */
    public void go(long transfer) {
        ProbeEnd end = ends.get(transfer);
        if (end != null) {
            end.go();
        }
    }

    /** Forgets a transfer, because nobody waits for it. */
    public void abandon(long transfer) {
        ProbeEnd end = ends.remove(transfer);
        if (end != null) {
            end.abandon();
        }
    }

    /** Stops listening and drops all transfers; open requests are not answered. */
    public void close() {
        closed = true;
        List.copyOf(ends.values()).forEach(ProbeEnd::abandon);
        ends.clear();
        Endpoint open = endpoint;
        if (open != null) {
            endpoint = null;
            open.close();
        }
    }

    private ProbeEnd add(long transfer, ProbeTerms terms, boolean dials) {
        ProbeEnd end = new ProbeEnd(transfer, terms, dials, loop, this::reported);
        ends.put(transfer, end);
        return end;
    }

    private void reported(Message message) {
        if (message instanceof ProbeResult result) {
            ends.remove(result.transfer());
        }
        if (!closed) {
            report.accept(message);
        }
    }

    private void failed(long transfer, ErrorCode code, String text) {
        reported(new ProbeResult(transfer, 0, 0, 0, code, text));
    }

    // ---- listening

    private void listen(ProbeListen listen) {
        closed = false;
        expect(listen.transfer(), listen.terms());
        Endpoint open = endpoint;
        if (open != null) {
            reported(new ProbeReady(
                    listen.transfer(), ThisHost.addresses(), open.address().getPort(), 0));
        } else if (waiting != null) {
            waiting.add(listen);
        } else {
            waiting = new ArrayDeque<>(List.of(listen));
            Thread binding = new Thread(() -> bind(listen), "probe-listen"); // which may wait, as the loop may not
            binding.setDaemon(true);
            binding.start();
        }
    }

    private void bind(ProbeListen listen) {
        InetSocketAddress address = listen.insecure()
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)
                : new InetSocketAddress("0.0.0.0", 0);
        ServerConfig config = new ServerConfig(
                listen.identity(), RunSecrets.ofProbes(listen.secret()), listen.insecure(), Limits.STANDARD);
        try {
            Endpoint bound = transport.listen(address, config, this::accept);
            loop.execute(() -> bound(bound));
        } catch (NetException e) {
            loop.execute(() -> unbound(e));
        }
    }

    private void bound(Endpoint bound) {
        Queue<ProbeListen> all = taken();
        if (closed) {
            bound.close();
            return;
        }
        endpoint = bound;
        all.forEach(listen -> reported(new ProbeReady(
                listen.transfer(), ThisHost.addresses(), bound.address().getPort(), 0)));
    }

    private void unbound(NetException why) {
        taken().forEach(listen -> failed(listen.transfer(), why.code(), String.valueOf(why.getMessage())));
    }

    private Queue<ProbeListen> taken() {
        Queue<ProbeListen> all = waiting == null ? new ArrayDeque<>() : waiting;
        waiting = null;
        return all;
    }

    /**
     * The listener for an endpoint that probes connect to: waits for the transfer's id, then passes the session to its
     * end.
     */
    public SessionListener accept(Session session) {
        return new Door();
    }

    private final class Door implements SessionListener {
        private @Nullable ProbeEnd end;

        @Override
        public void opened(Session session) {}

        @Override
        public void received(Session session, Message message) {
            ProbeEnd named = end;
            if (message instanceof ProbeOpen open && named == null) {
                ProbeEnd found = ends.get(open.transfer());
                if (found == null) {
                    session.refuse(ErrorCode.UNEXPECTED_MESSAGE, "an unknown transfer");
                    return;
                }
                end = found;
                found.opened(session);
            } else if (named != null) {
                named.received(session, message);
            } else {
                message.release();
                session.refuse(ErrorCode.UNEXPECTED_MESSAGE, "a probe that names no transfer");
            }
        }

        @Override
        public void receivedAll(Session session) {
            ProbeEnd named = end;
            if (named != null) {
                named.receivedAll(session);
            }
        }

        @Override
        public void writable(Session session) {
            ProbeEnd named = end;
            if (named != null) {
                named.writable(session);
            }
        }

        @Override
        public void closed(Session session, Closing why) {
            ProbeEnd named = end;
            if (named != null) {
                named.closed(session, why);
            }
        }
    }

    // ---- connecting

    private void dial(ProbeDial dial) {
        closed = false;
        dial(dial, 0);
    }

    /** Tries the addresses in turn. */
    private void dial(ProbeDial dial, int number) {
        ClientConfig config =
                new ClientConfig(dial.fingerprint(), Role.PROBE, dial.secret(), dial.insecure(), Limits.STANDARD);
        InetSocketAddress address = dial.addresses().get(number);
        ProbeEnd end = add(dial.transfer(), dial.terms(), true);
        SessionListener trying = new Trying(end, why -> {
            ends.remove(dial.transfer());
            if (number + 1 < dial.addresses().size() && !closed) {
                dial(dial, number + 1);
            } else {
                failed(dial.transfer(), ErrorCode.CONNECT_FAILED, why.text());
            }
        });
        try {
            transport.dial(
                    InetSocketAddress.createUnresolved(address.getHostString(), address.getPort()), config, trying);
        } catch (NetException e) {
            ends.remove(dial.transfer());
            failed(dial.transfer(), e.code(), String.valueOf(e.getMessage()));
        }
    }

    /** An end whose connection may never open. */
    private record Trying(ProbeEnd end, Consumer<Closing> unopened, boolean[] opened) implements SessionListener {
        Trying(ProbeEnd end, Consumer<Closing> unopened) {
            this(end, unopened, new boolean[1]);
        }

        @Override
        public void opened(Session session) {
            opened[0] = true;
            end.opened(session);
        }

        @Override
        public void received(Session session, Message message) {
            end.received(session, message);
        }

        @Override
        public void receivedAll(Session session) {
            end.receivedAll(session);
        }

        @Override
        public void writable(Session session) {
            end.writable(session);
        }

        @Override
        public void closed(Session session, Closing why) {
            if (opened[0]) {
                end.closed(session, why);
            } else {
                unopened.accept(why);
            }
        }
    }
}
