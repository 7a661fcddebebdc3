package dev.sluice.master.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.master.tune.Replanning.Line;
import dev.sluice.master.weather.RecentArrivals;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A line that carries 200 kB/s for two hosts, whose ports are no narrower. */
class LineWatchTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int BYTES = 100_000;
    private static final double RATE = 200_000;

    private final Map<String, List<RecentArrivals>> hosts =
            new HashMap<>(Map.of("a", List.of(new RecentArrivals()), "b", List.of(new RecentArrivals())));

    private LineWatch watch = watch(0);

    private static LineWatch watch(double roundTripSeconds) {
        return new LineWatch(
                List.of(
                        new Line("far", Set.of("a", "b"), RATE, roundTripSeconds, 0.05),
                        new Line("the port of a", Set.of("a"), RATE, roundTripSeconds, 0.05),
                        new Line("the port of b", Set.of("b"), RATE, roundTripSeconds, 0.05)),
                0);
    }

    /** Messages of this host in a period of 20 s, each of which arrives over so many seconds. */
    private void sends(String host, int period, int messages, double seconds) {
        long from = period * 20 * SECOND;
        for (int i = 1; i <= messages; i++) {
            long end = from + 20 * SECOND * i / messages;
            hosts.get(host).get(0).add(BYTES, Math.round(seconds * SECOND), end);
        }
    }

    private Map<String, Double> look(int period, Map<String, Double> known) {
        return watch.look(hosts, known, (period + 1) * 20 * SECOND);
    }

    private Map<String, Double> look(int period) {
        return look(period, Map.of());
    }

    /** Each message takes twice as long as on an empty line, because two of them share it. */
    @Test
    void shouldBlameNoPortForALineThatIsFull() {
        for (int period = 0; period < 4; period++) {
            sends("a", period, 20, 1);
            sends("b", period, 20, 1);
            assertThat(look(period)).isEmpty();
        }
    }

    @Test
    void shouldBlameTheLineIfAllThatShareItAreSlow() {
        sends("a", 0, 5, 4);
        sends("b", 0, 5, 4);
        assertThat(look(0)).as("it may recover at once").isEmpty();
        sends("a", 1, 5, 4);
        sends("b", 1, 5, 4);
        assertThat(look(1))
                .containsOnlyKeys("far")
                .hasEntrySatisfying("far", times -> assertThat(times).isCloseTo(4, within(0.5)));
    }

    @Test
    void shouldBlameThePortThatAloneIsSlow() {
        for (int period = 0; period < 2; period++) {
            sends("a", period, 6, 3);
            sends("b", period, 10, 0.5);
        }
        assertThat(look(0)).isEmpty();
        sends("a", 2, 6, 3);
        sends("b", 2, 10, 0.5);
        assertThat(look(2)).containsOnlyKeys("the port of a");
    }

    @Test
    void shouldForgiveALineThatIsIdleMostOfTheTime() {
        for (int period = 0; period < 3; period++) {
            sends("a", period, 4, 0.9);
            assertThat(look(period)).isEmpty();
        }
    }

    /** After each pause, a connection waits for answers before it sends at the rate of the line. */
    @Test
    void shouldAllowForRoundTripsAfterAPause() {
        watch = watch(0.2);
        for (int period = 0; period < 3; period++) {
            sends("a", period, 8, 1);
            assertThat(look(period)).isEmpty();
        }
        watch = watch(0.002);
        for (int period = 3; period < 5; period++) {
            sends("a", period, 8, 1);
        }
        look(3);
        sends("a", 5, 8, 1);
        assertThat(look(5)).isNotEmpty();
    }

    @Test
    void shouldSeeThatALineHasRecovered() {
        Map<String, Double> known = Map.of("far", 4.0);
        for (int period = 0; period < 2; period++) {
            sends("a", period, 20, 0.5);
            sends("b", period, 20, 0.25);
        }
        look(0, known);
        sends("a", 2, 20, 0.5);
        assertThat(look(2, known)).containsOnlyKeys("far").containsValue(1.0);
    }

    @Test
    void shouldWaitForEnoughMessages() {
        for (int period = 0; period < 3; period++) {
            hosts.get("a").get(0).add(BYTES, 5 * SECOND, (period + 1) * 20 * SECOND);
            assertThat(look(period)).isEmpty();
        }
    }
}
