package dev.sluice.app.pep;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExactQuantityTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0s, 0",
        "1ns, 1",
        "1.5us, 1500",
        "2µs, 2000",
        "10ms, 10000000",
        "0.1s, 100000000",
        "1min, 60000000000",
        "24h, 86400000000000",
        "0.000000001s, 1",
        "007ms, 7000000"
    })
    void shouldReadTimesExactly(String text, long nanos) {
        assertThat(ExactQuantity.TIME.parse(text)).hasValue(nanos);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "17, 17",
        "17B, 17",
        "1kB, 1000",
        "1KB, 1000",
        "1KiB, 1024",
        "1.5KiB, 1536",
        "1MB, 1000000",
        "1MiB, 1048576",
        "0.5MiB, 524288",
        "1GB, 1000000000",
        "0.5GiB, 536870912"
    })
    void shouldReadSizesExactly(String text, long bytes) {
        assertThat(ExactQuantity.SIZE.parse(text)).hasValue(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10",
                "ms",
                "-1ms",
                "1e3ms",
                "1 000ms",
                "10MS",
                "0.5ns",
                "25h",
                "1d",
                "1.ms",
                ".5s",
                "99999999999999999999s",
                "NaN"
            })
    void shouldRefuseWhatIsNoTime(String text) {
        assertThat(ExactQuantity.TIME.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "B", "-1", "0.5B", "1.0001kB", "1mb", "1Mb", "1GiB", "1TB", "1_000", "0x10"})
    void shouldRefuseWhatIsNoSize(String text) {
        assertThat(ExactQuantity.SIZE.parse(text)).isEmpty();
    }
}
