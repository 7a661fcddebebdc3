package dev.sluice.insight.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.insight.plan.UnitMemory.Free;
import dev.sluice.model.flow.Host;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnitMemoryTest {
    private static final long GIGA = 1L << 30;

    private static Host host(String name, int slots) {
        return new Host(name, 0).withSlots(slots, 2);
    }

    @Test
    void shouldGiveNoMoreSlotsThanFitIntoFreeMemory() {
        UnitMemory.Fitting fitting = new UnitMemory(3 * GIGA)
                .of(
                        List.of(host("wide", 4), host("narrow", 4), host("full", 4), host("unseen", 4)),
                        Map.of(
                                "wide", new Free(14.0 * GIGA, "seen now"),
                                "narrow", new Free(10.0 * GIGA, "seen now"),
                                "full", new Free(3.0 * GIGA, "forecast")));

        assertThat(fitting.hosts()).extracting(Host::name).containsExactly("wide", "narrow", "unseen");
        assertThat(fitting.hosts())
                .extracting(Host::slots)
                .as("90 % of 10 GiB are three units")
                .containsExactly(4, 3, 4);
        assertThat(fitting.hosts().get(1).speed()).isEqualTo(2);
        assertThat(fitting.words())
                .containsExactly(
                        "3 of 4 slots on narrow: a unit needs 3.0 GiB, 9.0 GiB may be used (90 % of free memory, seen"
                                + " now)",
                        "no worker on full: a unit needs 3.0 GiB, 2.7 GiB may be used (90 % of free memory, forecast)");
    }

    @Test
    void shouldLeaveHostsAloneWithoutANeed() {
        List<Host> hosts = List.of(host("full", 4));

        assertThat(new UnitMemory(0).of(hosts, Map.of("full", new Free(0, "forecast"))))
                .isEqualTo(new UnitMemory.Fitting(hosts, List.of()));
    }
}
