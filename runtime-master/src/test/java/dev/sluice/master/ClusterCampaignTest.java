package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.SeededTest;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small runs with faults of every kind, each drawn from its seed. */
@Tag("slow")
class ClusterCampaignTest {
    @TempDir
    static Path directory;

    @SeededTest(runs = 10_000, usually = 500)
    void shouldEndRightWhateverFails(RandomGenerator random) {
        Campaign.run(random, directory);
    }

    @Test
    void shouldRepeatAnEpisodeExactly() {
        for (long seed = 1; seed <= 25; seed++) {
            List<String> first =
                    Campaign.run(new SplittableRandom(seed), directory).transcript();
            assertThat(Campaign.run(new SplittableRandom(seed), directory).transcript())
                    .isEqualTo(first);
        }
    }
}
