package dev.sluice.benchmarks.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.truth.UnitProfile.Travel;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TruthDrawTest {
    private static final int SEEDS = 60;
    private static final int CASES = 12;

    private static final List<TruthCase> DRAWN = LongStream.range(0, SEEDS)
            .mapToObj(seed -> TruthDraw.of(seed, CASES))
            .flatMap(List::stream)
            .toList();

    @Test
    void shouldDrawTheSameFromTheSameSeed() {
        assertThat(TruthDraw.of(7, CASES)).isEqualTo(TruthDraw.of(7, CASES)).isNotEqualTo(TruthDraw.of(8, CASES));
        assertThat(TruthDraw.network(7, 3)).isEqualTo(TruthDraw.of(7, CASES).get(2));
    }

    @Test
    void shouldStayWithinTheBoundsOfNetworks() {
        for (TruthCase drawn : DRAWN) {
            assertThat(drawn.sites()).hasSizeBetween(2, 4);
            assertThat(drawn.hosts()).hasSizeBetween(4, 12);
            assertThat(drawn.sites().get(0).parent()).isNegative();
            for (DrawnSite site : drawn.sites().subList(1, drawn.sites().size())) {
                assertThat(site.upMbit()).isBetween(2.0, 200.0);
                assertThat(site.downMbit()).isBetween(2.0, 200.0);
                assertThat(site.latencyMicros()).isBetween(0L, 40_000L);
                assertThat(site.half() && site.upMbit() != site.downMbit()).isFalse();
            }
            for (DrawnHost host : drawn.hosts()) {
                assertThat(host.upMbit() == 0 || host.upMbit() >= 2 && host.upMbit() <= 200)
                        .isTrue();
                assertThat(host.load()).isBetween(0.0, host.processors());
            }
            assertThat(drawn.hosts().stream().map(DrawnHost::name)).doesNotHaveDuplicates();
            assertThat(drawn.hosts().stream().map(DrawnHost::site).distinct()).hasSameSizeAs(drawn.sites());
            assertThat(drawn.console().speed()).isEqualTo(1);
        }
    }

    /** The hosts of a test network share the processors of one machine. */
    @Test
    void shouldLeaveProcessorsOfTheMachineToOthers() {
        assertThat(DRAWN).allSatisfy(drawn -> {
            assertThat(drawn.slots() * drawn.profile().cpuShare()).isLessThanOrEqualTo(0.5);
            assertThat(drawn.hosts().stream().mapToDouble(DrawnHost::load).sum())
                    .isLessThanOrEqualTo(0.8);
        });
    }

    @Test
    void shouldDrawEveryKindOfNetworkAndApplication() {
        Set<Object> seen = new HashSet<>();
        for (TruthCase drawn : DRAWN) {
            seen.add(drawn.sites().size() + " sites");
            seen.add(drawn.hosts().size() + " hosts");
            seen.add(drawn.profile().travel());
            drawn.sites().forEach(site -> seen.add(site.half() ? "half" : "full"));
            drawn.sites().forEach(site -> seen.add(site.upMbit() == site.downMbit() ? "symmetric" : "asymmetric"));
            drawn.hosts().forEach(host -> seen.add(host.load() > 0 ? "loaded" : "idle"));
            seen.add(drawn.profile().cpuShare() > 0 ? "computing" : "asleep");
            seen.add(linkBound(drawn) ? "link-bound" : "compute-bound");
        }
        assertThat(seen)
                .contains("2 sites", "4 sites", "4 hosts", "12 hosts", "half", "symmetric", "asymmetric")
                .contains("full", "loaded", "idle", "computing", "asleep", "link-bound", "compute-bound")
                .contains((Object[]) Travel.values());
    }

    /** Tells whether links keep the best master from using all slots. */
    private static boolean linkBound(TruthCase drawn) {
        double slots = drawn.hosts().stream()
                .mapToDouble(
                        host -> host.slots() * host.speed() / drawn.profile().unitSeconds())
                .sum();
        return TruthCase.bestRate(drawn.sites(), drawn.hosts(), drawn.profile()) < 0.5 * slots;
    }

    @Test
    void shouldDrawRunsOfBearableLength() {
        for (TruthCase drawn : DRAWN) {
            UnitProfile profile = drawn.profile();
            double seconds =
                    profile.cycles() * profile.units() / TruthCase.bestRate(drawn.sites(), drawn.hosts(), profile);
            assertThat(seconds).isBetween(0.5, 60.0);
        }
    }

    @Test
    void shouldDrawCasesOfThisMachine() {
        for (TruthKind kind : List.of(TruthKind.EMBEDDED, TruthKind.LOCAL)) {
            TruthCase drawn = TruthDraw.here(5, 1, kind);
            assertThat(drawn).isEqualTo(TruthDraw.here(5, 1, kind)).isNotEqualTo(TruthDraw.here(5, 2, kind));
            assertThat(drawn.sites()).isEmpty();
            assertThat(drawn.slots() * drawn.profile().cpuShare()).isLessThanOrEqualTo(1);
        }
    }
}
