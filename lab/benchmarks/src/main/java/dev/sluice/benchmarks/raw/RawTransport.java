package dev.sluice.benchmarks.raw;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Event loops, TLS and the frame decoder of both sides: epoll and BoringSSL if available, with the kernel's default
 * socket buffers.
 */
final class RawTransport implements AutoCloseable {
    private static final int LONGEST_FRAME = 1 << 22;
    private static final boolean EPOLL = Epoll.isAvailable();

    private final EventLoopGroup loops;
    private final boolean tls;

    RawTransport(int loopCount, boolean tls) {
        this.tls = tls;
        loops = new MultiThreadIoEventLoopGroup(
                loopCount, EPOLL ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    }

    /** The loop that owns the state shared by all connections. */
    EventLoop anyLoop() {
        return loops.next();
    }

    /** The port of a TCP server; 0 for other sockets. */
    static int portOf(Channel server) {
        return server.localAddress() instanceof InetSocketAddress address ? address.getPort() : 0;
    }

    Channel listen(SocketAddress address, Supplier<ChannelHandler> handler) throws Exception {
        ServerBootstrap bootstrap =
                new ServerBootstrap().group(loops).childHandler(pipeline(tls ? serverContext() : null, handler));
        if (address instanceof UnixDomainSocketAddress) {
            bootstrap.channel(EPOLL ? EpollServerDomainSocketChannel.class : NioServerDomainSocketChannel.class);
        } else {
            bootstrap
                    .channel(EPOLL ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                    .childOption(ChannelOption.TCP_NODELAY, true);
        }
        return bootstrap.bind(shaped(address)).sync().channel();
    }

    Channel dial(SocketAddress address, Supplier<ChannelHandler> handler) throws Exception {
        Bootstrap bootstrap = new Bootstrap().group(loops).handler(pipeline(tls ? clientContext() : null, handler));
        if (address instanceof UnixDomainSocketAddress) {
            bootstrap.channel(EPOLL ? EpollDomainSocketChannel.class : NioDomainSocketChannel.class);
        } else {
            bootstrap
                    .channel(EPOLL ? EpollSocketChannel.class : NioSocketChannel.class)
                    .option(ChannelOption.TCP_NODELAY, true);
        }
        return bootstrap.connect(shaped(address)).sync().channel();
    }

    /** The address in the form that these sockets take. */
    private static SocketAddress shaped(SocketAddress address) {
        return EPOLL && address instanceof UnixDomainSocketAddress local
                ? new DomainSocketAddress(local.getPath().toFile())
                : address;
    }

    @Override
    public void close() {
        loops.shutdownGracefully();
    }

    private static ChannelInitializer<Channel> pipeline(
            @Nullable SslContext context, Supplier<ChannelHandler> handler) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                if (context != null) {
                    channel.pipeline().addLast(context.newHandler(channel.alloc()));
                }
                channel.pipeline().addLast(new LengthFieldBasedFrameDecoder(LONGEST_FRAME, 0, 4, 0, 4), handler.get());
            }
        };
    }

    private static SslContext serverContext() throws Exception {
        X509Bundle certificate = new CertificateBuilder()
                .ecp256()
                .subject("CN=raw")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        return SslContextBuilder.forServer(certificate.toKeyManagerFactory())
                .sslProvider(provider())
                .protocols("TLSv1.3")
                .build();
    }

    private static SslContext clientContext() throws Exception {
        return SslContextBuilder.forClient()
                .sslProvider(provider())
                .protocols("TLSv1.3")
                .trustManager(InsecureTrustManagerFactory.INSTANCE)
                .endpointIdentificationAlgorithm(null)
                .build();
    }

    private static SslProvider provider() {
        return OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK;
    }
}
