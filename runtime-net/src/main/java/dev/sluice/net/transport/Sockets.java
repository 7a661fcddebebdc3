package dev.sluice.net.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DuplexChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.IntegerUnixChannelOption;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;

/**
 * The kind of sockets: epoll if its library loads, else the JDK's.
 *
 * @param server of TCP
 * @param client of TCP
 * @param localServer of Unix domain sockets
 * @param localClient of Unix domain sockets
 */
record Sockets(
        IoHandlerFactory handlers,
        Class<? extends ServerChannel> server,
        Class<? extends SocketChannel> client,
        Class<? extends ServerChannel> localServer,
        Class<? extends DuplexChannel> localClient) {
    private static final int TCP = 6;

    /**
     * Linux socket option: connections with little data in flight wait equally long before each of the first six
     * retransmissions.
     */
    static final IntegerUnixChannelOption THIN_LINEAR_TIMEOUTS =
            new IntegerUnixChannelOption("TCP_THIN_LINEAR_TIMEOUTS", TCP, 16);

    /** Linux socket option since 6.15: the longest wait before a retransmission [ms], at least 1,000. */
    static final IntegerUnixChannelOption RTO_MAX_MS = new IntegerUnixChannelOption("TCP_RTO_MAX_MS", TCP, 44);

    private static final int LONGEST_WAIT_MILLIS = 1_000;

    /** Bytes that the system takes beyond those in transit; small messages cannot overtake them [bytes]. */
    private static final int MOST_UNSENT_BYTES = 64 << 10;

    static Sockets best() {
        boolean nio = "nio".equals(System.getProperty("dev.sluice.net.sockets"));
        if (!nio && Epoll.isAvailable()) {
            return new Sockets(
                    EpollIoHandler.newFactory(),
                    EpollServerSocketChannel.class,
                    EpollSocketChannel.class,
                    EpollServerDomainSocketChannel.class,
                    EpollDomainSocketChannel.class);
        }
        return new Sockets(
                NioIoHandler.newFactory(),
                NioServerSocketChannel.class,
                NioSocketChannel.class,
                NioServerDomainSocketChannel.class,
                NioDomainSocketChannel.class);
    }

    /** The address as these sockets take it. */
    SocketAddress local(UnixDomainSocketAddress address) {
        return localClient == EpollDomainSocketChannel.class
                ? new DomainSocketAddress(address.getPath().toFile())
                : address;
    }

    /**
     * Shortens TCP's retransmission timeouts and its queue of unsent data, if the system supports that. Timeouts double
     * otherwise: after an outage of 3 s the next retransmission comes 6.2 s after its beginning, when the lease is over
     * and the work is reassigned.
     */
    static void prepare(Channel channel) {
        if (channel instanceof EpollSocketChannel) {
            channel.config().setOption(EpollChannelOption.TCP_NOTSENT_LOWAT, (long) MOST_UNSENT_BYTES);
            set(channel, THIN_LINEAR_TIMEOUTS, 1);
            set(channel, RTO_MAX_MS, LONGEST_WAIT_MILLIS);
        }
    }

    private static void set(Channel channel, IntegerUnixChannelOption option, int value) {
        try {
            channel.config().setOption(option, value);
        } catch (ChannelException e) {
            // this kernel does not have the option
        }
    }
}
