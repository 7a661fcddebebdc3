package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.unit.Needs;
import dev.sluice.master.record.UnitsRecord;
import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.simulate.Growth;
import dev.sluice.testing.NoLeaks;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Units of different size in one run, on hosts of different size. */
@NoLeaks
class ClusterNeedsTest extends ResumedCluster {
    private static final Needs[] KINDS = {
        Needs.ONE_SLOT,
        Needs.ofProcessors(2),
        Needs.ofProcessors(4),
        Needs.ofProcessors(3).withMemory(6),
        Needs.ONE_SLOT.withMemory(4),
        Needs.ONE_SLOT.with("label", 0),
        Needs.ONE_SLOT.with("licence", 1),
    };

    private final Map<String, List<Running>> running = new HashMap<>();
    private final Set<String> overloaded = new HashSet<>();
    private LongFunction<Needs> needs = unit -> KINDS[(int) (unit * 31 % KINDS.length)];

    private record Running(long untilNanos, Needs needs) {}

    private Work work(long units) {
        return new NeedyWork(cluster.loop(), index -> needs.apply(index), units)
                .taking(unit -> (1 + unit % 7) * Cluster.MILLI);
    }

    /** A worker that checks at the begin of each unit that its host has what it computes. */
    private void join(Work work, String host, int slots, Amounts offer, String parent) {
        cluster.offer(host, offer);
        Work copy = work.onWorker(1).within((unit, context) -> {
            Needs own = needs.apply(unit);
            long now = cluster.loop().nanoTime() - (1 + unit % 7) * Cluster.MILLI; // when it began
            List<Running> here = running.computeIfAbsent(host, unused -> new ArrayList<>());
            here.removeIf(each -> each.untilNanos() <= now);
            here.add(new Running(now + (1 + unit % 7) * Cluster.MILLI, own));
            check(here.stream().mapToLong(each -> each.needs().processors()).sum() <= slots, host + " slots");
            check(
                    here.stream().mapToLong(each -> each.needs().memoryBytes()).sum() <= offer.get("memory"),
                    host + " memory");
            check(!own.resources().containsKey("label") || offer.names("label"), host + " label");
            long licences = running.values().stream()
                    .flatMap(List::stream)
                    .filter(each -> each.untilNanos() > now)
                    .mapToLong(each -> each.needs().resources().getOrDefault("licence", 0L))
                    .sum();
            check(licences <= 2, "licences");
            check(context.processors() == own.processors(), "processors of the unit");
        });
        cluster.join(host, slots, copy, Cluster.runFile(parent));
    }

    /** Three workers will come to a run that has two licences. */
    private void expect() {
        cluster.terms().resources = Amounts.of(Map.of("licence", 2L));
        cluster.terms().expectedSlots = 14;
    }

    private void check(boolean holds, String what) {
        if (!holds) {
            overloaded.add(what);
        }
    }

    private void joinThree(Work work, String parent) {
        join(work, "a", 4, Amounts.of(Map.of("memory", 10L)), parent);
        join(work, "b", 2, Amounts.of(Map.of("memory", 4L, "label", 0L)), parent);
        join(work, "c", 8, Amounts.of(Map.of("memory", 7L)), parent);
    }

    @ParameterizedTest
    @ValueSource(strings = {"each", "end", "sum"})
    void shouldComputeUnitsOfDifferentSizeOnUnlikeHosts(String mode) {
        open(mode);
        expect();
        Work work = work(300).results(Work.mode(mode));
        cluster.start(work);
        joinThree(work, "master");
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        work.assertComplete(mode);
        assertThat(overloaded).isEmpty();
    }

    @Test
    void shouldComputeThemBelowASubMaster() {
        open("tree");
        expect();
        Work work = work(200);
        cluster.start(work);
        SubNode sub = cluster.subMaster("sub");
        cluster.await("the sub-master", sub::isServing);
        joinThree(work, "sub");
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        work.assertComplete("each");
        assertThat(overloaded).isEmpty();
    }

    @Test
    void shouldGiveNeedsToUnitsThatAreAdded() {
        open("added");
        cluster.terms().expectedSlots = 6;
        Work work = new NeedyWork(cluster.loop(), index -> KINDS[(int) (index % 5)], 40).growing(20, 30);
        cluster.start(work);
        cluster.offer("a", Amounts.of(Map.of("memory", 10L)));
        cluster.join("a", 4);
        cluster.join("b", 2);
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        work.assertComplete("each");
    }

