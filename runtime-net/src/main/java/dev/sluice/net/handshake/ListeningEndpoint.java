package dev.sluice.net.handshake;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.rules.Admission;
import dev.sluice.net.rules.Offences;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.session.SessionTerms;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The state that all connections of one listening address share. */
public final class ListeningEndpoint implements Endpoint {
    private final ServerConfig config;
    private final @Nullable LocalPeers peers;
    private final @Nullable SslContext tls;
    private final EventLoop owner;
    private final SessionListener.Factory acceptor;
    private final Offences offences = new Offences();
    private final Admission admission;
    private volatile @Nullable Channel channel;

    /** On the network: with TLS, unless the configuration is insecure. */
    public ListeningEndpoint(ServerConfig config, EventLoop owner, SessionListener.Factory acceptor) {
        this(config, null, config.insecure() ? null : Tls.server(identity(config)), owner, acceptor);
    }

    /** On a local socket: without TLS, for these peers. */
    public ListeningEndpoint(ServerConfig config, LocalPeers peers, EventLoop owner, SessionListener.Factory acceptor) {
        this(config, peers, null, owner, acceptor);
    }

    private ListeningEndpoint(
            ServerConfig config,
            @Nullable LocalPeers peers,
            @Nullable SslContext tls,
            EventLoop owner,
            SessionListener.Factory acceptor) {
        this.config = config;
        this.peers = peers;
        this.tls = tls;
        this.owner = owner;
        this.acceptor = acceptor;
        int most = config.limits().maxUnproven();
        // All local peers are one origin.
        this.admission = new Admission(most, peers == null ? config.limits().maxUnprovenPerAddress() : most);
    }

    private static RunIdentity identity(ServerConfig config) {
        if (config.identity() == null) {
            throw new IllegalArgumentException("identity: none (expected: one, for TLS)");
        }
        return config.identity();
    }

    public void bound(Channel listening) {
        channel = listening;
    }

    ServerConfig config() {
        return config;
    }

    /** Null without TLS. */
    @Nullable
    SslContext tls() {
        return tls;
    }

    Offences offenceLog() {
        return offences;
    }

    Admission admission() {
        return admission;
    }

    /**
     * Names the origin by which unproven connections are counted together.
     *
     * @throws IOException if the peer may not connect; the message is for the log
     */
    Object origin(Channel connected) throws IOException {
        if (peers != null) {
            peers.check(connected);
            return peers;
        }
        return ((InetSocketAddress) connected.remoteAddress()).getAddress();
    }

    /** The peer's name in the log. */
    String name(Channel connected) {
        return peers == null ? String.valueOf(connected.remoteAddress()) : "a process of this machine";
    }

    SessionTerms terms(Role peer) {
        return new SessionTerms(Role.MASTER, peer, config.limits(), config.spill(), offences, owner, acceptor);
    }

    private Channel channel() {
        Channel listening = channel;
        if (listening == null) {
            throw new IllegalStateException("not bound");
        }
        return listening;
    }

    @Override
    public InetSocketAddress address() {
        if (channel().localAddress() instanceof InetSocketAddress address) {
            return address;
        }
        throw new IllegalStateException("a local socket has no address");
    }

    @Override
    public Map<ErrorCode, Long> offences() {
        return offences.counts();
    }

    @Override
    public void close() {
        channel().close();
    }
}
