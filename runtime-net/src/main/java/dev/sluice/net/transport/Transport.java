package dev.sluice.net.transport;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.frame.Preamble;
import dev.sluice.net.handshake.AcceptFailures;
import dev.sluice.net.handshake.DialHandler;
import dev.sluice.net.handshake.Endpoint;
import dev.sluice.net.handshake.GateHandler;
import dev.sluice.net.handshake.ListeningEndpoint;
import dev.sluice.net.handshake.LocalPeers;
import dev.sluice.net.handshake.PeerProveHandler;
import dev.sluice.net.handshake.PinnedTrust;
import dev.sluice.net.handshake.Proofs;
import dev.sluice.net.handshake.ServerConfig;
import dev.sluice.net.handshake.Tls;
import dev.sluice.net.payload.SpillSpace;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.rules.NetException;
import dev.sluice.net.rules.Offences;
import dev.sluice.net.rules.SystemRefusal;
import dev.sluice.net.rules.Text;
import dev.sluice.net.runfile.LocalSocket;
import dev.sluice.net.runfile.PrivateFiles;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.SessionHandler;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.session.SessionTerms;
import dev.sluice.net.session.UnopenedSession;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The network of one process. */
public final class Transport implements AutoCloseable {
    /** Connect timeout [ms]: a lost first packet is retransmitted after 1 s and after 3 s. */
    private static final int CONNECT_MILLIS = 4_000;

    private static final long CLOSE_MILLIS = 2_000;

    /** Small, because a message that overtakes the waiting ones still follows what was written before [bytes]. */
    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(32 << 10, 64 << 10);

    static {
        NettySettings.apply();
    }

    private final Sockets sockets = Sockets.best();
    private final EventLoopGroup ownerGroup;
    private final EventLoopGroup ioGroup;
    private final NettyLoop loop;
    private final Set<Channel> channels = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private Transport(String name, int ioThreads) {
        ownerGroup = new MultiThreadIoEventLoopGroup(1, threads(name + "-loop"), sockets.handlers());
        ioGroup = ioThreads == 1
                ? ownerGroup
                : new MultiThreadIoEventLoopGroup(ioThreads, threads(name + "-io"), sockets.handlers());
        loop = new NettyLoop(ownerGroup.next());
    }

    private static DefaultThreadFactory threads(String name) {
        return new DefaultThreadFactory(name, true);
    }

    /**
     * Starts the threads: {@code name-loop} is the owner loop; {@code name-io} serve connections if {@code ioThreads}
     * is over 1. With 1 the owner loop serves them itself, which is the fastest. The threads are daemons.
     */
    public static Transport open(String name, int ioThreads) {
        if (ioThreads < 1 || ioThreads > 256) {
            throw new IllegalArgumentException("ioThreads: " + ioThreads + " (expected: 1 to 256)");
        }
        return new Transport(name, ioThreads);
    }

    /** The owner loop: all listeners are called on it. */
    public Loop loop() {
        return loop;
    }

    /** Loads, on the loop, the classes of a TLS session, so that the first one opens sooner. Any thread. */
    public void prepare() {
        loop.execute(() -> {
            SslHandler handler = Tls.handler(Tls.client(new PinnedTrust("0".repeat(64))), ByteBufAllocator.DEFAULT);
            ReferenceCountUtil.release(handler.engine());
        });
    }

    /**
     * Checks that this process could listen there now. Blocks for a moment.
     *
     * @throws NetException ADDRESS_IN_USE
     */
    public static void check(InetSocketAddress address) {
        try (ServerSocketChannel socket = ServerSocketChannel.open()) {
            socket.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            socket.bind(resolved(address));
        } catch (IOException | UnresolvedAddressException e) {
            throw cannotListen(address, String.valueOf(e.getMessage()));
        }
    }

    private static NetException cannotListen(InetSocketAddress address, String why) {
        return new NetException(
                ErrorCode.ADDRESS_IN_USE,
                "listen: " + shown(address) + ": " + why + " (expected: a free address of this host)");
    }

