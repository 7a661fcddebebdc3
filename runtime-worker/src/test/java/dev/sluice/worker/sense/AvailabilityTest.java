package dev.sluice.worker.sense;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.testing.SeededTest;
import dev.sluice.worker.sense.Availability.Interval;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AvailabilityTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "idle,                                          2, 0,    0,   0,   0, 0,    1",
        "one of two taken,                              2, 1,    0,   0,   0, 0,    1",
        "both taken,                                    2, 2,    0,   0,   0, 0,    0.6667",
        "four on two,                                   2, 2,    0,   0,   2, 0,    0.4",
        "one taken of one,                              1, 1,    0,   0,   0, 0,    0.5",
        "half of one: computes and sleeps in turn,      1, 0.5,  0,   0,   0, 0,    0.6667",
        "niced ones make way,                           2, 0,    2,   0,   3, 0,    1",
        "all taken by our own slots,                    2, 2,    0,   0,   0, 2,    1",
        "two of our slots beside one other,             2, 2,    0,   0,   1, 1.3333, 1",
        "two of our slots beside two others,            2, 2,    0,   0,   2, 1,    0.6667",
        "a quarter of a full processor is stolen,       1, 0.75, 0, 0.25,  0, 0.75, 0.75",
        "sixty of sixty-four taken,                    64, 60,   0,   0,   0, 0,    1",
        "all sixty-four taken,                         64, 64,   0,   0,   0, 0,    0.9846"
    })
    void shouldBeWhatANewProcessWouldGet(
            String what,
            int processors,
            double busy,
            double nice,
            double stolen,
            double waiting,
            double own,
            double share) {
        Interval interval = new Interval(processors, busy, nice, stolen, waiting, own, false);

        assertThat(Availability.of(interval)).as(what).isEqualTo(share, within(1e-3));
    }

    @Test
    void shouldNotTakeNicedProcessesForFreeTimeWhenWeAreNicedOurselves() {
        assertThat(Availability.of(new Interval(2, 0, 2, 0, 0, 0, true))).isEqualTo(2 / 3.0, within(1e-9));
        assertThat(Availability.of(new Interval(2, 0, 2, 0, 0, 2, true))).isEqualTo(1, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"0.5, 0, 0.5", "2, 0, 1", "2, 1.5, 0.8", "0.5, 0.1, 0.4", "0.5, 0.5, 0.25", "1, 1, 0.5", "0.5, -3, 0.5"
    })
    void shouldLeaveUnderAQuotaWhatOthersDoNotUseAndAtLeastAFairShare(double quota, double others, double share) {
        assertThat(Availability.underQuota(quota, others)).isEqualTo(share, within(1e-9));
    }

    @SeededTest(runs = 2_000)
    void shouldLieBetweenNothingAndAWholeProcessorWhateverWasSeen(RandomGenerator random) {
        Interval interval = any(random);

        assertThat(Availability.of(interval)).as("%s", interval).isBetween(0.0, 1.0);
        assertThat(Availability.underQuota(any(random, 8), any(random, 8))).isBetween(0.0, 1.0);
    }

    @SeededTest(runs = 500)
    void shouldFallAsRivalsUseMoreAndRiseAsWeDo(RandomGenerator random) {
        int n = random.nextInt(1, 65);
        double busy = random.nextDouble() * n;
        double own = random.nextDouble() * busy;
        double waiting = random.nextBoolean() ? 0 : random.nextDouble() * n;
        double share = Availability.of(new Interval(n, busy, 0, 0, waiting, own, false));
        double more = Math.min(n, busy + random.nextDouble());

        assertThat(Availability.of(new Interval(n, more, 0, 0, waiting, own, false)))
                .isLessThanOrEqualTo(share + 1e-9);
        assertThat(Availability.of(
                        new Interval(n, busy, 0, 0, waiting, own + random.nextDouble() * (busy - own), false)))
                .isGreaterThanOrEqualTo(share - 1e-9);
    }

    private static Interval any(RandomGenerator random) {
        return new Interval(
                random.nextInt(1, 100),
                any(random, 130),
                any(random, 130),
                any(random, 130),
                any(random, 1_000),
                any(random, 130),
                random.nextBoolean());
    }

    /** Often nothing, sometimes not even a number. */
    private static double any(RandomGenerator random, double most) {
        return switch (random.nextInt(10)) {
            case 0, 1 -> 0;
            case 2 -> most;
            case 3 -> Double.NaN;
            case 4 -> Double.POSITIVE_INFINITY;
            default -> random.nextDouble() * most;
        };
    }
}
