package dev.sluice.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.SluiceException;
import dev.sluice.testing.SeededTest;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "RATE, 100Mbit/s, 12500000",
        "RATE, 20 Mbit/s, 2500000",
        "RATE, 12 MB/s, 12000000",
        "RATE, 1 KiB/s, 1024",
        "RATE, 1e3 bit/s, 125",
        "RATE, .5 Gbit/s, 62500000",
        "SIZE, 64 KiB, 65536",
        "SIZE, 1KB, 1000",
        "SIZE, 1.5 MB, 1500000",
        "SIZE, 0 B, 0",
        "TIME, 3 ms, 0.003",
        "TIME, 12.5ms, 0.0125",
        "TIME, 250 us, 0.00025",
        "TIME, 250 µs, 0.00025",
        "TIME, 7 ns, 7e-9",
        "TIME, 2 min, 120",
        "SPACE, 0, 0",
        "SPACE, 100, 100",
        "SPACE, 32K, 32768",
        "SPACE, 64m, 67108864",
        "SPACE, 2G, 2147483648",
        "DURATION, 500ms, 500000000",
        "DURATION, 0.5s, 500000000",
        "DURATION, 5m, 300000000000",
        "DURATION, 2h, 7200000000000",
        "DURATION, 87600h, 315360000000000000",
    })
    void shouldReadNumbersWithTheirUnit(Quantity quantity, String text, double value) {
        assertThat(quantity.parse(text)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "RATE|100 Mbps|in one of bit/s, kbit/s, Mbit/s",
                "RATE|100 MBit/s|did you mean Mbit/s?",
                "RATE|100|a rate such as 100 Mbit/s, in one of",
                "RATE|-5 Mbit/s|a rate that is not negative",
                "RATE|fast|a rate such as 100 Mbit/s",
                "RATE|1e99 Gbit/s|that is not negative",
                "SIZE|64 kiB|did you mean KiB?",
                "TIME|3 msec|a time such as 20 ms, in one of ns, us, µs, ms, s, min, h",
                "TIME|3 Ms|did you mean ms?",
                "TIME|1.2.3 ms|a time such as 20 ms",
                "SPACE|1.5G|a size such as 64M or 2G",
                "SPACE|64MB|a size such as 64M or 2G",
                "SPACE|64T|a size such as 64M or 2G",
                "SPACE|-1|a size such as 64M or 2G",
                "DURATION|30|a time such as 500ms, 30s, 5m or 2h",
                "DURATION|30 s|a time such as 500ms, 30s, 5m or 2h",
                "DURATION|30sec|a time such as 500ms, 30s, 5m or 2h",
                "DURATION|0s|a time such as 500ms, 30s, 5m or 2h",
                "DURATION|87601h|a time such as 500ms, 30s, 5m or 2h",
            })
    void shouldSayWhatWasExpected(Quantity quantity, String text, String expected) {
        assertThatThrownBy(() -> quantity.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(expected);
    }

    @Test
    void shouldNameTheOptionOfAWrongValue() {
        assertThatThrownBy(() -> Quantity.DURATION.of("--budget", "soon"))
                .isInstanceOf(SluiceException.class)
                .hasMessage("--budget: soon (expected: a time such as 500ms, 30s, 5m or 2h)");
    }

    @ParameterizedTest
    @CsvSource({
        "RATE, 12500000, 100 Mbit/s",
        "RATE, Infinity, unlimited",
        "RATE, 125, 1 kbit/s",
        "RATE, 154321, 1.23 Mbit/s",
        "SIZE, 65536, 64 KiB",
        "SIZE, 1500, 1.5 kB",
        "TIME, 0.0123456, 12.3 ms",
        "TIME, 7200, 2 h",
        "TIME, 0, 0 s",
    })
    void shouldRoundForPeople(Quantity quantity, double value, String text) {
        assertThat(quantity.rounded(value)).isEqualTo(text);
    }

    @SeededTest(runs = 2000)
    void shouldReadWhatItWrote(RandomGenerator random) {
        for (Quantity quantity : List.of(Quantity.RATE, Quantity.SIZE, Quantity.TIME)) {
            double scale = Math.pow(10, random.nextInt(-8, 15));
            double value = random.nextBoolean() ? random.nextDouble() * scale : Math.rint(random.nextDouble() * scale);
            assertThat(quantity.parse(quantity.exact(value)))
                    .as(quantity.exact(value))
                    .isEqualTo(value);
        }
    }
}
