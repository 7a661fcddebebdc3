package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.api.Results;
import dev.sluice.master.report.Expected;
import dev.sluice.master.report.HostCosts;
import dev.sluice.master.report.Processor;
import dev.sluice.master.report.RunReport;
import dev.sluice.master.report.TreeForetold;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The report of runs in virtual time. */
class ClusterReportTest extends ClusterCase {
    private static final Processor PROCESSOR = new Processor("test", 1e9, 2);

    private RunReport report(RunEnd end) {
        RunCore core = cluster.master().core();
        RunTerms terms = RunTerms.of("Work", List.of("--password=x"), Instant.EPOCH);
        RunReport.Manner manner = RunReport.Manner.of(core.settings(), Results.each());
        List<HostCosts> costs = HostCosts.of(core, 5_000_000, 1_000_000, entry -> Optional.of(PROCESSOR));
        return RunReport.of(terms, core.settings(), manner, core, end, costs);
    }

    @Test
    void shouldReportARunWithTwoWorkers() {
        cluster.start(cluster.work(1_000, 1_000).taking(unit -> 10 * Cluster.MILLI));
        cluster.join("a", 2);
        cluster.join("b", 1);
        RunReport report = report(cluster.finishCompletely());

        assertThat(report.run()).isEqualTo(Terms.RUN);
        assertThat(report.end()).isEqualTo(RunEnd.complete());
        assertThat(report.terms().arguments()).containsExactly("--password=***");
        assertThat(report.manner())
                .isEqualTo(new RunReport.Manner(
                        PolicyName.FAC, Weighting.EQUAL, "1", 0, RunTerms.ResultMode.EACH, null, 0));
        assertThat(report.figures().cycles()).isEqualTo(2);
        assertThat(report.figures().units()).isEqualTo(2_000);
        assertThat(report.figures().slots()).isEqualTo(3);
        assertThat(report.figures().seconds()).isBetween(6.6, 8.0);
        assertThat(report.figures().unitsPerSecond())
                .isCloseTo(2_000 / report.figures().seconds(), within(1e-6));
        assertThat(report.figures().loadImbalance()).isBetween(0.0, 0.05);
        assertThat(report.congestion().events()).isZero();
        assertThat(report.failures()).isEmpty();
        assertThat(report.ledger().sumPercent()).isCloseTo(100, within(0.1));
        assertThat(report.workers()).extracting(RunReport.WorkerLine::host).containsExactly("a", "b");
        assertThat(report.workers())
                .allSatisfy(line -> {
                    assertThat(line.compute()).isCloseTo(line.units() * 0.01, within(1e-9));
                    assertThat(line.below()).isEmpty();
                    assertThat(line.computing()).containsExactly(line);
                })
                .extracting(RunReport.WorkerLine::units)
                .satisfies(units -> assertThat(units.get(0) + units.get(1)).isEqualTo(2_000));
    }

    @Test
    void shouldCountTheCostsOfEachHost() {
        cluster.start(cluster.work(500));
        cluster.join("a", 1);
        cluster.join("b", 1);
        RunReport report = report(cluster.finishCompletely());
        assertThat(report.costs())
                .extracting(HostCosts::host)
                .contains("a", "b")
                .hasSize(3);
        assertThat(report.costs().get(0).processor()).contains(PROCESSOR);
    }

    @Test
    void shouldCountWorkersBelowASubMasterWithinItsLine() {
        cluster.start(cluster.work(600).taking(unit -> 10 * Cluster.MILLI));
        cluster.subMaster("branch");
        cluster.joinBelow("branch", "c", 1);
        cluster.joinBelow("branch", "d", 1);
        RunReport report = report(cluster.finishCompletely());
        RunReport.WorkerLine line = report.workers().get(0);
        assertThat(line.units()).isEqualTo(600);
        assertThat(line.below()).extracting(RunReport.WorkerLine::host).containsExactlyInAnyOrder("c", "d");
        assertThat(line.below().stream().mapToLong(RunReport.WorkerLine::units).sum())
                .isEqualTo(600);
        assertThat(line.computing()).containsExactlyElementsOf(line.below());
    }

    @Test
    void shouldCountUnitsThatAPredictionHadComputed() {
        cluster.start(cluster.work(100));
        cluster.join("a", 1);
        RunReport report = report(cluster.finishCompletely());
        RunReport beside = report.beside(new Expected(
                new Expected.Foretold(2, 1, 3, 4, false, true, true, 7, Expected.Basis.UNKNOWN),
                100.0,
                "computation",
                new TreeForetold(1, 100, 1, 2).outcome(100, 1.5),
                Expected.Gains.NONE));
        assertThat(beside.figures().units()).isEqualTo(107);
        assertThat(beside.figures().unitsPerSecond())
                .isGreaterThan(report.figures().unitsPerSecond());
        assertThat(beside.expected().prediction())
                .isNotNull()
                .satisfies(foretold -> assertThat(foretold.error()).isEqualTo(-0.5));
        assertThat(report.beside(Expected.nothing("none")).figures()).isEqualTo(report.figures());
    }

    @Test
    void shouldReportARunThatHadNoWorker() {
        cluster.start(cluster.work(0));
        RunReport report = report(cluster.finish());
        assertThat(report.workers()).isEmpty();
        assertThat(report.figures().units()).isZero();
        assertThat(report.figures().loadImbalance()).isZero();
        assertThat(report.ledger().slotSeconds()).isZero();
    }
}
