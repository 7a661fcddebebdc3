package dev.sluice.net.handshake;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.rules.Admission;
import dev.sluice.net.rules.Offences;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.session.SessionTerms;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The state that all connections of one listening address share. */
public final class ListeningEndpoint implements Endpoint {
    private final ServerConfig config;
    private final @Nullable SslContext tls;
    private final EventLoop owner;
    private final SessionListener.Factory acceptor;
    private final Offences offences = new Offences();
    private final Admission admission;
    private volatile @Nullable Channel channel;

    public ListeningEndpoint(ServerConfig config, EventLoop owner, SessionListener.Factory acceptor) {
        this.config = config;
        this.tls = config.insecure() ? null : Tls.server(config.identity());
        this.owner = owner;
        this.acceptor = acceptor;
        this.admission =
                new Admission(config.limits().maxUnproven(), config.limits().maxUnprovenPerAddress());
    }

    public void bound(Channel listening) {
        channel = listening;
    }

    ServerConfig config() {
        return config;
    }

    SslContext tls() {
        if (tls == null) {
            throw new IllegalStateException("the endpoint is without TLS");
        }
        return tls;
    }

    Offences offenceLog() {
        return offences;
    }

    Admission admission() {
        return admission;
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
        return (InetSocketAddress) channel().localAddress();
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
