package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.net.message.LongUnit;
import java.time.LocalTime;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LongUnitNewsTest {
    private final LongUnitNews news = new LongUnitNews();

    private Optional<String> line(long unit, long medianNanos) {
        return news.line(
                new LongUnit(0, unit, 62_300_000_000L, "north", 4711),
                "w3 on sub",
                medianNanos,
                LocalTime.of(0, 0, 30));
    }

    @Test
    void shouldSayWhichUnitComputesWhereSinceWhenAndWhatToDo() {
        assertThat(line(17, 250_000_000L))
                .hasValue("unit 17 has been computing on w3 on sub since 23:59:27, for 62 s (median: about 0.25 s)."
                        + " \"jstack 4711\" on north shows what it does; --unit-timeout ends such units");
        assertThat(line(18, 0).orElseThrow()).contains("no unit has ended yet");
        assertThat(line(19, 20).orElseThrow()).contains("median: below 1 ms");
    }

    @Test
    void shouldListTenOfThem() {
        for (int unit = 0; unit < 10; unit++) {
            assertThat(line(unit, 0).orElseThrow()).startsWith("unit " + unit);
        }
        assertThat(line(10, 0).orElseThrow()).contains("not listed");
        assertThat(line(11, 0)).isEmpty();
    }
}
