package dev.sluice.master.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PeerLinesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int SECONDS = 1_000;

    private final AtomicLong now = new AtomicLong();
    private final List<String> shown = new ArrayList<>();
    private final PeerLines lines = new PeerLines(shown::add, now::get);

    /** Has a line every millisecond. */
    private int shownIn(int seconds, int workers, String address) {
        shown.clear();
        for (int i = 0; i < seconds * 1_000; i++) {
            now.addAndGet(SECOND / 1_000);
            lines.say("w" + i % workers, address, "it did it again");
        }
        return shown.size();
    }

    @Test
    void shouldShowALineASecondAboutAWorkerAfterABurst() {
        assertThat(shownIn(SECONDS, 1, "10.0.0.1")).isBetween(SECONDS, SECONDS + 32);
        assertThat(shownIn(SECONDS, 1, "10.0.0.1")).isBetween(SECONDS - 1, SECONDS + 1);
    }

    @Test
    void shouldShowALineASecondAboutAnAddressHoweverManyWorkersItHas() {
        assertThat(shownIn(SECONDS, 100, "10.0.0.1")).isBetween(SECONDS, SECONDS + 512);
        assertThat(shownIn(SECONDS, 100, "10.0.0.1")).isBetween(SECONDS - 1, SECONDS + 1);
        lines.say("w1000", "10.0.0.2", "a line about another");
        assertThat(shown).endsWith("a line about another");
    }

    @Test
    void shouldSayHowManyLinesWereNotShown() {
        shownIn(2, 1, "10.0.0.1");
        now.addAndGet(SECOND);
        lines.say("w0", "10.0.0.1", "the last");
        assertThat(shown.get(shown.size() - 1)).matches("the last \\(\\d+ lines about it were not shown\\)");
    }
}
