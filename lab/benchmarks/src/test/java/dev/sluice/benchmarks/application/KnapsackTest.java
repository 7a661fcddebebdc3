package dev.sluice.benchmarks.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Hosted;
import dev.sluice.api.SerialRun;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnapsackTest {
    @Test
    void shouldFindTheBestValueInOneOpenCycleAndInMany() throws Exception {
        Knapsack open = new Knapsack();
        Knapsack cycles = new CyclicKnapsack();
        for (Knapsack each : List.of(open, cycles)) {
            Hosted<?, ?, ?> hosted = Hosted.of(each);
            hosted.parse(List.of("--items=30", "--nodes=10", "--ahead=3"));
            assertThat(new SerialRun<>(hosted).run()).isEqualTo(SerialRun.Outcome.COMPLETE);
        }
        int best = best(open.items);
        assertThat(open.best()).isEqualTo(best);
        assertThat(cycles.best()).isEqualTo(best);
    }

    /** The best value for each room, one item after the other. */
    private static int best(Knapsack.Items items) {
        int[] best = new int[items.capacity() + 1];
        for (int item = 0; item < items.weights().length; item++) {
            for (int room = items.capacity(); room >= items.weights()[item]; room--) {
                best[room] = Math.max(best[room], best[room - items.weights()[item]] + items.values()[item]);
            }
        }
        return best[items.capacity()];
    }
}
