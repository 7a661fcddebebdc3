package dev.sluice.benchmarks.campaign;

import dev.sluice.net.runfile.RunFile;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * A connection of a hostile worker that knows the run's secret. It is written from {@code docs/protocol.md}: of the
 * runtime it uses the run file only. One thread sends, another may receive and close.
 */
final class HostileWire implements AutoCloseable {
    private static final byte[] PREAMBLE = {(byte) 0xF5, 'S', 'l', 'u', 1, 1, 1, 1};
    private static final byte[] LABEL = "sluice proof of a peer".getBytes(StandardCharsets.US_ASCII);
    private static final int WORKER = 1;
    private static final int NONCE_BYTES = 32;
    private static final int PATIENCE_MILLIS = 10_000;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int MOST_BYTES = 1 << 20;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Socket plain;
    private final DataInputStream in;
    private final DataOutputStream out;

    private HostileWire(Socket plain, DataInputStream in, DataOutputStream out) {
        this.plain = plain;
        this.in = in;
        this.out = out;
    }

    /**
     * A frame that the master sent.
     *
     * @param header its fields
     */
    record Frame(int kind, ByteBuffer header) {}

    /** Connects from an address of this host, and proves the secret. */
    static HostileWire connect(RunFile run, InetAddress from) throws IOException {
        Socket plain = new Socket();
        try {
            plain.setSoTimeout(PATIENCE_MILLIS);
            plain.bind(new InetSocketAddress(from, 0));
            int port = run.addresses().get(0).getPort();
            plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
            plain.getOutputStream().write(PREAMBLE);
            byte[] master = plain.getInputStream().readNBytes(PREAMBLE.length);
            if (master.length < PREAMBLE.length || master[0] != PREAMBLE[0]) {
                throw new IOException("the master refuses the connection");
            }
            SSLSocket tls =
                    (SSLSocket) encryption().getSocketFactory().createSocket(plain, from.getHostAddress(), port, true);
            tls.setEnabledProtocols(new String[] {"TLSv1.3"});
            tls.startHandshake();
            OutputStream buffered = new BufferedOutputStream(tls.getOutputStream(), BUFFER_BYTES);
            HostileWire wire =
                    new HostileWire(plain, new DataInputStream(tls.getInputStream()), new DataOutputStream(buffered));
            wire.prove(run, master);
            plain.setSoTimeout(0);
            return wire;
        } catch (IOException | GeneralSecurityException failure) {
            plain.close();
            throw failure instanceof IOException io ? io : new IOException(failure);
        }
    }

    private void prove(RunFile run, byte[] master) throws IOException, GeneralSecurityException {
        byte[] theirs = new byte[NONCE_BYTES];
        Objects.requireNonNull(WireFields.messages(receive().header()).get(1)).get(theirs);
        byte[] own = new byte[NONCE_BYTES];
        RANDOM.nextBytes(own);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(run.secret().bytes(), "HmacSHA256"));
        mac.update(LABEL);
        mac.update((byte) 0);
        mac.update((byte) WORKER);
        mac.update(theirs);
        mac.update(own);
        mac.update(HexFormat.of().parseHex(run.fingerprint()));
        mac.update(PREAMBLE);
        send(HostileKinds.PROOF, new WireFields().bytes(1, own).bytes(2, mac.doFinal(master)), new byte[0]);
        flush();
        if (receive().kind() != HostileKinds.PROOF) {
            throw new IOException("the master refuses the proof");
        }
    }

    /** Accepts any certificate: this side has nothing to lose. */
    private static SSLContext encryption() throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(null, new TrustManager[] {new AnyCertificate()}, RANDOM);
        return context;
    }

    private static final class AnyCertificate implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    /** Writes a frame into the buffer. */
    void send(int kind, WireFields header, byte[] bulk) throws IOException {
        byte[] fields = header.toBytes();
        ByteArrayOutputStream size = new ByteArrayOutputStream();
        WireFields.varint(size, fields.length);
        out.writeInt(1 + size.size() + fields.length + bulk.length);
        out.write(kind);
        out.write(size.toByteArray());
        out.write(fields);
        out.write(bulk);
    }

    /** Writes bytes that need not be a frame into the buffer. */
    void raw(byte[] bytes) throws IOException {
        out.write(bytes);
    }

    void flush() throws IOException {
        out.flush();
    }

    /** Waits for the next frame. Without bulk, which is skipped. */
    Frame receive() throws IOException {
        int length = in.readInt();
        if (length < 2 || length > MOST_BYTES) {
            throw new IOException("a frame of " + length + " bytes");
        }
        ByteBuffer frame = ByteBuffer.wrap(in.readNBytes(length));
        if (frame.remaining() < length) {
            throw new IOException("half a frame");
        }
        int kind = frame.get() & 0xFF;
        int size = (int) WireFields.varint(frame);
        return new Frame(kind, frame.slice(frame.position(), size));
    }

    /** Closes without any farewell. Any thread; also while another one sends. */
    @Override
    public void close() throws IOException {
        plain.close();
    }
}
