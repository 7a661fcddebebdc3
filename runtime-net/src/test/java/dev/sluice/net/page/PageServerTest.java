package dev.sluice.net.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.net.rules.NetException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page over a real socket: who gets in, and what everybody else gets. */
class PageServerTest {
    private static final InetSocketAddress LOOPBACK = new InetSocketAddress("127.0.0.1", 0);
    /** The usual limits, except times that a busy machine exceeds. */
    private static final PageLimits PATIENT = new PageLimits(
            PageLimits.STANDARD.connections(),
            PageLimits.STANDARD.pages(),
            PageLimits.STANDARD.documents(),
            120_000,
            120_000,
            PageLimits.STANDARD.periodMillis(),
            PageLimits.STANDARD.heartbeatMillis(),
            PageLimits.STANDARD.stallMillis(),
            60_000);

    private final ScriptedSource source = new ScriptedSource();
    private PageServer server;
    private String cookie;

    @BeforeEach
    void open() throws IOException {
        server = PageServer.open(LOOPBACK, null, source, PATIENT);
        cookie = "Cookie: " + PageClient.cookie(server) + "\r\n";
    }

    @AfterEach
    void close() {
        server.close();
    }

    private PageClient.Reply get(String uri, String headers) throws IOException {
        try (PageClient client = new PageClient(server)) {
            return client.get(uri, headers);
        }
    }

    private PageClient.Reply ask(String request) throws IOException {
        try (PageClient client = new PageClient(server)) {
            return client.ask(request);
        }
    }