    @Test
    void shouldRecordNeedsGrowthAndTheResourceForWhichUnitsWaited() {
        open("record");
        cluster.terms().expectedSlots = 4;
        cluster.terms().resources = Amounts.of(Map.of("licence", 1L));
        Work work = new NeedyWork(cluster.loop(), index -> Needs.ONE_SLOT.with("licence", 1), 40)
                .growing(20, 30)
                .taking(unit -> 500 * Cluster.MILLI);
        cluster.start(work);
        cluster.join("a", 4);
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        UnitsRecord units = cluster.master().core().recording().units();
        List<UnitsRecord.Kind> kinds = new ArrayList<>();
        units.forEachKind((cycle, kind) -> kinds.add(kind));
        assertThat(kinds).singleElement().satisfies(kind -> {
            assertThat(kind.needs().get("licence")).isEqualTo(1);
            assertThat(kind.units()).isEqualTo(kind.ranges().size()).isGreaterThanOrEqualTo(40);
        });
        assertThat(units.growth().get(0).get(0).after()).isZero();
        assertThat(units.growth().get(0).stream().mapToLong(Growth::units).sum())
                .isEqualTo(kinds.get(0).units());
        assertThat(units.resources().uses()).singleElement().satisfies(use -> {
            assertThat(use.name()).isEqualTo("licence");
            assertThat(use.inUse()).isEqualTo("1 of 1");
            assertThat(use.shortNanos()).isGreaterThan(15_000 * Cluster.MILLI);
        });
    }

    @Test
    void shouldRefuseUnitsThatNoHostCanCompute() {
        open("refused");
        cluster.terms().expectedSlots = 6;
        needs = unit -> unit == 7 ? Needs.ofProcessors(16).withMemory(3L << 30) : Needs.ONE_SLOT;
        Work work = work(100);
        cluster.start(work);
        join(work, "a", 4, Amounts.NONE, "master");
        join(work, "b", 2, Amounts.of(Map.of("memory", 4L << 30)), "master");
        RunEnd end = cluster.finish();
        assertThat(end.code()).isEqualTo(ErrorCode.NEEDS_UNMET);
        assertThat(end.text())
                .contains("unit 7 of cycle 0 needs 16 processors, 3.0 GiB of memory")
                .contains("expected: at most 4 processors")
                .contains("2 processors, 4.0 GiB of memory");
    }

    @Test
    void shouldRefuseMoreThan64Kinds() {
        open("kinds");
        needs = unit -> Needs.ofProcessors(1 + (int) unit);
        Work work = work(65);
        cluster.start(work);
        join(work, "a", 4, Amounts.NONE, "master");
        RunEnd end = cluster.finish();
        assertThat(end.code()).isEqualTo(ErrorCode.TOO_MANY_KINDS);
        assertThat(end.text()).contains("unit 64 needs 65 processors");
    }

    /** Only hosts with the label compute the second cycle. */
    @Test
    void shouldComputeAStageOnSomeHosts() {
        open("stages");
        cluster.terms().expectedSlots = 4;
        int[] cycle = {-1};
        List<String> hosts = new ArrayList<>();
        Work work = new NeedyWork(
                        cluster.loop(),
                        index -> cycle[0] == 1 ? Needs.ONE_SLOT.with("stage", 0) : Needs.ONE_SLOT,
                        50,
                        50)
                .calling(call -> cycle[0] += call.equals("cycle") ? 1 : 0);
        cluster.start(work);
        cluster.offer("with", Amounts.of(Map.of("stage", 0L)));
        for (String host : List.of("with", "without")) {
            Work copy = work.onWorker(1).computing(unit -> hosts.add(cycle[0] + host));
            cluster.join(host, 2, copy, Cluster.runFile("master"));
        }
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        assertThat(hosts).contains("0with", "0without", "1with").doesNotContain("1without");
    }

    @SeededTest(runs = 40)
    void shouldComputeEachUnitOnceThoughMastersDie(RandomGenerator random) {
        open("resumed-" + random.nextLong());
        expect();
        Work work = work(60);
        begin(work);
        joinThree(work, "master");
        for (int deaths = 1 + random.nextInt(3); deaths > 0 && cluster.heard().end() == null; deaths--) {
            cluster.loop().advance(random.nextLong(40 * Cluster.MILLI));
            if (cluster.heard().end() == null) {
                work = work(60);
                killAndResume(work);
            }
        }
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        work.assertComplete("each");
        assertThat(work.problems()).isEmpty();
    }
}
