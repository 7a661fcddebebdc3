package dev.sluice.insight.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.BenchmarkRow;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.HistoryEntry;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a run knows of its hosts before it begins. */
class HistoryForecastTest {
    private static final ApplicationKey SIEVE = new ApplicationKey("sieve", "org.example.Sieve", "ab", "--width 3");
    private static final Instant TIME = Instant.parse("2026-11-22T01:02:03Z");

    @TempDir
    Path directory;

    private History history;

    @BeforeEach
    void beginHistory() {
        history = new History(directory, trouble -> {
            throw new AssertionError(trouble);
        });
    }

    private void benchmark(String host, String processor, double seconds, double spread) {
        history.add(HistoryEntry.of(List.of(new BenchmarkRow(
                "run", SIEVE, TIME, host, processor, 2e9, 2, 100, seconds, seconds, spread, Double.NaN))));
    }

    private Map<String, UnitTime> known(List<String> hosts) {
        return Knowledge.ofHistory(history).unitSeconds(SIEVE, hosts);
    }

    @Test
    void shouldSayWhatIsKnownOfEachOfAFewHosts() {
        benchmark("node1", "M", 0.02, 0.002);
        benchmark("node2", "N", 0.05, 0.005);
        Map<String, UnitTime> known = known(List.of("node1", "node2", "node3"));

        assertThat(HistoryForecast.sentences(known, 3))
                .containsExactly(
                        "seconds per unit on node1 from history: 0.0200, measured there, ±1 %",
                        "seconds per unit on node2 from history: 0.0500, measured there, ±1 %",
                        "seconds per unit on 1 of 3 hosts: unknown");
        assertThat(HistoryForecast.sure(known)).isEqualTo(Map.of("node1", 0.02, "node2", 0.05));
    }

    @Test
    void shouldSumUpWhatIsKnownOfMany() {
        List<String> hosts =
                IntStream.rangeClosed(1, 20).mapToObj(i -> "node" + i).toList();
        for (int i = 0; i < hosts.size(); i++) {
            benchmark(hosts.get(i), "M", 0.01 * (i + 1), 0);
        }

        assertThat(HistoryForecast.sentences(known(hosts), 20))
                .containsExactly("seconds per unit: 0.0100 to 0.200 on 20 hosts, estimated for each");
    }

    @Test
    void shouldNotSizeChunksByWhatIsHardlyKnown() {
        benchmark("node1", "M", 0.02, 0.2);
        Map<String, UnitTime> known = known(List.of("node1"));

        assertThat(HistoryForecast.sentences(known, 1)).hasSize(1);
        assertThat(HistoryForecast.sure(known)).isEmpty();
        assertThat(HistoryForecast.sentences(known(List.of("elsewhere")), 1)).isEmpty();
    }
}
