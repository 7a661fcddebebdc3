package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.master.tune.Replanning;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.record.RunView;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose plan believes that four hosts take a second for each of 240 units. */
@NoLeaks
class ClusterReplanTest {
    private static final int HOSTS = 4;
    private static final long UNITS = 240;

    @TempDir
    Path directory;

    private Cluster cluster;
    private final List<Replanning.Rest> asked = new ArrayList<>();
    private Replanning answer = rest -> null;

    private Replanning.Way toSelfScheduling(Replanning.Rest rest) {
        return new Replanning.Way(rest.now().with(PolicyName.SS), Set.of());
    }

    /** @param after time from which units take {@code times} as long on {@code h1}, and {@code onAll} elsewhere [s] */
    private double run(boolean watched, long after, double times, double onAll) {
        cluster = new Cluster(directory.resolve("run-" + watched));
        cluster.terms().policy = PolicyName.FIXED;
        cluster.terms().prefetch = SchedulerConfig.AUTO;
        cluster.terms().expectedSlots = HOSTS;
        Map<String, Double> believed = new HashMap<>();
        for (int i = 0; i < HOSTS; i++) {
            believed.put("h" + i, 1.0);
        }
        Replanning noting = rest -> {
            asked.add(rest);
            return answer.of(rest);
        };
        LaterBeside beside = new LaterBeside(cluster.loop(), () -> Cluster.MILLI);
        cluster.terms().replanned = watched ? new Replanning.Terms(believed, noting, beside) : null;
        cluster.start(cluster.work(UNITS).expecting(1));
        long begin = cluster.loop().nanoTime();
        for (int i = 0; i < HOSTS; i++) {
            double slower = i == 1 ? times : onAll;
            LongUnaryOperator nanos = unit -> {
                boolean late = cluster.loop().nanoTime() - begin >= after * Cluster.SECOND;
                return Math.round((late ? slower : 1) * Cluster.SECOND);
            };
            cluster.join("h" + i, 1, cluster.work(UNITS).taking(nanos), Cluster.runFile("master"));
        }
        cluster.finishCompletely();
        RunProgress progress = cluster.master().core().progress();
        return (progress.endNanos() - progress.startNanos()) / 1e9;
    }

    private List<RunView.Decision> decisions() {
        return cluster.master().core().recording().recorder().decisions().stream()
                .filter(decision -> decision.why().startsWith("planned again"))
                .toList();
    }

    @Test
    void shouldPlanAgainWhenAHostIsAtHalfItsSpeed() {
        double without = run(false, 10, 2, 1);
        answer = this::toSelfScheduling;

        double with = run(true, 10, 2, 1);

        assertThat(decisions()).singleElement().satisfies(only -> {
            assertThat(only.kind()).isEqualTo("policy");
            assertThat(only.what()).startsWith("SS");
            assertThat(only.why())
                    .matches("planned again: h1 computes at 0[.][56][0-9]? of what was foretold; before: .*");
            assertThat(only.seconds()).isBetween(12.0, 40.0);
        });
        assertThat(asked).singleElement().satisfies(rest -> {
            assertThat(rest.now().policy()).isEqualTo(PolicyName.FIXED);
            assertThat(rest.times().get("h1")).isGreaterThan(1.5);
            assertThat(rest.times().get("h0")).isCloseTo(1, withinPercentage(5));
            assertThat(rest.units()).isBetween(100L, UNITS);
        });
        assertThat(with).as("without: %s", without).isLessThanOrEqualTo(without);
    }

    @Test
    void shouldSayThatNothingBetterWasFound() {
        run(true, 10, 2, 1);
        assertThat(decisions()).singleElement().satisfies(only -> {
            assertThat(only.kind()).isEqualTo("plan");
            assertThat(only.what()).isEqualTo("the run goes on as before");
        });
        assertThat(cluster.master().driver().handout().policy()).isEqualTo(PolicyName.FIXED);
    }

    @Test
    void shouldParkAHostThatIsInTheWay() {
        answer = rest -> new Replanning.Way(rest.now(), Set.of("h1"));
        run(true, 10, 4, 1);
        assertThat(cluster.master().driver().parkedSlots()).isEqualTo(1);
        assertThat(decisions()).isNotEmpty();
    }

    @Test
    void shouldKeepItsPlanWhereUnitsTakeLongerEverywhere() {
        run(true, 10, 2, 2);
        assertThat(asked).isEmpty();
    }

    @Test
    void shouldKeepItsPlanWhereAHostIsALittleSlower() {
        run(true, 10, 1.3, 1);
        assertThat(asked).isEmpty();
    }

    @Test
    void shouldGoOnWhereTheModelFails() {
        answer = rest -> {
            throw new IllegalStateException("no model");
        };
        run(true, 10, 2, 1);
        assertThat(decisions())
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.why())
                        .endsWith("; the model failed: java.lang.IllegalStateException: no model"));
    }
}
