package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AskedSubMastersTest {
    private final List<String> said = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();
    private final AskedSubMasters asked = new AskedSubMasters(List.of("far-1", "far-2"), said::add);

    @Test
    void shouldAskInALineThatTheOtherSideReads() {
        asked.start("far-2", failed::add);
        assertThat(said).hasSize(1);
        assertThat(AskedSubMasters.host(said.get(0))).isEqualTo("far-2");
        assertThat(AskedSubMasters.host("w1 on far-2 joined")).isNull();
        assertThat(failed).isEmpty();
    }

    @Test
    void shouldOnlyNameHostsOnWhichTheOtherSideStartsAnything() {
        assertThat(asked.canStart("far-1")).isTrue();
        assertThat(asked.canStart("near-1")).isFalse();
    }
}
