package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.model.record.RunView.Kind;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The live page in Chromium, behind the content security policy of the master. */
class LivePageIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final String STATE = "document.getElementById('state').textContent";
    private static final String DONE = "document.querySelector('#overview .note').textContent";
    private static final String DECISIONS = "document.querySelectorAll('#decisions tbody tr').length";
    private static final String OUTCOMES =
            "[...document.querySelectorAll('#decisions tbody tr')].map(row => row.cells[5].textContent).join('|')";
    private static final String COMPUTING =
            "Number(/([0-9.]+)\\s% computing/.exec(document.querySelector('#stream .says').textContent)[1])";

    @TempDir
    static Path profile;

    private static Chromium chromium;

    private ChromiumTab tab;
    private SamplePageServer server;

    @BeforeAll
    static void startBrowser() throws Exception {
        assumeTrue(Chromium.program() != null, "Chromium is not installed");
        chromium = Chromium.start(profile);
    }

    @AfterAll
    static void endBrowser() throws Exception {
        if (chromium != null) {
            chromium.close();
        }
    }

    @BeforeEach
    void openPage() throws Exception {
        server = new SamplePageServer();
        tab = chromium.tab(1200, 900);
        server.event("whole", live(0, true, 10));
        tab.openPage(server.url());
    }

    @AfterEach
    void closePage() throws Exception {
        tab.close();
        server.close();
    }

    private static String live(long sequence, boolean whole, long done) {
        return PageSamples.json(PageSamples.live(sequence, whole, done, Kind.LIVE));
    }

    @Test
    void shouldApplyChangesToWhatItHas() throws Exception {
        assertThat(tab.evaluate(STATE).asText()).isEqualTo("The run is running.");
        assertThat(tab.evaluate(DONE).asText()).startsWith("10 of");
        double before = tab.evaluate(COMPUTING).asDouble();
        server.event("change", live(1, false, 20));
        tab.until(DONE + ".startsWith('20 of')");
        tab.until(COMPUTING + " > " + (before + 3));
        assertThat(tab.evaluate(DECISIONS).asInt()).isEqualTo(5);
        assertThat(tab.evaluate(OUTCOMES).asText())
                .isEqualTo("0.3 s saved|–|waiting fell from 21 % to 17 %|–|the run took 9 s");
        assertThat(tab.problems()).isEmpty();
        assertThat(tab.requests()).allMatch(url -> url.startsWith(server.url()) || url.equals("about:blank"));
    }

    @Test
    void shouldAskForTheWholeViewAfterAGap() throws Exception {
        server.whole(live(7, true, 70));
        server.event("change", live(3, false, 30));
        tab.until(DONE + ".startsWith('70 of')");
        assertThat(server.asked()).contains("data.json");
        assertThat(tab.evaluate(DECISIONS).asInt()).isEqualTo(4);
        server.event("change", live(7, false, 71));
        server.event("change", live(8, false, 80));
        tab.until(DONE + ".startsWith('80 of')");
        assertThat(tab.evaluate(DECISIONS).asInt()).isEqualTo(5);
        assertThat(tab.problems()).isEmpty();
    }

    @Test
    void shouldSayThatTheConnectionIsLostAndOpenItAgain() {
        server.cut();
        tab.until(STATE + " === 'Connection lost, trying again …'");
        server.event("whole", live(9, true, 90));
        tab.until(STATE + " === 'The run is running.'");
        tab.until(DONE + ".startsWith('90 of')");
    }

    @Test
    void shouldAskNothingMoreAfterTheEnd() {
        server.event("whole", PageSamples.json(PageSamples.live(4, true, 171, Kind.ENDED)));
        tab.until(STATE + " === 'The run has ended: complete'");
        long opened = streams();
        server.cut();
        await().atMost(DEADLINE)
                .until(() -> tab.evaluate("window.sluiceClosed === true").asBoolean());
        assertThat(streams()).isEqualTo(opened);
        assertThat(tab.problems()).isEmpty();
    }

    private long streams() {
        return server.asked().stream().filter("events"::equals).count();
    }
}
