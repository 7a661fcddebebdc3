package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.record.RunSpreads;
import dev.sluice.model.record.TimeSpread;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.SubMasterSlots;
import dev.sluice.net.message.SubMasterWorkers;
import dev.sluice.testing.NoLeaks;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long units, starts, round trips and {@code accept} take in a run. */
@NoLeaks
class ClusterTimesTest extends ClusterCase {
    private static final int UNITS = 1_000;

    /** The time of a unit: 900 of a thousand take 10 ms, 80 take 30 ms and 20 take 90 ms. */
    private static long nanos(long unit) {
        return (unit % 50 == 0 ? 90 : unit % 50 < 5 ? 30 : 10) * Cluster.MILLI;
    }

    private Work work() {
        return cluster.work(UNITS).taking(ClusterTimesTest::nanos);
    }

    private RunSpreads spreads() {
        return cluster.master().core().times().spreads();
    }

    private static void assertUnits(TimeSpread units) {
        assertThat(units).isNotNull();
        assertThat(units.count()).isEqualTo(UNITS);
        assertThat(units.p50Seconds()).isCloseTo(0.010, withinPercentage(1));
        assertThat(units.p95Seconds()).isCloseTo(0.030, withinPercentage(1));
        assertThat(units.p99Seconds()).isCloseTo(0.090, withinPercentage(1));
        assertThat(units.sumSeconds()).isCloseTo(13.2, withinPercentage(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"each", "end", "sum"})
    void shouldKnowTheQuantilesOfUnits(String mode) {
        cluster.start(work().results(Work.mode(mode)));
        cluster.join("a", 2);
        cluster.join("b", 1);
        cluster.finishCompletely();
        assertUnits(spreads().unit());
    }

    @ParameterizedTest
    @ValueSource(strings = {"each", "end", "sum"})
    void shouldKnowTheSameOfUnitsBelowSubMasters(String mode) {
        cluster.start(work().results(Work.mode(mode)));
        serving("sub");
        SubNode below = cluster.subMasterBelow("sub", "below");
        cluster.await("it serves", below::isServing);
        cluster.joinBelow("sub", "a", 2);
        cluster.joinBelow("below", "b", 1);
        cluster.join("c", 1);
        cluster.finishCompletely();
        assertUnits(spreads().unit());
    }

    @Test
    void shouldTimeEachAccept() {
        cluster.start(work());
        cluster.join("a", 2);
        cluster.finishCompletely();
        assertThat(spreads().accept()).isNotNull();
        assertThat(spreads().accept().count()).isEqualTo(UNITS);
        assertThat(spreads().accept().count()).as("asked again").isEqualTo(UNITS);
    }

    @Test
    void shouldTimeTheStartOfEachWorkerAsTheLedgerDoes() {
        cluster.start(work());
        cluster.join("a", 1);
        cluster.join("b", 1);
        cluster.loop().advance(Cluster.SECOND);
        cluster.join("c", 1);
        cluster.finishCompletely();
        RunCore core = cluster.master().core();
        TimeSpread start = spreads().start();
        assertThat(start).isNotNull();
        assertThat(start.count()).isEqualTo(3);
        assertThat(start.sumSeconds())
                .isCloseTo(
                        core.ledger()
                                        .summary(core.progress().endNanos())
                                        .times()
                                        .of(Cause.STARTING)
                                / 1e9,
                        withinPercentage(1));
    }

    @Test
    void shouldKnowStartsAndRoundTripsBelowSubMasters() {
        cluster.start(work());
        serving("sub");
        SubNode below = cluster.subMasterBelow("sub", "below");
        cluster.await("it serves", below::isServing);
        cluster.joinBelow("sub", "a", 1);
        cluster.joinBelow("below", "b", 1);
        cluster.loop().advance(9 * Cluster.SECOND);
        long here = cluster.master().core().registry().entries().stream()
                .filter(entry -> !entry.branch)
                .count();
        assertThat(here).isZero();
        cluster.finishCompletely();
        assertThat(spreads().start()).isNotNull();
        assertThat(spreads().start().count()).as("a and b").isEqualTo(2);
        assertThat(spreads().roundTrip()).isNotNull();
        assertThat(spreads().roundTrip().count())
                .as("of sub with the master, of below and a with sub, and of b")
                .isGreaterThanOrEqualTo(4);
    }

    @Test
    void shouldAddWhatASubMasterReports() {
        cluster.start(work());
        Peer peer = registered("liar", 1, 4_711);
        peer.send(new SubMasterSlots(1));
        SubMasterWorkers.Duration second = new SubMasterWorkers.Duration(Cluster.SECOND, 2);
        SubMasterWorkers.Times times = new SubMasterWorkers.Times(List.of(second), List.of(second, second));
        peer.send(new SubMasterWorkers(List.of(), times));
        peer.send(new SubMasterWorkers(List.of(), times));
        cluster.await(
                "the report",
                () -> spreads().start() != null && spreads().start().count() == 4);
        assertThat(spreads().roundTrip().count()).isEqualTo(8);
        assertThat(spreads().roundTrip().p50Seconds()).isCloseTo(1, withinPercentage(1));
        peer.send(new Goodbye(ErrorCode.NONE, "leaves"));
        cluster.join("a", 1);
        cluster.finishCompletely();
    }
}
