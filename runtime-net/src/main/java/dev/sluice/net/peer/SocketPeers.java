package dev.sluice.net.peer;

import dev.sluice.net.handshake.Endpoint;
import dev.sluice.net.handshake.ServerConfig;
import dev.sluice.net.message.FileSource;
import dev.sluice.net.message.PeerListen;
import dev.sluice.net.message.PeerReady;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.rules.Limits;
import dev.sluice.net.rules.NetException;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunSecrets;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.session.UnopenedSession;
import dev.sluice.net.transport.ClientConfig;
import dev.sluice.net.transport.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Connections by TCP, behind the same gate as every other port of a run. Confined to the loop. */
public final class SocketPeers implements PeerNetwork {
    private final Transport transport;
    private final Loop loop;
    private @Nullable PeerListen current;
    private @Nullable Endpoint endpoint;

    /** @param transport with one thread */
    public SocketPeers(Transport transport) {
        this.transport = transport;
        this.loop = transport.loop();
    }

    @Override
    public void listen(PeerListen terms, SessionListener.Factory sessions, Consumer<PeerReady> told) {
        close();
        current = terms;
        Thread binding = new Thread(() -> bind(terms, sessions, told), "peer-listen"); // which may wait
        binding.setDaemon(true);
        binding.start();
    }

    private void bind(PeerListen terms, SessionListener.Factory sessions, Consumer<PeerReady> told) {
        InetSocketAddress address = terms.insecure()
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)
                : new InetSocketAddress("0.0.0.0", 0);
        ServerConfig config = new ServerConfig(
                terms.identity(), RunSecrets.ofPeers(terms.secret()), terms.insecure(), Limits.STANDARD);
        try {
            Endpoint bound = transport.listen(address, config, sessions);
            loop.execute(() -> bound(terms, bound, told));
        } catch (NetException e) {
            loop.execute(() -> told.accept(PeerReady.CANNOT));
        }
    }

    private void bound(PeerListen terms, Endpoint bound, Consumer<PeerReady> told) {
        if (current != terms) {
            bound.close();
            return;
        }
        endpoint = bound;
        told.accept(new PeerReady(ThisHost.addresses(), bound.address().getPort()));
    }

    @Override
    public void dial(InetSocketAddress address, FileSource.Door door, SessionListener listener) {
        ClientConfig config =
                new ClientConfig(door.fingerprint(), Role.PEER, door.secret(), door.insecure(), Limits.STANDARD);
        try {
            transport.dial(address, config, listener);
        } catch (NetException e) {
            Closing why = new Closing(e.code(), String.valueOf(e.getMessage()), false);
            loop.execute(() -> listener.closed(UnopenedSession.INSTANCE, why));
        }
    }

    @Override
    public void close() {
        current = null;
        Endpoint open = endpoint;
        endpoint = null;
        if (open != null) {
            open.close();
        }
    }
}
