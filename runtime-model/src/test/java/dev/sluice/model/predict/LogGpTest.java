package dev.sluice.model.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class LogGpTest {
    private static final long[] SIZES = {0, 100, 1_000, 10_000, 100_000, 1_000_000};

    @SeededTest
    void shouldFindWhatWasPutIn(RandomGenerator random) {
        LogGp truth = new LogGp(
                random.nextDouble(1e-6, 1e-4),
                random.nextDouble(0, 1e-6),
                random.nextDouble(1e-6, 1e-2),
                random.nextDouble(1e-11, 1e-7));
        LogGp found = LogGp.fit(exchanges(truth, new int[] {1, 2, 4, 8}, 0, random), overhead(truth, 1));
        assertThat(found.overheadSeconds()).isCloseTo(truth.overheadSeconds(), within(1e-9));
        assertThat(found.overheadPerPeerSeconds()).isCloseTo(truth.overheadPerPeerSeconds(), within(1e-9));
        assertThat(found.latencySeconds()).isCloseTo(truth.latencySeconds(), within(1e-8));
        assertThat(found.secondsPerByte()).isCloseTo(truth.secondsPerByte(), Percentage.withPercentage(0.1));
    }

    @SeededTest(runs = 20)
    void shouldFindAboutThatWhereMeasurementsScatter(RandomGenerator random) {
        LogGp truth = new LogGp(2e-5, 1e-6, 1e-4, 1e-8);
        List<LogGp.Exchange> exchanges = exchanges(truth, new int[] {1, 4, 16}, 0.02, random);
        LogGp found = LogGp.fit(exchanges, overhead(truth, 1));
        assertThat(found.secondsPerByte()).isCloseTo(1e-8, Percentage.withPercentage(5));
        assertThat(found.seconds(1_000_000, 4)).isCloseTo(truth.seconds(1_000_000, 4), Percentage.withPercentage(5));
    }

    @Test
    void shouldTakeTheOverheadForConstantWhereThePeersAreAlwaysAsMany() {
        LogGp truth = new LogGp(1e-5, 0, 5e-5, 1e-9);
        List<LogGp.Exchange> exchanges = new ArrayList<>();
        for (long size : SIZES) {
            exchanges.add(new LogGp.Exchange(size, 3, truth.seconds(size, 3)));
        }
        LogGp found = LogGp.fit(exchanges, 1e-5);
        assertThat(found.overheadPerPeerSeconds()).isZero();
        assertThat(found.latencySeconds()).isCloseTo(5e-5, within(1e-10));
    }

    /** A sender that is busy for longer than messages take cannot be told from one that has no latency. */
    @Test
    void shouldNotFindANegativeLatency() {
        LogGp found = LogGp.fit(List.of(new LogGp.Exchange(0, 1, 1e-5), new LogGp.Exchange(1_000, 1, 2e-5)), 1e-4);
        assertThat(found.latencySeconds()).isZero();
        assertThat(found.seconds(0, 1)).isCloseTo(1e-5, within(1e-12));
    }

    @Test
    void shouldRefuseMessagesOfOneSize() {
        assertThatThrownBy(() -> LogGp.fit(List.of(new LogGp.Exchange(1, 1, 1), new LogGp.Exchange(1, 2, 1)), 0))
                .hasMessageContaining("two sizes");
    }

    private static double overhead(LogGp truth, int peers) {
        return truth.overheadSeconds() + truth.overheadPerPeerSeconds() * peers;
    }

    private static List<LogGp.Exchange> exchanges(LogGp truth, int[] peers, double noise, RandomGenerator random) {
        List<LogGp.Exchange> exchanges = new ArrayList<>();
        for (int each : peers) {
            for (long size : SIZES) {
                double seconds = truth.seconds(size, each) * (1 + noise * (2 * random.nextDouble() - 1));
                exchanges.add(new LogGp.Exchange(size, each, seconds));
            }
        }
        return exchanges;
    }
}
