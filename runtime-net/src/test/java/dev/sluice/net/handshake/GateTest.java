package dev.sluice.net.handshake;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.codec.Kind;
import dev.sluice.net.frame.Preamble;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.rules.Limits;
import dev.sluice.net.rules.NetException;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.Secret;
import dev.sluice.net.session.Wire;
import dev.sluice.net.transport.ClientConfig;
import dev.sluice.proto.Proof;
import dev.sluice.testing.Records;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Everything that is not a peer of this run, at the one gate. */
@Tag("slow")
class GateTest {
    private static final byte[] PREAMBLE = Preamble.of(Role.WORKER, true).bytes();
    private static final byte[] PLAIN_PREAMBLE = Preamble.of(Role.WORKER, false).bytes();

    private final Limits limits = Records.with(Wire.PATIENT, "maxUnproven", 40, "maxUnprovenPerAddress", 8);
    private Wire wire;
    private Wire plain;
    private Wire local;

    @BeforeEach
    void open() {
        wire = new Wire(limits, TransportKind.TLS, 1);
        plain = new Wire(limits, TransportKind.TCP, 1);
        local = new Wire(limits, TransportKind.UNIX, 1);
    }

    @AfterEach
    void close() {
        wire.close();
        plain.close();
        local.close();
    }

    private static String say(Wire wire, byte[]... parts) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", wire.endpoint.address().getPort())) {
            socket.setSoTimeout(60_000);
            for (byte[] part : parts) {
                socket.getOutputStream().write(part);
                socket.getOutputStream().flush();
            }
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }

    private static void assertOffence(Wire wire, ErrorCode code) {
        await().untilAsserted(() -> assertThat(wire.endpoint.offences()).containsKey(code));
    }

    /** Whatever happened before: a worker still gets in. */
    private static void assertOpen(Wire wire) {
        await().until(() -> {
            Wire.Peer peer = wire.dial(Wire.client(wire.file()));
            await().until(() -> peer.isOver() || peer.isOpen());
            return peer.isOpen();
        });
    }

    @Test
    void shouldAnswerHttpInHttp() throws IOException {
        String answer = say(wire, "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(ISO_8859_1));

        assertThat(answer)
                .startsWith("HTTP/1.1 400 Bad Request\r\n")
                .contains("Sluice E300: ")
                .endsWith("\n");
        assertOffence(wire, ErrorCode.NOT_SLUICE);
        assertOpen(wire);
    }

    @Test
    void shouldAnswerOtherProtocolsInOneLine() throws IOException {
        byte[] tlsHello = {0x16, 3, 1, 2, 0, 1, 0, 1, (byte) 0xFC, 3, 3};
        for (byte[] banner : List.of("SSH-2.0-OpenSSH_9\r\n".getBytes(ISO_8859_1), tlsHello, new byte[300])) {
            assertThat(say(wire, banner)).startsWith("Sluice E300: ").hasLineCount(1);
        }
        assertOpen(wire);
    }

    @Test
    void shouldRefuseAPreambleThatNobodySends() throws IOException {
        byte[] flags = PREAMBLE.clone();
        flags[7] = 2;
        byte[] role = PREAMBLE.clone();
        role[6] = 10;
        byte[] master = PREAMBLE.clone();
        master[6] = 3;
        for (byte[] preamble : List.of(flags, role, master)) {
            assertThat(say(wire, preamble)).startsWith("Sluice E300: preamble: ");
        }
        assertThat(say(wire, PLAIN_PREAMBLE)).startsWith("Sluice E313: this port is with TLS");
        assertOpen(wire);
    }

    @Test
    void shouldSayWhichVersionsItSpeaks() throws IOException {
        byte[] newer = PREAMBLE.clone();
        newer[4] = 7;
        newer[5] = 9;

        byte[] answer = say(wire, newer).getBytes(ISO_8859_1);

        assertThat(answer).isEqualTo(Preamble.of(Role.MASTER, true).bytes());
        assertOffence(wire, ErrorCode.VERSION_MISMATCH);
    }

    @Test
    void shouldTellTheWorkerWhichSideToUpdate() throws Exception {
        Closing why = dialOneThatAnswers(new byte[] {(byte) 0xF5, 'S', 'l', 'u', 2, 3, 3, 1});

        assertThat(why.code()).isEqualTo(ErrorCode.VERSION_MISMATCH);
        assertThat(why.text()).contains("2 to 3").contains("1 to 1").contains("update this side");
    }

    @Test
    void shouldShowPrintablyWhatIsNoMaster() throws Exception {
        Closing why = dialOneThatAnswers("SSH-2.0-\u001b[31mx\r\n".getBytes(ISO_8859_1));

        assertThat(why.code()).isEqualTo(ErrorCode.NOT_SLUICE);
        assertThat(why.text()).contains("SSH-2.0-").doesNotContain("\u001b");
    }

    private Closing dialOneThatAnswers(byte[] answer) throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Wire.Peer peer = new Wire.Peer(null);
            InetSocketAddress address = new InetSocketAddress("127.0.0.1", other.getLocalPort());
            wire.worker.dial(address, Wire.client(wire.file()), peer);
            try (Socket socket = other.accept()) {
                socket.getOutputStream().write(answer);
                return peer.closing();
            }
        }
    }

    @Test
    void shouldRefuseAWrongSecretOnBothSides() {
        for (Wire each : List.of(wire, plain, local)) {
            ClientConfig wrong = new ClientConfig(
                    Wire.IDENTITY.fingerprint(), Role.WORKER, Secret.create(), each.insecure, Wire.PATIENT);
            Closing why = each.dial(wrong).closing();

            assertThat(why.code()).isEqualTo(ErrorCode.WRONG_SECRET);
            assertThat(why.byPeer()).isTrue();
            assertOffence(each, ErrorCode.WRONG_SECRET);
            assertThat(each.accepted).isEmpty();
            assertOpen(each);
        }
    }

    @Test
    void shouldTellAWorkersSecretFromAnOperators() {
        ClientConfig asOperator = new ClientConfig(
                Wire.IDENTITY.fingerprint(), Role.OPERATOR, Wire.SECRETS.worker(), false, Wire.PATIENT);
        assertThat(wire.dial(asOperator).closing().code()).isEqualTo(ErrorCode.WRONG_SECRET);

        ClientConfig operator = new ClientConfig(
                Wire.IDENTITY.fingerprint(), Role.OPERATOR, Wire.SECRETS.operator(), false, Wire.PATIENT);
        assertThat(wire.dial(operator).opened().role()).isEqualTo(Role.MASTER);
        assertThat(Wire.take(wire.accepted).opened().role()).isEqualTo(Role.OPERATOR);
    }

    @Test
    void shouldRefuseAWrongCertificate() {
        ClientConfig wrong = new ClientConfig("ab".repeat(32), Role.WORKER, Wire.SECRETS.worker(), false, Wire.PATIENT);
        Closing why = wire.dial(wrong).closing();

        assertThat(why.code()).isEqualTo(ErrorCode.WRONG_CERTIFICATE);
        assertThat(wire.accepted).isEmpty();
        assertOpen(wire);
    }

    @Test
    void shouldRefusePlaintextWhereTlsIsDue() throws IOException {
        say(wire, PREAMBLE, "hello, hello, is anybody there?\n".getBytes(ISO_8859_1));

        assertOffence(wire, ErrorCode.TLS_FAILED);
        assertOpen(wire);
    }

    @Test
    void shouldNotDelayOrKeepAPeerThatIsSlow() throws IOException {
        try (Wire impatient = new Wire(
                Records.with(limits, "handshakeNanos", TimeUnit.MILLISECONDS.toNanos(700)), TransportKind.TLS, 1)) {
            say(impatient, new byte[] {PREAMBLE[0]});
            say(impatient, PREAMBLE);

            assertOffence(impatient, ErrorCode.HANDSHAKE_TIMEOUT);
            assertOpen(impatient);
        }
    }

    @Test
    void shouldRefuseFramesThatAreTooLargeTooManyOrNotDueBeforeTheProof() throws IOException {
        byte[] large = {0, 0, 0x20, 1, 2, 0};
        byte[] early = {0, 0, 0, 2, (byte) Kind.REGISTER.number(), 0};
        byte[] unknown = {0, 0, 0, 2, 127, 0};
        byte[] huge = {(byte) 0xFF, -1, -1, -1, 2, 0};
        byte[] empty = {0, 0, 0, 2, (byte) Kind.PROOF.number(), 0};

        assertThat(say(plain, PLAIN_PREAMBLE, large)).contains("PROOF frame of 8193 bytes (expected: at most 4096");
        assertThat(say(plain, PLAIN_PREAMBLE, huge)).contains("PROOF frame of 4294967295 bytes");
        assertThat(say(plain, PLAIN_PREAMBLE, early)).contains("REGISTER in state PROVE");
        assertThat(say(plain, PLAIN_PREAMBLE, unknown)).contains("unknown kind 127");
        assertThat(say(plain, PLAIN_PREAMBLE, empty)).contains("nonce of 0 bytes");
        say(plain, PLAIN_PREAMBLE, new byte[5_000]);
        assertOffence(plain, ErrorCode.FRAME_TOO_LARGE);
        assertOpen(plain);
    }

    @Test
    void shouldRefuseMoreUnprovenConnectionsThanItsLimitFromOneAddress() throws IOException {
        List<Socket> silent = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            silent.add(new Socket("127.0.0.1", wire.endpoint.address().getPort()));
        }
        await().untilAsserted(() -> assertThat(say(wire)).startsWith("Sluice E306: "));
        for (Socket socket : silent) {
            socket.close();
        }
        assertOpen(wire);
    }

    @Test
    void shouldListenAndDialInsecurelyOnLoopbackOnly() {
        InetSocketAddress anywhere = new InetSocketAddress("0.0.0.0", 0);
        ServerConfig config = new ServerConfig(Wire.IDENTITY, Wire.SECRETS, true, limits);
        assertThatThrownBy(() -> wire.master.listen(anywhere, config, session -> new Wire.Peer(null)))
                .isInstanceOfSatisfying(
                        NetException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INSECURE_REFUSED));
        ClientConfig client = Wire.client(plain.file());
        assertThatThrownBy(() -> wire.worker.dial(new InetSocketAddress("192.0.2.1", 9), client, new Wire.Peer(null)))
                .isInstanceOf(NetException.class);
    }

    @Test
    void shouldSayThatAnAddressIsInUseAndThatNobodyListens() throws IOException {
        ServerConfig config = new ServerConfig(Wire.IDENTITY, Wire.SECRETS);
        assertThatThrownBy(() -> wire.master.listen(wire.endpoint.address(), config, session -> new Wire.Peer(null)))
                .isInstanceOfSatisfying(
                        NetException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ADDRESS_IN_USE));
        try (Socket deaf = Wire.deaf()) {
            Wire.Peer peer = new Wire.Peer(null);
            InetSocketAddress address = new InetSocketAddress("127.0.0.1", deaf.getLocalPort());
            wire.worker.dial(address, Wire.client(wire.file()), peer);
            assertThat(peer.closing().code()).isEqualTo(ErrorCode.CONNECT_FAILED);
        }
    }

    @Test
    void shouldRefuseAProofReplayedOnAnotherConnection() throws Exception {
        byte[] first = proofFor(Wire.SECRETS.worker(), Proofs.nonce());
        String answer = say(plain, PLAIN_PREAMBLE, first);
        assertThat(answer).contains("not one of this run's WORKER secret");
    }

    private static byte[] proofFor(Secret secret, byte[] otherNonce) {
        byte[] nonce = Proofs.nonce();
        Proofs proofs = new Proofs(
                secret, Wire.IDENTITY.fingerprint(), Preamble.of(Role.WORKER, false), Preamble.of(Role.MASTER, false));
        byte[] header = Proof.newBuilder()
                .setNonce(ByteString.copyFrom(nonce))
                .setMac(ByteString.copyFrom(proofs.ofPeer(otherNonce, nonce)))
                .build()
                .toByteArray();
        ByteBuffer frame = ByteBuffer.allocate(6 + header.length);
        frame.putInt(2 + header.length).put((byte) Kind.PROOF.number()).put((byte) header.length);
        return frame.put(header).array();
    }
}
