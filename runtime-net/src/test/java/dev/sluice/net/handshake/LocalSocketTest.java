package dev.sluice.net.handshake;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.frame.Preamble;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.runfile.LocalSocket;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.Wire;
import dev.sluice.testing.Records;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers and strangers at a local socket, of either implementation. */
@Tag("slow")
class LocalSocketTest {
    private static final String SOCKETS = "dev.sluice.net.sockets";
    private static final byte[] PREAMBLE = Preamble.of(Role.WORKER, false).bytes();
    private static final byte[] TLS_PREAMBLE = Preamble.of(Role.WORKER, true).bytes();

    private static Wire open(String sockets) {
        System.setProperty(SOCKETS, sockets);
        return new Wire(
                Records.with(Wire.PATIENT, "maxUnproven", 40, "maxUnprovenPerAddress", 8), TransportKind.UNIX, 1);
    }

    @AfterEach
    void restore() {
        System.clearProperty(SOCKETS);
    }

    private static LocalSocket socket(Wire wire) {
        return Objects.requireNonNull(wire.file().socket());
    }

    private static String say(Wire wire, byte[]... parts) throws IOException {
        try (SocketChannel channel = SocketChannel.open(socket(wire).address())) {
            for (byte[] part : parts) {
                channel.write(ByteBuffer.wrap(part));
            }
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            ByteBuffer some = ByteBuffer.allocate(4_096);
            while (channel.read(some.clear()) >= 0) {
                all.write(some.array(), 0, some.position());
            }
            return all.toString(ISO_8859_1);
        }
    }

    private static Session dial(Wire wire) {
        return wire.dial(Wire.client(wire.file())).opened();
    }

    private static void assertOpen(Wire wire) {
        await().until(() -> {
            Wire.Peer peer = wire.dial(Wire.client(wire.file()));
            await().until(() -> peer.isOver() || peer.isOpen());
            return peer.isOpen();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"epoll", "nio"})
    void shouldConnectProcessesOfOneUserWithoutTls(String sockets) {
        try (Wire wire = open(sockets)) {
            Session near = dial(wire);
            Session far = Wire.take(wire.accepted).opened();

            for (Session each : List.of(near, far)) {
                assertThat(each.transport()).isEqualTo(TransportKind.UNIX);
                assertThat(each.loopback()).isTrue();
                assertThat(each.inProcess()).isFalse();
                assertThat(each.peer()).isEqualTo("this machine");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"epoll", "nio"})
    void shouldRefuseWhatIsNoPeer(String sockets) throws IOException {
        try (Wire wire = open(sockets)) {
            assertThat(say(wire, "GET / HTTP/1.1\r\n\r\n".getBytes(ISO_8859_1))).contains("Sluice E300: ");
            assertThat(say(wire, new byte[300])).startsWith("Sluice E300: ").hasLineCount(1);
            assertThat(say(wire, TLS_PREAMBLE)).startsWith("Sluice E313: this port is without TLS");
            byte[] huge = {(byte) 0xFF, -1, -1, -1, 2, 0};
            assertThat(say(wire, PREAMBLE, huge)).contains("PROOF frame of 4294967295 bytes");
            say(wire, PREAMBLE, new byte[5_000]);
            await().untilAsserted(() -> assertThat(wire.endpoint.offences())
                    .containsKeys(ErrorCode.NOT_SLUICE, ErrorCode.INSECURE_REFUSED, ErrorCode.FRAME_TOO_LARGE));
            assertThat(wire.accepted).isEmpty();
            assertOpen(wire);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"epoll", "nio"})
    void shouldBoundUnprovenConnections(String sockets) throws IOException {
        try (Wire wire = open(sockets)) {
            List<SocketChannel> silent = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                silent.add(SocketChannel.open(socket(wire).address()));
            }
            await().untilAsserted(() -> assertThat(say(wire)).startsWith("Sluice E306: "));
            for (SocketChannel channel : silent) {
                channel.close();
            }
            assertOpen(wire);
        }
    }

    /** The directory keeps other users out already; here it is opened to them, as an administrator's mistake would. */
    @ParameterizedTest
    @ValueSource(strings = {"epoll", "nio"})
    void shouldRefuseAnotherUsersProcess(String sockets, @TempDir Path directory) throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can start a process of another user");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "needs setpriv");
        try (Wire wire = open(sockets)) {
            LocalSocket socket = socket(wire);
            Files.setPosixFilePermissions(socket.directory(), PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.setPosixFilePermissions(socket.path(), PosixFilePermissions.fromString("rwxrwxrwx"));
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
            Path source = directory.resolve("Stranger.java");
            Files.writeString(source, """
                    public class Stranger {
                        public static void main(String[] a) throws Exception {
                            try (var c = java.nio.channels.SocketChannel.open(
                                    java.net.UnixDomainSocketAddress.of(a[0]))) {
                                var some = java.nio.ByteBuffer.allocate(4096);
                                while (c.read(some) >= 0) { }
                                System.out.write(some.array(), 0, some.position());
                                System.out.flush();
                            }
                        }
                    }
                    """);
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            Process stranger = new ProcessBuilder(
                            "/usr/bin/setpriv",
                            "--reuid=65534",
                            "--regid=65534",
                            "--clear-groups",
                            java,
                            source.toString(),
                            socket.path().toString())
                    .redirectErrorStream(true)
                    .start();

            String answer = new String(stranger.getInputStream().readAllBytes(), ISO_8859_1);

            assertThat(answer).startsWith("Sluice E325: a process of ").contains("(expected: ");
            assertThat(wire.endpoint.offences()).containsKey(ErrorCode.WRONG_USER);
            assertThat(wire.accepted).isEmpty();
            assertOpen(wire);
        }
    }
}
