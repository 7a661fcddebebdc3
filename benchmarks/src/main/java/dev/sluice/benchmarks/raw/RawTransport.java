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
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Event loops, TLS and the frame decoder of both sides: epoll and BoringSSL if available, with the kernel's default
 * socket buffers.
 */
final class RawTransport implements AutoCloseable {
    private static final int LONGEST_FRAME = 1 << 22;

    private final EventLoopGroup loops;
    private final boolean tls;

    RawTransport(int loopCount, boolean tls) {
        this.tls = tls;
        loops = new MultiThreadIoEventLoopGroup(
                loopCount, Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    }

    /** The loop that owns the state shared by all connections. */
    EventLoop anyLoop() {
        return loops.next();
    }

    static int portOf(Channel server) {
        return ((InetSocketAddress) server.localAddress()).getPort();
    }

    /** Listens on a free port of the loopback. */
    Channel listen(Supplier<ChannelHandler> handler) throws Exception {
        return new ServerBootstrap()
                .group(loops)
                .channel(Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(pipeline(tls ? serverContext() : null, handler))
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel();
    }

    Channel dial(int port, Supplier<ChannelHandler> handler) throws Exception {
        return new Bootstrap()
                .group(loops)
                .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(pipeline(tls ? clientContext() : null, handler))
                .connect(InetAddress.getLoopbackAddress(), port)
                .sync()
                .channel();
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
