package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.master.journal.WorthKeeping;
import dev.sluice.model.ErrorCode;
import dev.sluice.testing.NoLeaks;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Resumed runs whose setups, units or journal are not what they were. */
@NoLeaks
class ClusterResumeInputsTest extends ResumedCluster {
    @Test
    void shouldRefuseASetupThatIsAnotherThanBefore() {
        open("setup");
        begin(work(100));
        cluster.join("a", 1);
        cluster.awaitAccepted(10);
        killAndResume(work(101));
        RunEnd end = cluster.finish();
        assertThat(end.code()).isEqualTo(ErrorCode.RESUMED_SETUP_DIFFERS);
        assertThat(end.text()).contains("cycle 0 has 101 units").contains("100 units");
    }

    /** The first 30 units take 10 ms, others a microsecond; the journal's price of a result is 1 ms. */
    @Test
    void shouldComputeOnlyUnitsAgainWhoseResultsWereNotWorthKeeping() {
        open("worth");
        worth = new WorthKeeping(100);
        begin(uneven());
        cluster.join("a", 1);
        cluster.await("the second cycle", () -> cluster.master().course().cycle() == 1);
        cluster.awaitAccepted(60 + 30);
        long safe = run.safeUnits();
        Work again = uneven();
        killAndResume(again);
        assertThat(run.safeUnits()).isGreaterThanOrEqualTo(safe);
        assertThat(known(0).contains(0)).isTrue();
        assertThat(known(0).contains(59)).isFalse();
        computed.clear();

        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());

        again.assertComplete("each");
        assertThat(computed.get(59L)).as("a cheap unit, of both cycles").isEqualTo(2);
        assertThat(computed).as("an expensive one").doesNotContainKey(0L);
    }

    @Test
    void shouldRefuseUnitsThatComeInAnotherOrderBeforeAnyIsComputed() {
        for (String mode : List.of("each", "sum")) {
            open("order-" + mode);
            computed.clear();
            begin(work(100).results(Work.mode(mode)));
            cluster.join("a", 1);
            cluster.await("some units", () -> run.bytesSinceCheckpoint() > 0 && computed.size() > 20);
            cluster.await("results", () -> cluster.counters().accepted() > 10);
            Work again = work(100).results(Work.mode(mode)).ordered(unit -> unit < 2 ? 1 - unit : unit);
            killAndResume(again);
            RunEnd end = cluster.finish();
            assertThat(end.code()).as(mode).isEqualTo(ErrorCode.RESUMED_UNIT_DIFFERS);
            assertThat(end.text()).containsPattern("unit [01] of cycle 0 differs");
            assertThat(again.calls()).containsExactly("cycle");
            assertThat(cluster.counters().assigned()).isZero();
            run.close();
        }
    }

    /** Only what was accepted has to stay, because nobody holds a result of another unit. */
    @Test
    void shouldTakeAnotherInputOfAUnitThatHasNoResult() {
        open("mended");
        orphanNanos = 0;
        begin(failing(work(100), Set.of(7L), new HashSet<>()).computing(unit -> {
            if (unit == 7) {
                throw new IllegalStateException("a test");
            }
        }));
        cluster.join("a", 1);
        cluster.awaitAccepted(60);
        outlived = false;
        Work again = work(100).taking(unit -> Cluster.MILLI).ordered(unit -> unit == 7 ? -7 : unit);
        killAndResume(again);
        cluster.join("b", 1);
        assertThat(cluster.finish()).isEqualTo(RunEnd.complete());
        again.assertComplete("each");
    }

    @Test
    void shouldRefuseAUnitThatDiffersUnderACheckpoint() {
        open("covered");
        begin(work(120).padded(1_000_000).keeping());
        cluster.join("a", 2);
        cluster.awaitAccepted(100);
        killAndResume(work(120).padded(1_000_000).keeping().ordered(unit -> unit == 3 ? 4 : unit));
        assertThat(run.recovered().orElseThrow().checkpoint()).isPresent();
        RunEnd end = cluster.finish();
        assertThat(end.code()).isEqualTo(ErrorCode.RESUMED_UNIT_DIFFERS);
        assertThat(end.text()).startsWith("one of the units {[0,");
    }

    private Work uneven() {
        return cluster.work(60, 60)
                .taking(unit -> unit < 30 ? 10 * Cluster.MILLI : 1_000)
                .padded(10_000)
                .computing(unit -> computed.merge(unit, 1, Integer::sum));
    }
}
