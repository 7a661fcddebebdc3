package dev.sluice.cli.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.PromiseRow;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromiseTableTest {
    private static PromiseRow row(double low, double high, double taken, boolean kept, String changes) {
        return new PromiseRow(
                "run-" + taken,
                new ApplicationKey("pep", "Pep", "1", ""),
                Instant.EPOCH,
                60,
                low,
                high,
                Double.isNaN(low) ? Double.NaN : 0.97,
                taken,
                kept ? Double.NaN : 31,
                kept,
                changes);
    }

    @Test
    void shouldCountThoseThatWereKept() {
        List<PromiseRow> rows = List.of(
                row(40, 60, 50, true, ""),
                row(30, 42, 60, true, "w3 works again"),
                row(Double.NaN, Double.NaN, 80, false, ""));

        assertThat(PromiseTable.summary(rows)).isEqualTo("kept 2 of 3; median interval 30 % of the run");
        assertThat(PromiseTable.text(rows, 2))
                .contains("40 s to 1 min, 97 % sure")
                .contains("w3 works again")
                .doesNotContain("run-80");
        assertThat(PromiseTable.text(rows, 3)).contains("nothing was known").contains("after 31 s");
    }

    @Test
    void shouldSayHowToAskForOne() {
        assertThat(PromiseTable.text(List.of(), 20)).contains("run --by");
    }
}
