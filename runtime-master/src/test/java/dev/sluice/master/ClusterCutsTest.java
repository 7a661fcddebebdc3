package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.testing.NoLeaks;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Parts that stay on workers and are cut anew, because these are unlike. */
@NoLeaks
class ClusterCutsTest extends ResumedCluster {
    private static final int CELLS = 240;
    private static final int STEPS = 200;
    private ResidentLine line;

    @BeforeEach
    void begin() {
        open("run");
        cluster.terms().policy = PolicyName.SS;
    }

    private void line(int cells, int parts, int steps) {
        line = new ResidentLine(cluster.loop(), cells, parts, steps, 100_000);
    }

    private void start() {
        try {
            Hosted.of(line).residence().orElseThrow().clock(cluster.loop()::nanoTime);
        } catch (ApplicationException e) {
            throw new IllegalStateException(e);
        }
        cluster.start(line, () -> line.slower(1), run);
    }

    private Cluster.Node join(String host, int slots, int slowness) {
        return cluster.join(host, slots, line.slower(slowness), Cluster.runFile("master"));
    }

    private void awaitStep(int step) {
        cluster.await("step " + step, () -> line.results.size() >= step);
    }

    private void finish() {
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        assertThat(line.results).containsExactlyElementsOf(line.expected());
    }

    @Test
    void shouldCutBySpeedAndSaySo() {
        line(CELLS, 2, STEPS);
        start();
        join("quick", 1, 1);
        join("slow", 1, 3);
        finish();
        assertThat(line.sizes).containsExactly(180, 60);
        assertThat(cluster.master().core().recording().recorder().decisions())
                .filteredOn(each -> each.kind().equals("parts"))
                .singleElement()
                .satisfies(each -> assertThat(each.what())
                        .matches("2 parts cut anew after step [0-9]+: [0-9.]+ ms a step in place of [0-9.]+"));
    }

    @Test
    void shouldCutForSlots() {
        line(CELLS, 8, STEPS);
        start();
        join("two", 2, 2);
        join("one", 1, 1);
        finish();
        int first = line.sizes.subList(0, 4).stream().mapToInt(size -> size).sum();
        assertThat(first).isBetween(115, 125);
    }

    @Test
    void shouldGoOnWithNewCutsAfterALoss() {
        line(CELLS, 2, STEPS);
        start();
        Cluster.Node quick = join("quick", 1, 1);
        join("slow", 1, 3);
        cluster.await("a cut", () -> line.sizes.equals(List.of(180, 60)));
        quick.die();
        join("other", 1, 3);
        finish();
        assertThat(line.sizes).containsExactly(120, 120);
    }

    /** Masters die, workers die and come, at any moment. */
    @SeededTest(runs = 40)
    void shouldGiveTheResultsOfASerialRunWhateverHappens(RandomGenerator random) {
        open("run-" + random.nextLong());
        int parts = 1 + random.nextInt(5);
        line(parts + random.nextInt(200), parts, 1 + random.nextInt(STEPS));
        begin(this::start);
        List<Cluster.Node> nodes = new ArrayList<>();
        join("stays", 1, 1 + random.nextInt(3));
        for (int event = 0; event < 6 && cluster.heard().end() == null; event++) {
            cluster.loop().advance(random.nextLong(600 * Cluster.MILLI));
            switch (random.nextInt(4)) {
                case 0 -> {
                    if (cluster.heard().end() == null) {
                        line = line.slower(1);
                        killAndResume(this::start);
                    }
                }
                case 1 -> {
                    if (!nodes.isEmpty()) {
                        nodes.remove(random.nextInt(nodes.size())).die();
                    }
                }
                default -> nodes.add(join("more" + event, 1 + random.nextInt(2), 1 + random.nextInt(4)));
            }
        }
        finish();
    }
}
