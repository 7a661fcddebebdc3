package dev.sluice.net.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events of open pages, over real sockets. */
class EventStreamsTest {
    private static final InetSocketAddress LOOPBACK = new InetSocketAddress("127.0.0.1", 0);
    /** A period of 2 ms, a heartbeat of 20 ms, at most four pages. */
    private static final PageLimits QUICK = new PageLimits(64, 4, 8, 10_000, 30_000, 2, 20, 120_000);

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
        await().atMost(20, TimeUnit.SECONDS).until(() -> {
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
        open(new PageLimits(64, 1, 8, 10_000, 30_000, 2, 20, 100));
        source.padding = 32 << 20; // more bytes than a connection buffers
        try (PageClient slow = new PageClient(server, 4_096)) {
            slow.open(cookie);
            await().atMost(20, TimeUnit.SECONDS).ignoreExceptions().until(() -> {
                page().close();
                return true;
            });
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
