package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.LongUnit;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.testing.NoLeaks;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Units that compute for so long that they may be in an endless loop. */
@NoLeaks
class ClusterLongUnitTest extends ClusterCase {
    private Peer stuck;
    private long beats;

    /** A worker that gets units and never ends the first of them; the other units are of another worker. */
    private void start(Work work, String master) {
        cluster.start(work);
        if (!master.equals("master")) {
            cluster.await("it serves", cluster.subMaster(master)::isServing);
        }
        stuck = cluster.scripted(master);
        stuck.register("north", 1, 4_711);
        cluster.await("units", () -> stuck.has(Assign.class));
        cluster.join("south", 1);
    }

    private long unit() {
        return stuck.first(Assign.class).firstUnit();
    }

    private void computes(int cycle, long seconds) {
        tell(cycle, seconds, false);
    }

    private void tell(int cycle, long seconds, boolean preparing) {
        long held =
                stuck.received(Assign.class).stream().mapToLong(Assign::units).sum();
        long assigned = stuck.received(Assign.class).size();
        LongUnit unit = LongUnit.silent(cycle, unit(), seconds * Cluster.SECOND, "north", 42, preparing);
        stuck.send(new WorkerBeat(++beats, assigned, 0, held, WorkerStats.NONE, WorkerBeat.Echo.NONE, List.of(unit)));
        cluster.loop().advance(2 * Cluster.SECOND);
    }

    private List<String> notices() {
        return cluster.heard().lines().stream()
                .filter(line -> line.contains(" for long on "))
                .toList();
    }

    private void leave() {
        stuck.send(new Goodbye(ErrorCode.NONE, "gives up"));
        cluster.finishCompletely();
    }

    @Test
    void shouldNameAUnitThatDoesNotEndOnce() {
        start(cluster.work(20), "master");
        for (long seconds = 50; seconds < 80; seconds += 2) {
            computes(0, seconds);
            assertThat(notices()).hasSize(seconds < 60 ? 0 : 1);
        }
        assertThat(notices())
                .containsExactly("unit " + unit() + " computes for long on w1 on north: process 42 on north");
        leave();
    }

    @Test
    void shouldNameAUnitBelowASubMaster() {
        start(cluster.work(20), "sub");
        for (long seconds = 50; seconds < 80; seconds += 2) {
            computes(0, seconds);
        }
        cluster.loop().advance(4 * Cluster.SECOND);
        assertThat(notices())
                .containsExactly("unit " + unit() + " computes for long on w1 on sub: process 42 on north");
        leave();
    }

    @Test
    void shouldWaitLongerWhereUnitsAreLong() {
        start(cluster.work(20).taking(unit -> 20 * Cluster.SECOND), "master");
        for (long seconds = 2; seconds < 30; seconds += 2) {
            computes(0, seconds);
        }
        assertThat(cluster.counters().accepted()).isPositive();
        computes(0, 150);
        assertThat(notices()).isEmpty();
        computes(0, 210);
        assertThat(notices()).hasSize(1);
        leave();
    }

    @Test
    void shouldSayNothingWhereTheUserHasLimitedTheTime() {
        cluster.terms().units = new UnitTerms(600 * Cluster.SECOND, UnitTerms.Isolation.AUTO);
        start(cluster.work(20), "master");
        computes(0, 120);
        assertThat(notices()).isEmpty();
        leave();
    }

    @Test
    void shouldNameAWorkerThatPreparesAlsoWhereTheTimeOfUnitsIsLimited() {
        cluster.terms().units = new UnitTerms(600 * Cluster.SECOND, UnitTerms.Isolation.AUTO);
        start(cluster.work(20), "master");
        for (long seconds = 50; seconds < 80; seconds += 2) {
            tell(0, seconds, true);
        }
        assertThat(notices())
                .containsExactly(
                        "the slot of unit " + unit() + " prepares for long on w1 on north: process 42 on north");
        leave();
    }

    @Test
    void shouldNameOneWorkerOfASubMasterThatPrepares() {
        start(cluster.work(20), "sub");
        tell(0, 61, true);
        tell(0, 63, true);
        cluster.loop().advance(4 * Cluster.SECOND);
        assertThat(notices())
                .containsExactly("the slot of unit " + unit() + " prepares for long on w1 on sub: process 42 on north");
        leave();
    }

    @Test
    void shouldIgnoreUnitsOfACycleThatIsNotOpen() {
        start(cluster.work(20), "master");
        computes(1, 120);
        assertThat(notices()).isEmpty();
        leave();
    }
}
