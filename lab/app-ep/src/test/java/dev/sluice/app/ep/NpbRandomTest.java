package dev.sluice.app.ep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.SeededTest;
import java.math.BigInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class NpbRandomTest {
    private static final BigInteger MULTIPLIER = BigInteger.valueOf(5).pow(13);
    private static final BigInteger MODULUS = BigInteger.TWO.pow(46);

    @Test
    void shouldFollowItsRuleExactly() {
        NpbRandom random = new NpbRandom(0);
        BigInteger expected = BigInteger.valueOf(271_828_183);
        for (int number = 0; number < 1000; number++) {
            expected = expected.multiply(MULTIPLIER).mod(MODULUS);
            assertThat(random.next()).isEqualTo(expected.longValueExact() / Math.pow(2, 46));
        }
    }

    @SeededTest(runs = 20)
    void shouldSkipToAnyPlaceOfTheSequence(RandomGenerator chance) {
        long passed = chance.nextLong(1L << 34);
        BigInteger expected = MULTIPLIER
                .modPow(BigInteger.valueOf(passed + 1), MODULUS)
                .multiply(BigInteger.valueOf(NpbRandom.SEED))
                .mod(MODULUS);
        assertThat(new NpbRandom(passed).next()).isEqualTo(expected.longValueExact() / Math.pow(2, 46));
    }

    @Test
    void shouldRepeatItselfAfterThePeriodOnly() {
        assertThat(NpbRandom.power(1L << 44)).isEqualTo(1);
        assertThat(NpbRandom.power(1L << 43)).isNotEqualTo(1);
    }
}