    @Test
    void shouldServeThePageToWhoHasTheCookie() throws IOException {
        PageClient.Reply page = get("/", cookie);

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).isEqualTo("<h1>run</h1>");
        assertThat(page.head())
                .contains(
                        "content-type: text/html; charset=utf-8\n",
                        "content-security-policy: default-src 'self'; base-uri 'none'; form-action 'none';"
                                + " frame-ancestors 'none'; object-src 'none'\n",
                        "x-content-type-options: nosniff\n",
                        "referrer-policy: no-referrer\n",
                        "cache-control: no-store\n",
                        "cross-origin-resource-policy: same-origin\n",
                        "cross-origin-opener-policy: same-origin\n")
                .doesNotContain("access-control-allow");
        assertThat(get("/page.css", cookie).body()).isEqualTo("h1 {}");
        assertThat(get("/data.json", cookie).body()).isEqualTo("{\"whole\":true}");
    }

    @Test
    void shouldSayInASentenceThatTheTokenIsMissing() throws IOException {
        for (String path : List.of("/", "/page.css", "/data.json", "/metrics", "/events", "/nothing")) {
            PageClient.Reply reply = get(path, "");
            assertThat(reply.status()).as(path).isEqualTo(403);
            assertThat(reply.body())
                    .startsWith("Sluice: This page needs its token")
                    .endsWith(".\n")
                    .hasLineCount(1);
        }
    }

    @Test
    void shouldRefuseAWrongToken() throws IOException {
        String token = PageClient.token(server);
        String wrong = token.substring(1) + (token.startsWith("0") ? "1" : "0");
        for (String query : List.of("token=" + wrong, "token=", "token=" + token + "0", "x=1&token=" + wrong)) {
            PageClient.Reply reply = get("/?" + query, cookie);
            assertThat(reply.status()).as(query).isEqualTo(403);
            assertThat(reply.head()).doesNotContain("set-cookie");
            assertThat(reply.body()).contains("not that of this run").doesNotContain(wrong);
        }
        assertThat(get("/data.json?token=" + token, "").status())
                .as("only for the page")
                .isEqualTo(403);
    }

    @Test
    void shouldExchangeTheTokenForACookieAndLeadToThePageWithoutIt() throws IOException {
        String token = PageClient.token(server);
        PageClient.Reply reply = get("/?token=" + token, "");

        assertThat(token).matches("[0-9a-f]{32}");
        assertThat(reply.status()).isEqualTo(303);
        assertThat(reply.head())
                .contains("location: /\n")
                .containsPattern("set-cookie: sluice-" + server.address().getPort()
                        + "=[0-9a-f]{32}; Path=/; HttpOnly; SameSite=Strict\n")
                .doesNotContain(token);
        assertThat(get("/?token=" + token, "").status())
                .as("in a second browser")
                .isEqualTo(303);
        assertThat(get("/", "Cookie: sluice-" + server.address().getPort() + "=" + token + "\r\n")
                        .status())
                .as("the token is no cookie")
                .isEqualTo(403);
    }

    @Test
    void shouldLeadOnByAPageOfItsOwnAfterALinkOfAnotherSite() throws IOException {
        String link = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n";
        PageClient.Reply reply = get("/?token=" + PageClient.token(server), link);

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.head()).contains("set-cookie: ");
        assertThat(reply.body()).contains("http-equiv=\"refresh\" content=\"0; url=/\"");
    }

    @Test
    void shouldFindItsCookieAmongOthers() throws IOException {
        String own = PageClient.cookie(server);
        String name = own.substring(0, own.indexOf('='));
        assertThat(get("/", "Cookie: a=b; " + name + "=wrong; " + own + "; c\r\n")
                        .status())
                .isEqualTo(200);
        assertThat(get("/", "Cookie: x" + own + "\r\n").status()).isEqualTo(403);
        assertThat(get("/", "Cookie: " + name + "\r\n").status()).isEqualTo(403);
    }

    @Test
    void shouldRefuseEveryOtherHost() throws IOException {
        int port = server.address().getPort();
        List<String> wrong = List.of(
                "evil.example:" + port,
                "127.0.0.1.evil.example:" + port,
                "127.0.0.1",
                "127.0.0.1:" + (port + 1),
                "",
                "127.0.0.1:" + port + "@evil.example",
                "evil.example\r\nHost: 127.0.0.1:" + port);
        for (String host : wrong) {
            PageClient.Reply reply = ask("GET / HTTP/1.1\r\nHost: " + host + "\r\n" + cookie + "\r\n");
            assertThat(reply.status()).as(host).isBetween(400, 403);
            assertThat(reply.body()).doesNotContain("evil", "<h1>");
        }
        for (String host : List.of("127.0.0.1:" + port, "localhost:" + port, "LocalHost:" + port, "[::1]:" + port)) {
            assertThat(ask("GET / HTTP/1.1\r\nHost: " + host + "\r\n" + cookie + "\r\n")
                            .status())
                    .as(host)
                    .isEqualTo(200);
        }
        assertThat(ask("GET / HTTP/1.0\r\n" + cookie + "\r\n").status()).isEqualTo(403);
    }

    @Test
    void shouldRefusePagesOfOtherOrigins() throws IOException {
        for (String header : List.of(
                "Origin: http://evil.example\r\n",
                "Origin: null\r\n",
                "Origin: http://127.0.0.1:1\r\n",
                "Sec-Fetch-Site: cross-site\r\n",
                "Sec-Fetch-Site: same-site\r\nSec-Fetch-Mode: cors\r\n",
                "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe\r\n",
                "Upgrade: websocket\r\nConnection: Upgrade\r\nOrigin: http://evil.example\r\n")) {
            PageClient.Reply reply = get("/data.json", cookie + header);
            assertThat(reply.status()).as(header).isEqualTo(403);
            assertThat(reply.body()).contains("another site");
        }
        String own = "Origin: http://127.0.0.1:" + server.address().getPort() + "\r\nSec-Fetch-Site: same-origin\r\n";
        assertThat(get("/data.json", cookie + own).status()).isEqualTo(200);
    }

    @Test
    void shouldTakeNothingButQuestions() throws IOException {
        String host = "Host: 127.0.0.1:" + server.address().getPort() + "\r\n";
        for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get")) {
            PageClient.Reply reply = ask(method + " / HTTP/1.1\r\n" + host + cookie + "\r\n");
            assertThat(reply.status()).as(method).isEqualTo(405);
            assertThat(reply.head()).contains("allow: GET, HEAD\n");
        }
        PageClient.Reply head = ask("HEAD /page.css HTTP/1.1\r\n" + host + cookie + "\r\n");
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.head()).contains("content-length: 5\n");
    }

    @Test
    void shouldRefuseBodiesInWhichAnotherRequestCouldHide() throws IOException {
        for (String header : List.of("Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n")) {
            try (PageClient client = new PageClient(server)) {
                client.send("GET / HTTP/1.1\r\nHost: " + client.host() + "\r\n" + cookie + header
                        + "\r\n0\r\n\r\nGET /data.json HTTP/1.1\r\nHost: " + client.host() + "\r\n" + cookie + "\r\n");
                String all = client.rest();
                assertThat(all).as(header).startsWith("HTTP/1.1 400 ").doesNotContain("{\"whole\":true}");
            }
        }
    }

    @Test
    void shouldCloseTheConnectionOfWhoDoesNotWaitForAnAnswer() throws IOException {
        source.data = new CompletableFuture<>();
        try (PageClient client = new PageClient(server)) {
            String request = "GET /data.json HTTP/1.1\r\nHost: " + client.host() + "\r\n" + cookie + "\r\n";
            client.send(request + request);
            assertThat(client.rest()).isEmpty();
        }
    }

    @Test
    void shouldAnswerOneRequestAfterAnother() throws IOException {
        try (PageClient client = new PageClient(server)) {
            for (int i = 0; i < 5; i++) {
                assertThat(client.get("/page.css", cookie).body()).isEqualTo("h1 {}");
                assertThat(client.get("/nothing", cookie).status()).isEqualTo(404);
            }
        }
    }

    @Test
    void shouldBoundRequestLineAndHeaders() throws IOException {
        String much = "a".repeat(PageLimits.REQUEST_BYTES);
        assertThat(get("/" + much, cookie).status()).isEqualTo(414);
        assertThat(get("/", cookie + "X-Much: " + much + "\r\n").status()).isEqualTo(431);
        assertThat(ask("nonsense\r\n\r\n").status()).isEqualTo(400);
    }

    @Test
    void shouldServeNoOtherPath() throws IOException {
        for (String path : List.of(
                "/../etc/passwd",
                "/%2e%2e/etc/passwd",
                "//etc/passwd",
                "/page.css/..",
                "/.hidden",
                "/a\\b",
                "/page.css%00",
                "/page%2ecss",
                "/favicon",
                "/events/")) {
            PageClient.Reply reply = get(path, cookie);
            assertThat(reply.status()).as(path).isEqualTo(404);
        }
        assertThat(get("http://127.0.0.1/", cookie).status()).isEqualTo(400);
        assertThat(get("/favicon.ico", cookie).status())
                .as("browsers ask by themselves")
                .isEqualTo(204);
    }

    @Test
    void shouldTakeTheTokenFromProgramsForTheirDocuments() throws IOException {
        String token = PageClient.token(server);
        assertThat(get("/metrics", "Authorization: Bearer " + token + "\r\n").body())
                .isEqualTo("sluice_slots 2\n");
        assertThat(get("/data.json", "authorization: bearer " + token + "\r\n").status())
                .isEqualTo(200);
        assertThat(get("/metrics", "Authorization: Bearer " + token + "x\r\n").status())
                .isEqualTo(403);
        assertThat(get("/metrics", "Authorization: Basic " + token + "\r\n").status())
                .isEqualTo(403);
        assertThat(get("/", "Authorization: Bearer " + token + "\r\n").status()).isEqualTo(403);
        assertThat(get("/events", "Authorization: Bearer " + token + "\r\n").status())
                .isEqualTo(403);
    }

    @Test
    void shouldSayThatTheStateCannotBeRead() throws IOException {
        source.data = CompletableFuture.failedFuture(new IllegalStateException("secret"));
        PageClient.Reply reply = get("/data.json", cookie);
        assertThat(reply.status()).isEqualTo(500);
        assertThat(reply.body()).doesNotContain("secret");
        source.data = CompletableFuture.completedFuture(ScriptedSource.json("{}"));
        assertThat(get("/data.json", cookie).status()).isEqualTo(200);
    }

    @Test
    void shouldRenderOnlyAFewDocumentsAtOnce() throws IOException {
        CompletableFuture<PageFile> later = new CompletableFuture<>();
        source.data = later;
        List<PageClient> waiting = new ArrayList<>();
        for (int i = 0; i < PageLimits.STANDARD.documents(); i++) {
            PageClient client = new PageClient(server);
            waiting.add(client);
            client.send("GET /data.json HTTP/1.1\r\nHost: " + client.host() + "\r\n" + cookie + "\r\n");
        }
        await().untilAsserted(() -> assertThat(get("/metrics", cookie).status()).isEqualTo(503));
        later.complete(ScriptedSource.json("{}"));
        for (PageClient client : waiting) {
            assertThat(client.reply(true).body()).isEqualTo("{}");
            client.close();
        }
        await().untilAsserted(() -> assertThat(get("/metrics", cookie).status()).isEqualTo(200));
    }

    @Test
    void shouldCloseAConnectionThatAsksNothingOrTooSlowly() throws IOException {
        PageLimits hasty = new PageLimits(64, 16, 8, 50, 30_000, 250, 15_000, 120_000, 1_000);
        try (PageServer impatient = PageServer.open(LOOPBACK, null, source, hasty);
                PageClient silent = new PageClient(impatient);
                PageClient slow = new PageClient(impatient)) {
            slow.send("GET / HTTP/1.1\r\nHost: ");
            assertThat(silent.rest()).isEmpty();
            assertThat(slow.rest()).isEmpty();
        }
    }

    @Test
    void shouldServeSixtyFourConnectionsAndNoMore() throws IOException {
        List<PageClient> open = new ArrayList<>();
        try {
            for (int i = 0; i < PageLimits.STANDARD.connections(); i++) {
                PageClient client = new PageClient(server);
                open.add(client);
                assertThat(client.get("/page.css", cookie).status()).isEqualTo(200);
            }
            assertThatThrownBy(() -> get("/page.css", cookie)).isInstanceOf(IOException.class);
            open.remove(0).close();
            await().ignoreExceptions().until(() -> get("/page.css", cookie).status() == 200);
        } finally {
            for (PageClient client : open) {
                client.close();
            }
        }
    }

    @Test
    void shouldListenElsewhereOnlyWithTls() {
        InetSocketAddress everywhere = new InetSocketAddress("0.0.0.0", 0);
        assertThatThrownBy(() -> PageServer.open(everywhere, null, source))
                .isInstanceOf(NetException.class)
                .hasMessageContaining("without TLS");
        assertThatThrownBy(() -> PageServer.open(server.address(), null, source))
                .isInstanceOf(NetException.class)
                .hasMessageContaining("expected: a free address");
    }

    @Test
    void shouldEndAllConnectionsWhenItCloses() throws IOException {
        try (PageClient idle = new PageClient(server);
                PageClient page = new PageClient(server)) {
            page.open(PageClient.cookie(server));
            page.event();
            server.close();
            assertThat(idle.rest()).isEmpty();
            assertThat(page.rest()).contains("event: change").endsWith("0\r\n\r\n");
            assertThatThrownBy(() -> new Socket("127.0.0.1", server.address().getPort()).close())
                    .isInstanceOf(IOException.class);
        }
    }
}
