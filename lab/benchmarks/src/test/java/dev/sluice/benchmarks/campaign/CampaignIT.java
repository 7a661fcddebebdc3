package dev.sluice.benchmarks.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.NoLeaks;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A campaign of a few short episodes, which hit every role. {@code lab/lab campaign} runs longer ones. */
@NoLeaks
class CampaignIT {
    private static final long[] SEEDS = {25, 37, 60, 64, 248, 265};

    @TempDir
    static Path directory;

    private static CampaignPlaces places;

    @BeforeAll
    static void findPrograms() throws Exception {
        Path root = Path.of(System.getProperty("sluice.checkout", ".."))
                .toAbsolutePath()
                .normalize();
        places = new CampaignPlaces(
                        root.resolve("runtime-cli/target/sluice-master.jar"),
                        root.resolve("runtime-worker/target/sluice-worker.jar"),
                        root.resolve("lab/benchmarks/target/sluice-benchmarks-applications.jar"),
                        null)
                .archived(directory);
    }

    static LongStream seeds() {
        return LongStream.of(SEEDS);
    }

    @Test
    void shouldHitEveryRole() {
        Set<FaultTarget> hit = seeds().mapToObj(seed -> EpisodeDraw.any(seed, true))
                .flatMap(episode -> episode.faults().stream())
                .map(PlannedFault::target)
                .collect(Collectors.toSet());
        assertThat(hit).isEqualTo(EnumSet.allOf(FaultTarget.class));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldKeepItsPromises(long seed) throws Exception {
        EpisodeOutcome outcome = Campaign.perform(EpisodeDraw.any(seed, true), directory, places);
        assertThat(outcome.findings()).as(outcome.toString()).isEmpty();
    }
}
