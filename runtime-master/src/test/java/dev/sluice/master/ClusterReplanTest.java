package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.master.tune.Replanning;
import dev.sluice.master.tune.SubMasterStart;
import dev.sluice.master.tune.TuningTerms;
import dev.sluice.master.tune.WorkerStart;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.record.RunView;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import dev.sluice.net.virtual.VirtualLink;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
    private WorkerStart more = WorkerStart.NONE;
    private String parent = "master";
    private int active;
    private long units = UNITS;

    /** The host that goes slow, and the time until which it is [s]. */
    private int slow = 1;

    private long until = Long.MAX_VALUE / Cluster.SECOND;
    private boolean tunesWorkers;
    private boolean hurries;

    /** After 20 s the line carries so many times as much as before. */
    private double lineTimes = 1;

    private static Replanning.Way toSelfScheduling(Replanning.Rest rest) {
        return Replanning.Way.by(rest.now().with(PolicyName.SS));
    }

    /**
     * @param after time from which units take {@code times} as long on the slow host, and {@code onAll} elsewhere [s]
     */
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
                ? new Replanning.Terms(
                        new Replanning.Beliefs(believed, lines, List.of()), noting, beside, starter.get(), more)
                : null;
        cluster.terms().tuned = tunesWorkers
                ? new TuningTerms(
                        RuntimeCosts.NONE, 1_000, new LaterBeside(cluster.loop(), () -> Cluster.MILLI), null, List.of())
                : null;
        cluster.start(
                cluster.work(units).padded(lines.isEmpty() ? 0 : RESULT_BYTES).expecting(1));
        if (parent.equals("sub")) {
            cluster.await("the sub-master serves", cluster.subMaster("sub")::isServing);
        }
        long begin = cluster.loop().nanoTime();
        cluster.loop().schedule(20 * Cluster.SECOND, () -> line.times(lineTimes));
        if (hurries) {
            Runnable hurry = () -> cluster.master().course().tuning().hurry("the finish time is in danger");
            cluster.loop().schedule(10 * Cluster.SECOND, hurry);
            cluster.loop().schedule(30 * Cluster.SECOND, hurry);
        }
        for (int i = 0; i < HOSTS; i++) {
            double slower = i == slow ? times : onAll;
            LongUnaryOperator nanos = unit -> {
                long passed = cluster.loop().nanoTime() - begin;
                boolean late = passed >= after * Cluster.SECOND && passed < until * Cluster.SECOND;
                return Math.round((late ? slower : 1) * Cluster.SECOND);
            };
            String joined = i < 2 ? "master" : parent;
            cluster.join(
                    "h" + i,
                    1,
                    cluster.work(units)
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

    /** Parks hosts that are slow, and lets the run go on as before where none is. */
    private static Replanning.Way withoutSlowOnes(Replanning.Rest rest) {
        Set<String> slow = rest.measured().times().entrySet().stream()
                .filter(each -> each.getValue() > 1.5)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        return slow.isEmpty()
                ? null
                : new Replanning.Way(rest.now().with(PolicyName.SS), slow, Set.of(), Set.of(), Set.of());
    }

    private List<String> words(String kind) {
        return cluster.master().core().recording().recorder().decisions().stream()
                .filter(decision ->
                        decision.kind().equals(kind) && !decision.what().contains("joined"))
                .map(decision -> decision.what() + ": " + decision.why())
                .toList();
    }

    /** The host is parked after some 15 s, is as fast as before after 40 s, and is timed again after more than 50 s. */
    @Test
    void shouldLetAParkedHostWorkAgainWhenItsSpeedIsBack() {
        units = 1_200;
        until = 40;
        answer = ClusterReplanTest::withoutSlowOnes;
        double seconds = run(true, 10, 4, 1);
        assertThat(words("worker"))
                .hasSize(2)
                .last()
                .asString()
                .endsWith("on h1 works again: a plan has parked it, and it is timed again");
        assertThat(asked).hasSize(2);
        assertThat(asked.get(1).measured().times().get("h1")).isCloseTo(1, withinPercentage(5));
        assertThat(cluster.master().driver().parkedSlots()).isZero();
        assertThat(seconds).isBetween(300.0, 335.0); // some 395 s without it
    }

    @Test
    void shouldTryAParkedHostThatStaysSlowEverMoreRarely() {
        units = 3_000;
        answer = ClusterReplanTest::withoutSlowOnes;
        run(true, 10, 4, 1);
        assertThat(words("worker").stream().filter(each -> each.contains("h1 works again")))
                .hasSizeBetween(2, 4);
        assertThat(words("worker")).last().asString().endsWith("h1 is parked: it is no faster than before");
        assertThat(asked).hasSize(1);
    }

    @Test
    void shouldParkAHostBelowASubMaster() {
        units = 1_200;
        parent = "sub";
        slow = 2;
        answer = ClusterReplanTest::withoutSlowOnes;
        run(true, 30, 4, 1);
        assertThat(asked.get(0).measured().times().get("h2")).isGreaterThan(1.5);
        assertThat(asked.get(0).crew().below()).isEqualTo(Map.of("sub", Set.of("h2", "h3")));
        assertThat(words("tree")).anyMatch(each -> each.contains("on h2 moves to the master: planned again: h2"));
        assertThat(words("worker")).anyMatch(each -> each.endsWith("on h2 is parked: its host is parked"));
        assertThat(cluster.counters().workersLost()).isZero();
    }

    /** A tuner of workers decides who works; a plan decides the rest. */
    @Test
    void shouldLeaveWorkersToTheirTuner() {
        tunesWorkers = true;
        answer = rest -> new Replanning.Way(rest.now().with(PolicyName.SS), Set.of("h1"), Set.of(), Set.of(), Set.of());
        run(true, 10, 4, 1);
        assertThat(asked).isNotEmpty();
        assertThat(words("policy")).last().asString().startsWith("SS");
        assertThat(words("worker")).isEmpty();
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
    void shouldStartWorkersOnHostsThatThePlanHasLeftOut() {
        Set<String> hosts = new HashSet<>(Set.of("h1", "h4", "h5"));
        more = new WorkerStart() {
            @Override
            public Set<String> hosts() {
                return hosts;
            }

            @Override
            public void start(String host, Consumer<String> failed) {
                hosts.remove(host);
                if (host.equals("h4")) {
                    cluster.join(host, 1);
                } else {
                    failed.accept("no route to " + host);
                }
            }
        };
        answer = rest -> new Replanning.Way(
                rest.now().with(PolicyName.SS), Set.of(), rest.crew().startable(), Set.of(), Set.of());
        run(true, 10, 3, 1);
        assertThat(asked.get(0).crew().startable()).containsExactly("h4", "h5");
        assertThat(words("worker"))
                .anyMatch(each -> each.startsWith("a worker is started on h4: planned again: h1"))
                .contains("h5 gets no worker: no route to h5");
        assertThat(cluster.counters().workersLost()).isZero();
    }

    @Test
    void shouldPlanAgainOnceWhereTheRunIsToEndEarlier() {
        hurries = true;
        run(true, 1_000, 1, 1);
        assertThat(asked).hasSize(1);
        assertThat(words("plan"))
                .containsExactly("the run goes on as before: planned again: the finish time is in danger");
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
