package dev.sluice.net.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.net.handshake.ServerConfig;
import dev.sluice.net.rules.NetException;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.runfile.LocalSocket;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.RunSecrets;
import dev.sluice.net.runfile.UnitNeeds;
import dev.sluice.net.session.Wire;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The places where a master listens, and which of its places a peer uses. */
class ListeningTest {
    private static final InetSocketAddress LOOPBACK = new InetSocketAddress("127.0.0.1", 0);

    private final Transport transport = Transport.open("master", 1);
    private final Transport worker = Transport.open("worker", 1);
    private final RunSecrets secrets = RunSecrets.create();
    private int identities;

    @TempDir
    Path directory;

    @BeforeEach
    void keepOthersOut() throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    }

    @AfterEach
    void close() {
        worker.close();
        transport.close();
    }

    private Listening open(TransportChoice choice, boolean network, Path socket) {
        return Listening.open(
                transport,
                new Listening.Terms(choice, network, LOOPBACK, socket),
                () -> {
                    identities++;
                    return RunIdentity.create();
                },
                key -> new ServerConfig(key, secrets, false, Wire.PATIENT),
                session -> new Wire.Peer(null));
    }

    private RunFile file(Listening listening) {
        return listening.runFile(new RunId("run-1"), Role.WORKER, secrets.worker());
    }

    private TransportKind connect(SocketAddress place, RunFile file) {
        Wire.Peer peer = new Wire.Peer(null);
        worker.dial(place, Wire.client(file), peer);
        return peer.opened().transport();
    }

    @Test
    void shouldNeedNeitherKeyNorPortForPeersOfThisMachine() {
        try (Listening listening = open(TransportChoice.AUTO, false, directory.resolve("sock"))) {
            RunFile file = file(listening);

            assertThat(identities).isZero();
            assertThat(listening.address()).isNull();
            assertThat(file.addresses()).isEmpty();
            assertThat(file.text()).doesNotContain("certificate=");
            assertThat(file.places()).hasSize(1);
            assertThat(connect(file.places().get(0), file)).isEqualTo(TransportKind.UNIX);
            assertThatThrownBy(() -> TransportChoice.TCP.of(file))
                    .isInstanceOf(NetException.class)
                    .hasMessageContaining("--listen");
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldServeBothMachines() {
        try (Listening listening = open(TransportChoice.AUTO, true, directory.resolve("sock"))) {
            RunFile file = file(listening);

            assertThat(file.places().get(0)).isInstanceOf(UnixDomainSocketAddress.class);
            assertThat(connect(file.places().get(0), file)).isEqualTo(TransportKind.UNIX);
            assertThat(connect(file.places().get(1), file)).isEqualTo(TransportKind.TLS);
            assertThat(TransportChoice.UNIX.of(file).places()).hasSize(1);
            assertThat(TransportChoice.TCP.of(file).places()).isEqualTo(file.addresses());
        }
    }

    @Test
    void shouldUseOnlyTheTransportThatIsForced() {
        try (Listening unix = open(TransportChoice.UNIX, true, directory.resolve("a"));
                Listening tcp = open(TransportChoice.TCP, false, directory.resolve("b"))) {
            assertThat(unix.address()).isNull();
            assertThat(file(tcp).socket()).isNull();
            assertThat(connect(file(tcp).places().get(0), file(tcp))).isEqualTo(TransportKind.TLS);
            assertThatThrownBy(() -> TransportChoice.UNIX.of(file(tcp)))
                    .isInstanceOf(NetException.class)
                    .hasMessageContaining("no local socket");
        }
    }

    @Test
    void shouldPutTheSocketElsewhereIfItsPathIsTooLong() {
        Path deep = directory.resolve("d".repeat(120)).resolve("sock");
        Path elsewhere;
        try (Listening listening = open(TransportChoice.AUTO, false, deep)) {
            RunFile file = file(listening);

            elsewhere = Objects.requireNonNull(listening.socket());
            assertThat(connect(file.places().get(0), file)).isEqualTo(TransportKind.UNIX);
        }
        assertThat(elsewhere.getParent()).doesNotExist();
    }

    /** The file may be the socket of another run, or the user's. */
    @Test
    void shouldLeaveAloneWhatHasThePathAlready() throws IOException {
        Path path = Files.createFile(directory.resolve("sock"));
        try (Listening first = open(TransportChoice.UNIX, false, directory.resolve("live"));
                Listening beside = open(TransportChoice.UNIX, false, directory.resolve("live"));
                Listening listening = open(TransportChoice.UNIX, false, path)) {
            for (Listening each : List.of(first, beside, listening)) {
                assertThat(connect(file(each).places().get(0), file(each))).isEqualTo(TransportKind.UNIX);
            }
            assertThat(beside.socket()).isNotEqualTo(first.socket());
        }
        assertThat(path).isRegularFile();
    }

    @Test
    void shouldCloseTheSocketIfTheAddressIsInUse() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, LOOPBACK.getAddress())) {
            Listening.Terms terms = new Listening.Terms(
                    TransportChoice.AUTO,
                    true,
                    new InetSocketAddress("127.0.0.1", other.getLocalPort()),
                    directory.resolve("sock"));
            assertThatThrownBy(() -> Listening.open(
                            transport,
                            terms,
                            RunIdentity::create,
                            key -> new ServerConfig(key, secrets, false, Wire.PATIENT),
                            session -> new Wire.Peer(null)))
                    .isInstanceOfSatisfying(
                            NetException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ADDRESS_IN_USE));
        }
        assertThat(directory).isEmptyDirectory();
    }

    /** The same path on another machine, or in a container with a network of its own, is another file. */
    @Test
    void shouldNotUseTheSocketOfAnotherMachine() throws IOException {
        Path path = Files.createFile(directory.resolve("sock"));
        RunFile file = new RunFile(
                new RunId("run-1"),
                List.of(),
                new LocalSocket(path, "elsewhere"),
                RunFile.WITHOUT_CERTIFICATE,
                Role.WORKER,
                secrets.worker(),
                false,
                UnitNeeds.NONE);

        assertThat(LocalSocket.here(path).usable()).isTrue();
        assertThat(file.places()).isEmpty();
        assertThatThrownBy(() -> TransportChoice.AUTO.of(file))
                .isInstanceOfSatisfying(
                        NetException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONNECT_FAILED))
                .hasMessageContaining(path.toString());
    }
}
