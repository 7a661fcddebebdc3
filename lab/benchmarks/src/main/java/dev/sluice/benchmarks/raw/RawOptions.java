package dev.sluice.benchmarks.raw;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options shared by the raw master and its workers; a worker is started with its master's options. */
final class RawOptions {
    @Option(names = "--tls", description = "TLS 1.3 with a certificate made at start")
    boolean tls;

    @Option(names = "--message", defaultValue = "0", description = "bytes of a streamed message; 0: exchange units")
    int messageBytes;

    @Option(names = "--part", defaultValue = "262144", description = "bytes of a streamed part")
    int partBytes;

    @Option(names = "--port", defaultValue = "0")
    int port;

    @Option(names = "--socket", description = "path of a Unix domain socket, instead of TCP over the loopback")
    @Nullable
    Path socket;

    /** The place where the master listens; its port is 0 until one is chosen. */
    SocketAddress address() {
        return socket == null
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
                : UnixDomainSocketAddress.of(socket);
    }

    boolean streaming() {
        return messageBytes > 0;
    }

    int partsOfMessage() {
        return (messageBytes + partBytes - 1) / partBytes;
    }
}
