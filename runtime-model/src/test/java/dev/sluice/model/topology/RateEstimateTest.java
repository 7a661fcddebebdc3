package dev.sluice.model.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.SeededTest;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RateEstimateTest {
    private static final double RATE = 2e6;

    @Test
    void shouldBelieveExactTrialsExactly() {
        RateEstimate rate = RateEstimate.of(RATE, RATE, RATE);

        assertThat(rate.believed()).isTrue();
        assertThat(rate.value()).isEqualTo(RATE);
        assertThat(rate.safe()).isEqualTo(RATE);
    }

    @Test
    void shouldNotBelieveTooFewTrials() {
        assertThat(RateEstimate.of().believed()).isFalse();
        assertThat(RateEstimate.of(RATE, RATE).believed()).isFalse();
        assertThat(RateEstimate.of(RATE, RATE).doubt()).isEqualTo("2 of at least 3 trials were made");
    }

    @Test
    void shouldNotBelieveTrialsOfWhichMostDisagree() {
        RateEstimate rate =
                RateEstimate.of(RATE, 0.98 * RATE, 0.99 * RATE, 0.6 * RATE, 0.4 * RATE, 0.3 * RATE, 0.5 * RATE);

        assertThat(rate.believed()).isFalse();
        assertThat(rate.doubt()).startsWith("of 7 trials, 3 agree, and allow ");
        assertThat(rate.safe()).isLessThan(rate.value());
    }

    @Test
    void shouldNotBelieveTrialsThatWereFasterBesideOthers() {
        RateEstimate rate = RateEstimate.of(RATE, RATE, RATE).refutedBy(RateEstimate.of(2 * RATE, 2 * RATE, 2 * RATE));

        assertThat(rate.believed()).isFalse();
        assertThat(rate.safe()).isGreaterThan(RATE);
    }

    /** Trials differ by 3 %, and some of them are slowed down, each by its own amount. */
    @SeededTest(runs = 2000)
    void shouldBelieveOnlyWhatIsWithinATenth(RandomGenerator chance) {
        double[] trials = new double[chance.nextInt(3, 21)];
        double slowed = chance.nextDouble(0, 0.3);
        for (int i = 0; i < trials.length; i++) {
            double part = chance.nextDouble() < slowed ? chance.nextDouble(0.3, 1) : 1;
            trials[i] = RATE * part * (1 + 0.03 * Math.max(-2, Math.min(2, chance.nextGaussian())));
        }
        RateEstimate rate = RateEstimate.of(trials);

        if (rate.believed() && rate.agreeing() > 5) {
            assertThat(rate.value()).isBetween(0.9 * RATE, 1.1 * RATE);
        }
    }
}
