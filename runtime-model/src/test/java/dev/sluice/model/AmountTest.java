package dev.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 s",
        "2.5e-8, 25 ns",
        "0.00025, 250 µs",
        "0.0123, 12.3 ms",
        "0.9996, 1 s",
        "41.23, 41.2 s",
        "59.96, 60 s",
        "90, 1 min 30 s",
        "600, 10 min",
        "7800, 2 h 10 min",
        "273600, 3 days 4 h",
        "Infinity, for ever"
    })
    void shouldSayTimesOfAnyLength(double seconds, String words) {
        assertThat(Amount.seconds(seconds)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 B", "300, 300 B", "1500, 1.5 kB", "2e7, 20 MB", "999600, 1 MB", "5e15, 5000 TB"})
    void shouldSaySizes(double bytes, String words) {
        assertThat(Amount.bytes(bytes)).isEqualTo(words);
    }

    @Test
    void shouldShowThreeDigitsOfRates() {
        assertThat(Amount.number(0)).isEqualTo("0");
        assertThat(Amount.number(0.0421)).isEqualTo("0.0421");
        assertThat(Amount.number(4.214)).isEqualTo("4.21");
        assertThat(Amount.number(42_140)).isEqualTo("42,140");
    }
}
