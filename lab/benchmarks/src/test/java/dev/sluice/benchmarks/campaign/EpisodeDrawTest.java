package dev.sluice.benchmarks.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class EpisodeDrawTest {
    private static final int SEEDS = 500;

    @Test
    void shouldDrawTheSameFromTheSameSeed() {
        assertThat(EpisodeDraw.any(7, false)).isEqualTo(EpisodeDraw.any(7, false));
        assertThat(EpisodeDraw.kills(7)).isEqualTo(EpisodeDraw.kills(7));
        assertThat(EpisodeDraw.any(7, false)).isNotEqualTo(EpisodeDraw.any(8, false));
    }

    @Test
    void shouldDrawEveryFaultOfEveryShape() {
        Set<Object> drawn = new HashSet<>();
        LongStream.range(0, SEEDS)
                .mapToObj(seed -> EpisodeDraw.any(seed, false))
                .forEach(episode -> {
                    drawn.add(episode.shape());
                    drawn.add(episode.work().mode());
                    drawn.add(episode.journal());
                    episode.faults().forEach(fault -> {
                        drawn.add(fault.kind());
                        drawn.add(fault.target());
                        drawn.add(fault.moment().phase());
                    });
                });
        assertThat(drawn)
                .containsAll(EnumSet.allOf(RunShape.class))
                .containsAll(EnumSet.allOf(FaultKind.class))
                .containsAll(EnumSet.allOf(FaultTarget.class))
                .containsAll(EnumSet.allOf(FaultMoment.RunPhase.class))
                .contains("none", "os", "sync");
    }

    @Test
    void shouldKillNoMasterWithoutAJournal() {
        LongStream.range(0, SEEDS)
                .mapToObj(seed -> EpisodeDraw.any(seed, false))
                .filter(episode -> episode.journal().equals("none"))
                .forEach(episode -> assertThat(episode.faults())
                        .noneMatch(fault -> fault.kind() == FaultKind.KILL && fault.target() == FaultTarget.MASTER));
    }

    @Test
    void shouldKillMastersOnlyIfAsked() {
        LongStream.range(0, SEEDS)
                .mapToObj(EpisodeDraw::kills)
                .forEach(episode -> assertThat(episode.killsMastersOnly()).isTrue());
    }
}
