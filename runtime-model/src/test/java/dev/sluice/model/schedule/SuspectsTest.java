package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import java.util.Deque;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The units that a worker leaves are computed alone afterwards if one of them may have ended it. */
class SuspectsTest {
    private static final int SLOTS = 4;

    private final World world = new World(PolicyName.GSS, 1, 1);

    /** Computes units at this worker; returns how many of them it was given alone. */
    private int givenAlone(WorkerId worker, long unitNanos) {
        Deque<long[]> queue = world.workers.get(worker).queue;
        int alone = 0;
        while (!queue.isEmpty()) {
            boolean isLast = queue.size() == 1;
            world.compute(worker, 1, unitNanos);
            alone += isLast && queue.size() == 1 ? 1 : 0;
        }
        return alone;
    }

    /**
     * A worker returned nothing before it died. Results of short units may have been held back, those of long ones not;
     * other workers have shown how long a unit is.
     */
    @ParameterizedTest
    @CsvSource({"20_000_000, 4", "100_000, 260"})
    void shouldJudgeAWorkerThatReturnedNothingByTheUnitsOfOthers(long unitNanos, int suspects) {
        WorkerId good = world.join(1, 1);
        WorkerId bad = world.join(2, SLOTS);
        world.begin(4_000);
        world.compute(good, 10, unitNanos);
        world.workers.remove(bad);
        world.apply(new Event.WorkerDied(bad));

        assertThat(givenAlone(good, unitNanos)).isEqualTo(suspects);
        assertThat(world.done()).isTrue();
    }
}
