package dev.sluice.net;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

/** Which kind of sockets: epoll's where its library loads, else the JDK's. */
record Sockets(
        IoHandlerFactory handlers, Class<? extends ServerChannel> server, Class<? extends SocketChannel> client) {
    static Sockets best() {
        boolean nio = "nio".equals(System.getProperty("dev.sluice.net.sockets"));
        if (!nio && Epoll.isAvailable()) {
            return new Sockets(EpollIoHandler.newFactory(), EpollServerSocketChannel.class, EpollSocketChannel.class);
        }
        return new Sockets(NioIoHandler.newFactory(), NioServerSocketChannel.class, NioSocketChannel.class);
    }
}
