package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Option;

/** {@code sluice predict --sweep} chooses the grain, and {@code --json} follows its schema. */
class SweepSchemaTest {
    /** Computing of one slot [ms]. */
    private static final int MILLIS = 4_096;

    @TempDir
    Path directory;

    /** Some seconds of waiting, cut into units of {@code --grain} milliseconds. */
    public static final class Grains extends Application<None, Long, Long> {
        @Option(names = "--grain")
        int grain = 1;

        @Override
        protected Cycle<None> cycle(int number) {
            return Cycle.only(MILLIS / grain, None.NONE);
        }

        @Override
        protected Long unit(long index) {
            return index;
        }

        @Override
        protected Long compute(None setup, Long unit) throws InterruptedException {
            Thread.sleep(grain);
            return unit;
        }

        @Override
        protected Verdict accept(long index, Long result) {
            return Verdict.CONTINUE;
        }
    }

    private InProcess sweep(String values, String... more) throws Exception {
        return InProcess.sluice(Words.of(
                "predict %s --sweep %s --workers 1,4,16 --budget 8s --no-history %s",
                PoisonJar.in(directory, Grains.class), values, more));
    }

    @Test
    void shouldTakeTheGrainThatKeepsAllWorkersBusy() throws Exception {
        JsonNode all =
                sweep("grain=16,many,2048", "--json", "--", "--grain", "5").json(0, "docs/sweep.schema.json");
        assertThat(all.at("/option").asText()).isEqualTo("--grain");
        assertThat(all.at("/best").asText()).as("%s", all).isEqualTo("16");
        assertThat(all.at("/values").findValuesAsText("value")).containsExactly("16", "many", "2048");
        assertThat(all.at("/values/0/units").asLong()).isEqualTo(256);
        assertThat(all.at("/values/0/workers").asInt()).isEqualTo(16);
        assertThat(all.at("/values/0/seconds").asDouble())
                .isLessThan(all.at("/values/2/seconds").asDouble());
        assertThat(all.at("/values/1/refused").asText()).contains("many");
        assertThat(all.at("/values/2/workers").asInt()).as("two units").isEqualTo(4);
        InProcess table = sweep("grain=16,many,2048");
        assertThat(table.out())
                .startsWith("Take --grain 16: about ")
                .containsPattern("(?m)^\\* +16 +256 ")
                .contains("refused: ");
        assertThat(directory.resolve("grains.prediction.json")).doesNotExist();
    }

    @Test
    void shouldRefuseAnOptionThatTheApplicationDoesNotHave() throws Exception {
        InProcess unknown = sweep("grains=1,2");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("E203", "--grains: unknown option (expected: --grain?)");
        InProcess stored = sweep("grain=1,2", "--dry-run");
        assertThat(stored.code()).isEqualTo(2);
        assertThat(stored.err()).contains("--sweep: with --dry-run");
    }
}
