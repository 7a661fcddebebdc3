package dev.sluice.net.handshake;

import io.netty.channel.Channel;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;
import org.jspecify.annotations.Nullable;

/**
 * The peers of a local socket: processes of the user who owns the socket. The system itself tells who connected
 * ({@code SO_PEERCRED}). Thread-safe.
 */
public final class LocalPeers {
    private final int owner;
    private final UserPrincipal name;

    LocalPeers(int owner, UserPrincipal name) {
        this.owner = owner;
        this.name = name;
    }

    /** The processes of the owner of this directory, in which the socket is. */
    public static LocalPeers ofOwner(Path directory) throws IOException {
        return new LocalPeers((Integer) Files.getAttribute(directory, "unix:uid"), Files.getOwner(directory));
    }

    /** @throws IOException if another user's process connected */
    void check(Channel connected) throws IOException {
        if (connected instanceof EpollDomainSocketChannel channel) {
            int user = channel.peerCredentials().uid();
            if (user != owner) {
                throw new IOException("a process of user " + user + " connected (expected: user " + owner + ")");
            }
        } else {
            @Nullable
            UnixDomainPrincipal peer =
                    connected.config().getOption(NioChannelOption.of(ExtendedSocketOptions.SO_PEERCRED));
            if (peer == null || !peer.user().equals(name)) {
                throw new IOException("a process of " + peer + " connected (expected: " + name + ")");
            }
        }
    }
}
