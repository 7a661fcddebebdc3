package dev.sluice.net.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events of open pages, over real sockets. */
class EventStreamsTest {
    private static final InetSocketAddress LOOPBACK = new InetSocketAddress("127.0.0.1", 0);
    /** A period of 2 ms, a heartbeat of 20 ms, at most four pages, and an end that waits for slow machines. */
    private static final PageLimits QUICK = new PageLimits(64, 4, 8, 120_000, 120_000, 2, 20, 120_000, 60_000);

    private final ScriptedSource source = new ScriptedSource();
    private PageServer server;
    private String cookie;

    @BeforeEach
    void open() throws IOException {
        open(QUICK);
    }

    private void open(PageLimits limits) throws IOException {
        server = PageServer.open(LOOPBACK, null, source, limits);
        cookie = PageClient.cookie(server);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private PageClient page() throws IOException {
        PageClient page = new PageClient(server);
        page.open(cookie);
        return page;
    }

    private static long number(String event, String field) {
        return Long.parseLong(event.replaceFirst(".*\"" + field + "\":(\\d+).*", "$1"));
    }

    @Test
    void shouldSendTheWholeFirstAndThenEachChangeSinceTheLast() throws IOException {
        try (PageClient page = page()) {
            String first = page.event();
            assertThat(first).startsWith("whole {");
            long last = number(first, "now");
            for (int i = 0; i < 20; i++) {
                String change = page.event();
                assertThat(change).startsWith("change {\"since\":" + last + ",");
                last = number(change, "now");
            }
        }
    }

    @Test
    void shouldShareOneRenderingAmongAllPages() throws IOException {
        try (PageClient one = page();
                PageClient other = page()) {
            one.event();
            String whole = other.event();
            String change = one.event();
            while (number(change, "now") <= number(whole, "now")) {
                change = one.event();
            }
            String same = other.event();
            assertThat(same).isEqualTo(change);
        }
    }

    @Test
    void shouldAskForNothingWithoutAPage() throws IOException {
        try (PageClient page = page()) {
            page.event();
        }
        await().until(() -> {
            int before = source.questions.get();
            try (PageClient other = new PageClient(server)) { // a round trip to the page's thread
                other.get("/page.css", "Cookie: " + cookie + "\r\n");
            }
            return source.questions.get() == before;
        });
    }

    @Test
    void shouldSkipAPageThatDoesNotReadAndHealItByAWhole() throws IOException {
        source.padding = 1 << 20;
        try (PageClient slow = new PageClient(server, 4_096);
                PageClient quick = page()) {
            slow.open(cookie);
            long from = number(quick.event(), "now");
            while (number(quick.event(), "now") < from + 60) {
                // more bytes than a connection buffers
            }
            source.padding = 0;
            List<String> events = new ArrayList<>(List.of(slow.event()));
            while (events.size() < 2 || !events.get(events.size() - 1).startsWith("whole")) {
                events.add(slow.event());
            }
            long healed = number(events.get(events.size() - 1), "now");
            long missed = number(events.get(events.size() - 2), "now");
            assertThat(events.get(0)).startsWith("whole");
            assertThat(healed - missed).as("skipped states").isGreaterThan(1);
            assertThat(slow.event()).startsWith("change ");
        }
    }

    @Test
    void shouldEndAPageThatReadsNothingForLong() throws IOException {
        server.close();
        open(new PageLimits(64, 1, 8, 10_000, 30_000, 2, 20, 100, 1_000));
        source.padding = 32 << 20; // more bytes than a connection buffers
        try (PageClient slow = new PageClient(server, 4_096)) {
            slow.open(cookie);
            await().ignoreExceptions().until(() -> {
                page().close();
                return true;
            });
        }
    }

    /** Closes the server on another thread; returns when it takes no connection any more. */
    private Thread closing() {
        Thread closing = new Thread(server::close);
        closing.start();
        await().until(() -> {
            try (PageClient other = new PageClient(server)) {
                return false;
            } catch (IOException closed) {
                return true;
            }
        });
        return closing;
    }

    @Test
    void shouldSendTheLastStateAfterAnOutstandingAnswer() throws Exception {
        try (PageClient page = page()) {
            page.event();
            source.held = new CompletableFuture<>();
            int before = source.questions.get();
            await().until(() -> source.questions.get() > before);
            Thread closing = closing();
            long outstanding = source.sequence.get();
            source.held.complete(null);
            String rest = page.rest();
            closing.join();
            assertThat(source.sequence.get()).isGreaterThan(outstanding);
            assertThat(rest).contains("\"now\":" + source.sequence + "}").endsWith("\r\n0\r\n\r\n");
        }
    }

    @Test
    void shouldSendTheLastStateToAPageThatIsBehind() throws Exception {
        source.padding = 16 << 20; // more bytes than a connection buffers
        try (PageClient slow = page()) {
            slow.line(); // the length of the first event, whose rest is not read yet
            source.padding = 0;
            Thread closing = closing();
            String rest = slow.rest();
            closing.join();
            assertThat(rest).contains("event: whole").endsWith("\r\n0\r\n\r\n");
            assertThat(rest.substring(rest.length() - 200)).contains("\"now\":" + source.sequence + "}");
        }
    }

    @Test
    void shouldLiveOnAfterAnErrorOfTheSource() throws IOException {
        source.broken = true;
        try (PageClient page = page()) {
            String line = page.line();
            while (!line.equals(":")) {
                line = page.line();
            }
            source.broken = false;
            assertThat(page.event()).startsWith("whole ");
        }
    }

    @Test
    void shouldKeepAQuietConnectionAliveByComments() throws IOException {
        source.failing = true;
        try (PageClient page = page()) {
            String line = page.line();
            while (!line.equals(":")) {
                line = page.line();
            }
            source.failing = false;
            assertThat(page.event()).startsWith("whole ");
        }
    }

    @Test
    void shouldServeAFewPagesAndNoMore() throws IOException {
        List<PageClient> pages = new ArrayList<>();
        try {
            for (int i = 0; i < QUICK.pages(); i++) {
                pages.add(page());
            }
            assertThatThrownBy(this::page).isInstanceOf(IOException.class).hasMessageContaining(" 503 ");
        } finally {
            for (PageClient page : pages) {
                page.close();
            }
        }
    }
}
