package dev.sluice.benchmarks.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.truth.UnitProfile.Travel;
import java.util.List;
import org.junit.jupiter.api.Test;

class NetworkTextTest {
    private static final NetworkText TEXT = new NetworkText(new TruthCase(
            1,
            1,
            TruthKind.HOSTS,
            List.of(
                    new DrawnSite("s1", -1, true, 50, 50, 0),
                    new DrawnSite("s2", 0, false, 6, 30, 8_000),
                    new DrawnSite("s3", 1, true, 15, 15, 0)),
            List.of(
                    new DrawnHost("a1", 0, "10.97.1.1", 0, 0, 1, 1, 0, 0),
                    new DrawnHost("b1", 1, "10.97.2.1", 100, 50, 2, 1.5, 0.5, 0.2)),
            new UnitProfile(20_000, 0, 24, 100, 64, Travel.EACH, 1, 100)));

    @Test
    void shouldWriteTheFileOfTheLab() {
        assertThat(TEXT.lab())
                .containsExactly(
                        "name: truth",
                        "links:",
                        "  - {name: s1, duplex: half, rate: 50.0 Mbit/s}",
                        "  - {name: s2, parent: s1, rate-up: 6.0 Mbit/s, rate-down: 30.0 Mbit/s, latency: 8000 us}",
                        "  - {name: s3, parent: s2, duplex: half, rate: 15.0 Mbit/s}",
                        "hosts:",
                        "  - {name: a1, link: s1, address: 10.97.1.1, slots: 1}",
                        "  - {name: b1, link: s2, address: 10.97.2.1, slots: 2, rate-up: 100.0 Mbit/s,"
                                + " rate-down: 50.0 Mbit/s, cpu: 0.50}");
    }

    @Test
    void shouldAddSpeedsToTheViewAlone() {
        assertThat(TEXT.view()).anyMatch(line -> line.endsWith("cpu: 0.50, speed: 1.50}"));
    }

    @Test
    void shouldListTheHostsOfOthers() {
        assertThat(TEXT.hosts()).containsExactly("b1 slots=2");
    }
}
