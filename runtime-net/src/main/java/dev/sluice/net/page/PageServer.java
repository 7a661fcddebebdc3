package dev.sluice.net.page;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.handshake.Tls;
import dev.sluice.net.rules.NetException;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.transport.NettySettings;
import dev.sluice.net.transport.ReachableAddresses;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP server of the live page. Its one thread is a daemon; nothing that it does changes the run. Any thread.
 *
 * <p>A reader opens {@link #url}, whose token becomes a cookie. {@code /events} sends the state of the run as
 * server-sent events, {@code whole} first and {@code change} after it. Programs send the token in the header
 * {@code Authorization}.
 */
public final class PageServer implements AutoCloseable {
    private static final long CLOSE_MILLIS = 1_000;
    private static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost", "[::1]");
    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(32 << 10, 64 << 10);

    static {
        NettySettings.apply();
    }

    private final EventLoopGroup group;
    private final ChannelGroup connections;
    private final Desk desk;
    private final Channel listening;
    private final String url;

    /**
     * The state that all connections share; confined to the page's thread, but for the constructor.
     *
     * <p>Counts connections and documents against their limits.
     */
    static final class Desk {
        private final PageGate gate;
        private final PageSource source;
        private final PageLimits limits;
        private final EventStreams streams;
        private int connections;
        private int documents;

        Desk(PageGate gate, PageSource source, PageLimits limits, EventStreams streams) {
            this.gate = gate;
            this.source = source;
            this.limits = limits;
            this.streams = streams;
        }

        PageGate gate() {
            return gate;
        }

        PageSource source() {
            return source;
        }

        PageLimits limits() {
            return limits;
        }

        EventStreams streams() {
            return streams;
        }

        /** Counts a connection, unless there are too many. */
        boolean enter() {
            boolean room = connections < limits.connections();
            connections += room ? 1 : 0;
            return room;
        }

        void leave() {
            connections--;
        }

        /** Counts a document that is rendered and sent, unless there are too many. */
        boolean beginDocument() {
            boolean room = documents < limits.documents();
            documents += room ? 1 : 0;
            return room;
        }

        void endDocument() {
            documents--;
        }
    }

    private PageServer(
            InetSocketAddress address,
            @Nullable RunIdentity identity,
            PageSource source,
            PageLimits limits,
            PageToken token) {
        boolean tls = identity != null;
        SslContext encryption = identity == null ? null : Tls.server(identity);
        group = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("sluice-page", true, Thread.MIN_PRIORITY), NioIoHandler.newFactory());
        connections = new DefaultChannelGroup(group.next());
        EventStreams streams = new EventStreams(source, limits, group.next());
        desk = new Desk(new PageGate(names(address), tls, token), source, limits, streams);
        ChannelFuture binding = new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, limits.connections())
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        connections.add(channel);
                        begin(channel, encryption, desk);
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
        listening = binding.channel();
        if (!binding.isSuccess()) {
            group.shutdownGracefully(0, CLOSE_MILLIS, MILLISECONDS);
            throw new NetException(
                    ErrorCode.ADDRESS_IN_USE,
                    "page: " + RunFile.text(address) + ": " + binding.cause().getMessage()
                            + " (expected: a free address of this host)");
        }
        InetSocketAddress bound = (InetSocketAddress) listening.localAddress();
        url = (tls ? "https://" : "http://") + RunFile.text(shown(address, bound)) + "/?token="
                + desk.gate().token();
    }

    /**
     * Listens; returns when bound. Not on a loop.
     *
     * @param address with port 0 for any port
     * @param identity for TLS; null for none, on loopback addresses only
     * @throws NetException ADDRESS_IN_USE, or INSECURE_REFUSED without TLS elsewhere than on loopback
     */
    public static PageServer open(InetSocketAddress address, @Nullable RunIdentity identity, PageSource source) {
        return open(address, identity, source, PageLimits.STANDARD);
    }

    /** The same with a token that a private file keeps, so that programs find it there after a restart. */
    public static PageServer open(
            InetSocketAddress address, @Nullable RunIdentity identity, PageSource source, Path token) {
        return open(address, identity, source, PageLimits.STANDARD, PageToken.kept(token));
    }

    static PageServer open(
            InetSocketAddress address, @Nullable RunIdentity identity, PageSource source, PageLimits limits) {
        return open(address, identity, source, limits, PageToken.create());
    }

    private static PageServer open(
            InetSocketAddress address,
            @Nullable RunIdentity identity,
            PageSource source,
            PageLimits limits,
            PageToken token) {
        if (identity == null && !address.getAddress().isLoopbackAddress()) {
            throw new NetException(
                    ErrorCode.INSECURE_REFUSED,
                    "page: " + RunFile.text(address) + " without TLS (expected: a loopback address)");
        }
        return new PageServer(address, identity, source, limits, token);
    }

    static void begin(Channel channel, @Nullable SslContext encryption, Desk desk) {
        if (encryption != null) {
            channel.pipeline().addLast("tls", Tls.handler(encryption, channel.alloc()));
        }
        HttpDecoderConfig decoding = new HttpDecoderConfig()
                .setMaxInitialLineLength(PageLimits.REQUEST_BYTES)
                .setMaxHeaderSize(PageLimits.REQUEST_BYTES)
                .setMaxChunkSize(PageLimits.REQUEST_BYTES)
                .setInitialBufferSize(256);
        channel.pipeline().addLast("http", new HttpServerCodec(decoding)).addLast("page", new PageHandler(desk));
    }

    /** The names under which a reader may ask for the page, in lower case. */
    private static List<String> names(InetSocketAddress address) {
        List<String> names = new ArrayList<>(LOOPBACK);
        for (InetSocketAddress each : ReachableAddresses.of(address)) {
            names.add(withoutPort(each));
            if (!each.isUnresolved()) {
                names.add(withoutPort(literal(each)));
            }
        }
        return names;
    }

    private static String withoutPort(InetSocketAddress address) {
        String text = RunFile.text(address);
        return text.substring(0, text.lastIndexOf(':')).toLowerCase(Locale.ROOT);
    }

    /** The same address by its number instead of its name. */
    private static InetSocketAddress literal(InetSocketAddress address) {
        return InetSocketAddress.createUnresolved(address.getAddress().getHostAddress(), address.getPort());
    }

    private static InetSocketAddress shown(InetSocketAddress asked, InetSocketAddress bound) {
        if (asked.getAddress().isAnyLocalAddress()) {
            return ReachableAddresses.of(bound).get(0);
        }
        if (asked.getAddress().isLoopbackAddress()) {
            return literal(bound);
        }
        return InetSocketAddress.createUnresolved(asked.getHostString(), bound.getPort());
    }

    /** The address of the page with its token, for the reader's eyes and for a file that only the reader may read. */
    public String url() {
        return url;
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) listening.localAddress();
    }

    /** Sends the last state to open pages, and closes all; waits up to some seconds. Not on the page's thread. */
    @Override
    public void close() {
        if (group.isShuttingDown()) {
            return;
        }
        listening.close().awaitUninterruptibly(CLOSE_MILLIS);
        CompletableFuture<Void> ended = new CompletableFuture<>();
        group.next().execute(() -> desk.streams().end(ended));
        long millis = desk.limits().endMillis() + CLOSE_MILLIS; // passes only if the page's thread hangs
        ended.completeOnTimeout(null, millis, MILLISECONDS).join();
        connections.close().awaitUninterruptibly(CLOSE_MILLIS);
        group.shutdownGracefully(0, CLOSE_MILLIS, MILLISECONDS);
        group.terminationFuture().awaitUninterruptibly(CLOSE_MILLIS);
    }
}
