package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.master.tune.Replanning;
import dev.sluice.master.tune.SubMasterStart;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.record.RunView;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.net.virtual.VirtualLink;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose plan believes that four hosts take a second for each of 240 units. */
@NoLeaks
class ClusterReplanTest {
    private static final int HOSTS = 4;
    private static final long UNITS = 240;

    /** The line to h2 and h3 carries five times their results [bytes/s]. */
    private static final long LINE = 1_000_000;

    private static final int RESULT_BYTES = 100_000;

    @TempDir
    Path directory;

    private Cluster cluster;
    private final List<Replanning.Rest> asked = new ArrayList<>();
    private Replanning answer = rest -> null;

    /** Lines that the plan believes in. */
    private List<Replanning.Line> lines = List.of();

    private final VirtualLink.Port line = VirtualLink.Port.both(LINE);
    private Supplier<SubMasterStart> starter = () -> SubMasterStart.NONE;
    private String parent = "master";
    private int active;

    /** After 20 s the line carries so many times as much as before. */
    private double lineTimes = 1;

    private static Replanning.Way toSelfScheduling(Replanning.Rest rest) {
        return Replanning.Way.by(rest.now().with(PolicyName.SS));
    }

    /** @param after time from which units take {@code times} as long on {@code h1}, and {@code onAll} elsewhere [s] */
    private double run(boolean watched, long after, double times, double onAll) {
        cluster = new Cluster(directory.resolve("run-" + watched));
        cluster.terms().policy = PolicyName.FIXED;
        cluster.terms().prefetch = SchedulerConfig.AUTO;
        cluster.terms().expectedSlots = HOSTS;
        cluster.terms().active = active;
        cluster.terms().sites = Map.of("h2", "far", "h3", "far", "sub", "far");
        Cluster.Site far = new Cluster.Site(Cluster.MILLI, line);
        List.of("h2", "h3", "sub").forEach(host -> cluster.place(host, far));
        Map<String, Double> believed = new HashMap<>();
        for (int i = 0; i < HOSTS; i++) {
            believed.put("h" + i, 1.0);
        }
        Replanning noting = rest -> {
            asked.add(rest);
            return answer.of(rest);
        };
        LaterBeside beside = new LaterBeside(cluster.loop(), () -> Cluster.MILLI);
        cluster.terms().replanned = watched
                ? new Replanning.Terms(new Replanning.Beliefs(believed, lines), noting, beside, starter.get())
                : null;
        cluster.start(
                cluster.work(UNITS).padded(lines.isEmpty() ? 0 : RESULT_BYTES).expecting(1));
        if (parent.equals("sub")) {
            cluster.await("the sub-master serves", cluster.subMaster("sub")::isServing);
        }
        long begin = cluster.loop().nanoTime();
        cluster.loop().schedule(20 * Cluster.SECOND, () -> line.times(lineTimes));
        for (int i = 0; i < HOSTS; i++) {
            double slower = i == 1 ? times : onAll;
            LongUnaryOperator nanos = unit -> {
                boolean late = cluster.loop().nanoTime() - begin >= after * Cluster.SECOND;
                return Math.round((late ? slower : 1) * Cluster.SECOND);
            };
            String joined = i < 2 ? "master" : parent;
            cluster.join(
                    "h" + i,
                    1,
                    cluster.work(UNITS)
                            .padded(lines.isEmpty() ? 0 : RESULT_BYTES)
                            .taking(nanos),
                    Cluster.runFile(joined));
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
        answer = ClusterReplanTest::toSelfScheduling;

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
            assertThat(rest.measured().times().get("h1")).isGreaterThan(1.5);
            assertThat(rest.measured().times().get("h0")).isCloseTo(1, withinPercentage(5));
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
        answer = rest -> new Replanning.Way(rest.now(), Set.of("h1"), Set.of(), Set.of(), Set.of());
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

    // ---- lines

    /** The line to the far hosts, and each of their ports, which is no narrower. */
    private static List<Replanning.Line> far() {
        return List.of(
                new Replanning.Line("far", Set.of("h2", "h3", "sub"), LINE, 0.002, 0.05),
                new Replanning.Line("the port of h2", Set.of("h2"), LINE, 0.002, 0.05),
                new Replanning.Line("the port of h3", Set.of("h3"), LINE, 0.002, 0.05));
    }

    private double slowing(double times) {
        lines = far();
        answer = ClusterReplanTest::toSelfScheduling;
        lineTimes = times;
        return run(true, 1_000, 1, 1);
    }

    @Test
    void shouldPlanAgainWhenALineGoesSlow() {
        slowing(0.3);
        assertThat(decisions()).first().satisfies(only -> {
            assertThat(only.why())
                    .matches("planned again: far carries 0[.][23][0-9]? of what was foretold; before: .*");
            assertThat(only.seconds()).isBetween(22.0, 60.0);
        });
        assertThat(asked.get(0).measured().lines()).containsOnlyKeys("far");
        assertThat(asked.get(0).measured().lines().get("far")).isBetween(2.5, 4.5);
        assertThat(asked.get(0).crew().working()).containsExactly("h0", "h1", "h2", "h3");
    }

    @Test
    void shouldKeepItsPlanWhereALineIsALittleSlower() {
        slowing(0.8);
        assertThat(asked).isEmpty();
    }

    /** A line that the run hardly uses does not matter. */
    @Test
    void shouldKeepItsPlanWhereASlowLineIsIdle() {
        line.times(20);
        lines = List.of(new Replanning.Line("far", Set.of("h2", "h3"), 200.0 * LINE, 0.002, 0.05));
        run(true, 1_000, 1, 1);
        assertThat(asked).isEmpty();
    }

    // ---- workers and tree

    @Test
    void shouldLetWaitingWorkersWork() {
        active = 2;
        answer = rest -> new Replanning.Way(
                rest.now().with(PolicyName.SS), Set.of(), rest.crew().waiting(), Set.of(), Set.of());
        run(true, 10, 3, 1);
        assertThat(asked.get(0).crew().working()).containsExactly("h0", "h1");
        assertThat(asked.get(0).crew().waiting()).containsExactly("h2", "h3");
        assertThat(decisions().stream().map(RunView.Decision::what))
                .anyMatch(what -> what.endsWith("on h2 works again"))
                .anyMatch(what -> what.endsWith("on h3 works again"));
        assertThat(cluster.master().driver().parkedSlots()).isZero();
    }

    @Test
    void shouldGiveASiteASubMaster() {
        starter = () -> (host, failed) -> cluster.subMaster("sub");
        answer = rest -> new Replanning.Way(
                rest.now().with(PolicyName.SS), Set.of(), Set.of(), rest.crew().sites(), Set.of());
        run(true, 10, 3, 1);
        assertThat(asked.get(0).crew().sites()).contains("far");
        assertThat(decisions().stream().map(RunView.Decision::what)).contains("far gets a sub-master");
        assertThat(treeWords())
                .anyMatch(what -> what.contains("on h2 moves to"))
                .anyMatch(what -> what.contains("on h3 moves to"));
        assertThat(cluster.counters().workersLost()).isZero();
    }

    @Test
    void shouldTakeASubMasterAway() {
        parent = "sub";
        answer = rest -> new Replanning.Way(
                rest.now().with(PolicyName.SS),
                Set.of(),
                Set.of(),
                Set.of(),
                rest.crew().below().keySet());
        run(true, 10, 3, 1);
        assertThat(asked.get(0).crew().below()).isEqualTo(Map.of("sub", Set.of("h2", "h3")));
        assertThat(treeWords()).anyMatch(what -> what.endsWith("is removed; its workers move to the master"));
    }

    private List<String> treeWords() {
        return cluster.master().core().recording().recorder().decisions().stream()
                .filter(decision -> decision.kind().equals("tree"))
                .map(RunView.Decision::what)
                .toList();
    }
}