    /**
     * Listens; returns when bound. Not on the loop.
     *
     * @throws NetException ADDRESS_IN_USE, or INSECURE_REFUSED for an insecure endpoint elsewhere than on loopback
     */
    public Endpoint listen(InetSocketAddress address, ServerConfig config, SessionListener.Factory acceptor) {
        checkInsecure(config.insecure(), address);
        ListeningEndpoint endpoint = new ListeningEndpoint(config, loop.eventLoop(), acceptor);
        ServerBootstrap bootstrap = gates(endpoint)
                .channel(sockets.server())
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true);
        ChannelFuture bound = bootstrap.bind(resolved(address)).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw cannotListen(address, String.valueOf(bound.cause().getMessage()));
        }
        return bound(endpoint, bound.channel());
    }

    /**
     * Listens on a socket of this machine, without TLS, for processes of the same user; returns when bound. Closing the
     * endpoint removes the socket. A file that has the path already is left alone. Not on the loop.
     *
     * @param socket in a directory that only its owner may enter, which is made if there is none
     * @throws IOException if there can be no such socket
     */
    public Endpoint listen(LocalSocket socket, ServerConfig config, SessionListener.Factory acceptor)
            throws IOException {
        PrivateFiles.keepDirectory(socket.directory());
        if (Files.exists(socket.path(), LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(socket.path() + ": exists"); // epoll's sockets would replace it
        }
        LocalPeers peers = LocalPeers.ofOwner(socket.directory());
        ListeningEndpoint endpoint = new ListeningEndpoint(config, peers, loop.eventLoop(), acceptor);
        ChannelFuture bound = gates(endpoint)
                .channel(sockets.localServer())
                .bind(sockets.local(socket.address()))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(socket.path() + ": " + bound.cause().getMessage(), bound.cause());
        }
        bound.channel().closeFuture().addListener(any -> Files.deleteIfExists(socket.path()));
        return bound(endpoint, bound.channel());
    }

    private ServerBootstrap gates(ListeningEndpoint endpoint) {
        ioGroup.forEach(thread -> thread.execute(() -> {})); // now, because the system may refuse threads later
        return new ServerBootstrap()
                .group(ownerGroup, ioGroup)
                .option(ChannelOption.SO_BACKLOG, 4_096)
                .handler(new AcceptFailures(endpoint))
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        track(channel);
                        Sockets.prepare(channel);
                        channel.pipeline().addLast("gate", new GateHandler(endpoint));
                    }
                });
    }

    private Endpoint bound(ListeningEndpoint endpoint, Channel channel) {
        endpoint.bound(channel);
        track(channel);
        return endpoint;
    }

    /**
     * Connects, to a local socket without TLS; any thread. {@code listener} gets {@code opened}, or {@code closed} if
     * that fails.
     *
     * @param address an {@link InetSocketAddress} or a {@link UnixDomainSocketAddress}
     * @throws NetException INSECURE_REFUSED for an insecure connection elsewhere than to loopback
     */
    public void dial(SocketAddress address, ClientConfig config, SessionListener listener) {
        Bootstrap bootstrap = new Bootstrap()
                .group(ioGroup)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK);
        ChannelFuture connecting;
        if (address instanceof UnixDomainSocketAddress local) {
            bootstrap.channel(sockets.localClient()).handler(dialing(config, false, listener));
            connecting = bootstrap.connect(sockets.local(local));
        } else {
            InetSocketAddress remote = (InetSocketAddress) address;
            checkInsecure(config.insecure(), remote);
            bootstrap
                    .channel(sockets.client())
                    .option(ChannelOption.TCP_NODELAY, true)
                    .handler(dialing(config, !config.insecure(), listener));
            connecting = bootstrap.connect(remote);
        }
        connecting.addListener((ChannelFuture connected) -> {
            if (!connected.isSuccess()) {
                String said = connected.cause().getMessage();
                String why = shown(address) + ": " + (said == null ? "it was closed before it was connected" : said);
                ErrorCode code = SystemRefusal.ofConnection(connected.cause()).orElse(ErrorCode.CONNECT_FAILED);
                failed(listener, new Closing(code, why, false));
            }
        });
    }

    private ChannelInitializer<Channel> dialing(ClientConfig config, boolean tls, SessionListener listener) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                track(channel);
                Sockets.prepare(channel);
                dialing(channel.pipeline(), config, tls, listener);
            }
        };
    }

    private void dialing(ChannelPipeline pipeline, ClientConfig config, boolean tls, SessionListener listener) {
        Preamble own = Preamble.of(config.role(), tls);
        PinnedTrust trust = new PinnedTrust(config.fingerprint());
        DialHandler dial = new DialHandler(own, trust, config.limits().handshakeNanos(), why -> failed(listener, why));
        SessionTerms terms = new SessionTerms(
                config.role(),
                Role.MASTER,
                config.limits(),
                SpillSpace.NONE,
                new Offences(),
                loop.eventLoop(),
                session -> listener);
        Proofs proofs = new Proofs(config.secret(), config.fingerprint(), own, Preamble.of(Role.MASTER, tls));
        pipeline.addLast("dial", dial);
        if (tls) {
            pipeline.addLast(
                    "tls", Tls.handler(Tls.client(trust), pipeline.channel().alloc()));
        }
        pipeline.addLast("prove", new PeerProveHandler(dial, terms, proofs, tls));
    }

    /** Tells the listener of a connection that never opened, on the owner loop and never from within {@link #dial}. */
    private void failed(SessionListener listener, Closing why) {
        loop.execute(() -> listener.closed(UnopenedSession.INSTANCE, why));
    }

    private void track(Channel channel) {
        channels.add(channel);
        channel.closeFuture().addListener(any -> channels.remove(channel));
        if (closed) {
            channel.close();
        }
    }

    private static void checkInsecure(boolean insecure, InetSocketAddress address) {
        InetAddress resolved = resolved(address).getAddress();
        if (insecure && (resolved == null || !resolved.isLoopbackAddress())) {
            throw new NetException(
                    ErrorCode.INSECURE_REFUSED, "--insecure: " + shown(address) + " (expected: a loopback address)");
        }
    }

    private static InetSocketAddress resolved(InetSocketAddress address) {
        return address.isUnresolved() ? new InetSocketAddress(address.getHostString(), address.getPort()) : address;
    }

    private static String shown(SocketAddress address) {
        return address instanceof InetSocketAddress inet
                ? Text.printable(inet.getHostString(), 255) + ":" + inet.getPort()
                : String.valueOf(address);
    }

    /** Says goodbye in all sessions and stops the threads; waits up to some seconds. Not on the loop. */
    @Override
    public void close() {
        closed = true;
        for (Channel channel : channels) {
            EventLoop of = channel.eventLoop();
            of.execute(() -> {
                SessionHandler session = channel.pipeline().get(SessionHandler.class);
                if (session == null) {
                    channel.close();
                } else {
                    session.goodbye();
                }
            });
        }
        awaitChannels();
        ioGroup.shutdownGracefully(0, CLOSE_MILLIS, MILLISECONDS);
        ownerGroup.shutdownGracefully(0, CLOSE_MILLIS, MILLISECONDS);
        ioGroup.terminationFuture().awaitUninterruptibly(CLOSE_MILLIS);
        ownerGroup.terminationFuture().awaitUninterruptibly(CLOSE_MILLIS);
    }

    private void awaitChannels() {
        long deadline = System.nanoTime() + MILLISECONDS.toNanos(CLOSE_MILLIS);
        for (Channel channel : channels) {
            long left = deadline - System.nanoTime();
            if (left > 0) {
                channel.closeFuture().awaitUninterruptibly(left / 1_000_000 + 1);
            }
        }
        @Nullable Channel late = channels.stream().findFirst().orElse(null);
        if (late != null) {
            channels.forEach(Channel::close);
        }
    }
}
