package dev.sluice.net.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.net.handshake.PinnedTrust;
import dev.sluice.net.runfile.RunIdentity;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Test;

/** The page elsewhere than on loopback. */
class PageTlsTest {
    private static final RunIdentity IDENTITY = RunIdentity.create();

    private static String ask(PageServer server, String host) throws Exception {
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(null, new TrustManager[] {new PinnedTrust(IDENTITY.fingerprint())}, null);
        int port = server.address().getPort();
        try (SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(60_000);
            String path = "/?token=" + PageClient.token(server);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: " + host + ":" + port + "\r\nConnection: close\r\n\r\n")
                            .getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }

    @Test
    void shouldEncryptAndKeepTheCookieOnEncryptedConnections() throws Exception {
        InetSocketAddress everywhere = new InetSocketAddress("0.0.0.0", 0);
        try (PageServer server = PageServer.open(everywhere, IDENTITY, new ScriptedSource())) {
            assertThat(server.url()).startsWith("https://");
            String named = URI.create(server.url()).getHost();
            assertThat(ask(server, named)).startsWith("HTTP/1.1 303 ").contains("; SameSite=Strict; Secure\r\n");
            assertThat(ask(server, "evil.example")).startsWith("HTTP/1.1 403 ");
        }
    }

    @Test
    void shouldSayNothingWithoutEncryption() throws Exception {
        InetSocketAddress loopback = new InetSocketAddress("127.0.0.1", 0);
        try (PageServer server = PageServer.open(loopback, IDENTITY, new ScriptedSource());
                Socket plain = new Socket("127.0.0.1", server.address().getPort())) {
            plain.setSoTimeout(60_000);
            plain.getOutputStream().write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(ISO_8859_1));
            assertThat(new String(plain.getInputStream().readAllBytes(), ISO_8859_1))
                    .doesNotContain("HTTP/1.1");
        }
    }
}
