package dev.sluice.benchmarks.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.tuning.MateExperiment.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MateExperimentTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Path LAB = Path.of("..", "network");

    @Test
    void shouldReadTheLoadThatTheTestNetworkHas() throws IOException {
        MateExperiment variable = MateExperiment.of(LAB, "variable", 5);

        assertThat(variable.machines().workers()).isEqualTo(19);
        assertThat(variable.changes()).hasSize(6).startsWith(30 * SECOND);
        assertThat(variable.share(0)).isEqualTo(0.08);
        assertThat(variable.share(35 * SECOND)).isEqualTo(0.04);
        assertThat(variable.share(500 * SECOND)).isEqualTo(0.08);
    }

    /** The paper's Tables 1 and 2 have eight workers as the best number. */
    @Test
    void shouldNeedEightWorkersUnderTheUsualLoad() throws IOException {
        MateExperiment variable = MateExperiment.of(LAB, "variable", 5);

        assertThat(variable.bestByEquations(0.08)).isEqualTo(8);
        assertThat(variable.bestBySimulation(0.08)).isBetween(7, 9);
    }

    @Test
    void shouldCountWorkersInEachCycle() throws IOException {
        MateExperiment variable = MateExperiment.of(LAB, "variable", 12);
        Outcome eight = variable.fixed(8);
        Outcome tuned = variable.tuned();

        assertThat(eight.workerSeconds()).isBetween(7.9 * eight.seconds(), 8 * eight.seconds());
        assertThat(variable.atWork(tuned)).hasSize(12).startsWith(19);
        assertThat(tuned.changes()).isNotEmpty();
        assertThat(tuned.workerSeconds()).isLessThan(19 * tuned.seconds());
    }

    /** After the first step of the load one more worker gains 1.2 %, which must be seen twice. */
    @Test
    void shouldFollowASmallStepOfTheLoadWithinTwoCycles() throws IOException {
        MateExperiment ascending = MateExperiment.of(LAB, "ascending", 45);
        Outcome tuned = ascending.tuned();

        assertThat(tuned.cycles().get(44).toNanos()).isGreaterThan(60 * SECOND);
        assertThat(ascending.periods(tuned).get(0).changes())
                .as("%s", tuned.changes())
                .hasSize(1);
        assertThat(ascending.cyclesUntilReaction(tuned)).isLessThanOrEqualTo(2);
        assertThat(ascending.mostChanges(tuned)).isEqualTo(1);
        assertThat(tuned.changes())
                .extracting(MateExperiment.Change::words)
                .noneMatch(words -> words.contains("undone") || words.contains("given up"));
    }
}
