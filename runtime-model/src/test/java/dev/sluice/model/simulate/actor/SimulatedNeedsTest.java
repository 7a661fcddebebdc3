package dev.sluice.model.simulate.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.Amounts;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.Growth;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationReport.Ending;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.SizedWorkload;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.World.SubMaster;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Simulated runs of units of different size, and of open cycles. */
class SimulatedNeedsTest {
    private static final long SECOND = 1_000_000_000L;

    private static World hosts(int count, int slots, String resources) {
        World all = World.star(count, slots, Wire.UNLIMITED);
        for (int host : all.hosts()) {
            Host plain = all.view().hosts().get(host);
            all = all.with(host, plain.offering(Amounts.parse(resources)));
        }
        return all;
    }

    private static Workload units(long count, double seconds, String... needs) {
        Workload like = Workloads.constant(1, count, new UnitCosts(seconds, 0, 10, 10, 0));
        List<Amounts> kinds = List.of(needs).stream()
                .map(each -> Amounts.ONE_SLOT.most(Amounts.parse(each)))
                .toList();
        return new SizedWorkload(like, List.of(SizedWorkload.repeated(kinds, count)), List.of());
    }

    private static SimulationReport run(Workload work, World world, String ofRun) {
        SimulationTerms terms = SimulationTerms.DEFAULT.withResources(Amounts.parse(ofRun));
        return Simulation.run(work, world.with(Overheads.NONE, terms));
    }

    private static double seconds(Workload work, World world, String ofRun) {
        SimulationReport report = run(work, world, ofRun);
        assertThat(report.ending()).isEqualTo(Ending.COMPLETE);
        assertThat(report.acceptedUnits()).isEqualTo(work.units(0));
        return report.seconds();
    }

    @Test
    void shouldComputeAsManyWideUnitsAtOnceAsHaveRoom() {
        assertThat(seconds(units(8, 1, "processors=2"), hosts(1, 4, ""), "")).isCloseTo(4, within(0.1));
        assertThat(seconds(units(8, 1, "processors=3"), hosts(1, 4, ""), "")).isCloseTo(8, within(0.1));
        assertThat(seconds(units(8, 1, "processors=3", ""), hosts(1, 4, ""), ""))
                .isCloseTo(4, within(0.1));
    }

    @Test
    void shouldDivideMemoryOfAHostAndLicencesOfARun() {
        World two = hosts(2, 4, "memory=8G");
        assertThat(seconds(units(16, 1, "memory=4G"), two, "")).isCloseTo(4, within(0.1));
        assertThat(seconds(units(16, 1, "memory=2G"), two, "")).isCloseTo(2, within(0.1));
        assertThat(seconds(units(16, 1, "licence=1"), two, "licence=2")).isCloseTo(8, within(0.1));
        assertThat(seconds(units(16, 1, "licence=1"), two, "licence=4")).isCloseTo(4, within(0.1));
    }

    @Test
    void shouldDivideTheResourcesOfAMachineAmongItsWorkers() {
        World two = hosts(2, 4, "memory=8G");
        for (int host : two.hosts()) {
            Host own = two.view().hosts().get(host);
            two = two.with(host, new Host(own.name(), 0, own.port(), 4, 1, 1, 1, "one machine", own.resources()));
        }
        assertThat(seconds(units(16, 1, "memory=4G"), two, "")).isCloseTo(8, within(0.1));
    }

    @Test
    void shouldComputeLabelledUnitsWhereTheirLabelIs() {
        World two = hosts(2, 2, "");
        int only = two.worker(1);
        World labelled = two.with(only, two.view().hosts().get(only).offering(Amounts.parse("big")));
        SimulationReport report = run(units(8, 1, "big"), labelled, "");
        assertThat(report.workers().get(0).units()).isZero();
        assertThat(report.seconds()).isCloseTo(4, within(0.1));
    }

    @Test
    void shouldRefuseUnitsThatNoHostCanEverCompute() {
        SimulationReport report = run(units(8, 1, "", "processors=5"), hosts(2, 4, ""), "");
        assertThat(report.ending()).isEqualTo(Ending.UNITS_REFUSED);
    }

    @Test
    void shouldSayWhichResourceLimitsAndWhatOneMoreBrings() {
        World two = hosts(2, 4, "memory=8G").with(SimulationTerms.DEFAULT.withResources(Amounts.parse("licence=4")));
        Workload work = units(200, 1, "licence=1");
        SimulationReport report = run(work, two, "licence=4");
        assertThat(report.verdict(true).sentence())
                .matches(
                        "Licence limits the run \\(4 of 4 in use 9[0-9] % of the time\\)\\. One more licence would help\\.");
        assertThat(MoreResources.of(work, two, report)).singleElement().satisfies(change -> {
            assertThat(change.what()).isEqualTo("one more licence");
            assertThat(change.gain()).isCloseTo(0.2, within(0.02));
        });
        assertThat(run(units(200, 1, "memory=4G"), two, "").verdict(true).sentence())
                .startsWith("Memory limits the run (16.0 GiB of 16.0 GiB in use");
        assertThat(run(units(200, 1, "processors=3"), two, "").verdict(true).sentence())
                .startsWith("Processors limit the run (6 of 8 in use");
        assertThat(run(units(200, 1, ""), two, "").verdict(true).sentence()).startsWith("Computing limits the run");
    }

    @Test
    void shouldPackBelowASubMasterAsWithoutOne() {
        World four = hosts(4, 4, "memory=8G");
        Workload work = units(64, 1, "", "processors=2", "memory=4G", "licence=1");
        double flat = seconds(work, four, "licence=2");
        World tree = four.with(four.view().withHosts(withOneMore(four)))
                .withSubMasters(List.of(new SubMaster(
                        four.view().hosts().size(),
                        java.util.stream.IntStream.of(four.hosts()).boxed().toList())));
        assertThat(seconds(work, tree, "licence=2")).isCloseTo(flat, within(0.3 * flat));
    }

    private static List<Host> withOneMore(World world) {
        List<Host> hosts = new java.util.ArrayList<>(world.view().hosts());
        hosts.add(new Host("sub", 0));
        return hosts;
    }

    private static Workload growing(long first, double seconds, Growth... steps) {
        long all = first + List.of(steps).stream().mapToLong(Growth::units).sum();
        Workload like = Workloads.constant(1, all, new UnitCosts(seconds, 0, 10, 10, 0));
        return new SizedWorkload(like, List.of(), List.of(List.of(steps)));
    }

    @Test
    void shouldWaitForUnitsThatFollowFromResults() {
        World four = hosts(1, 4, "");
        assertThat(seconds(growing(1, 1, new Growth(1, 1, 0), new Growth(2, 2, 0)), four, ""))
                .as("one, one and two after each other")
                .isCloseTo(3, within(0.1));
        assertThat(seconds(growing(4, 1, new Growth(1, 1, 0), new Growth(3, 2, 0)), four, ""))
                .isCloseTo(2, within(0.1));
    }

    @Test
    void shouldWaitForUnitsThatCameLate() {
        World four = hosts(1, 4, "");
        assertThat(seconds(growing(1, 0.1, new Growth(4, -1, 5 * SECOND), new Growth(1, -1, 7 * SECOND)), four, ""))
                .isCloseTo(7.1, within(0.05));
        assertThat(seconds(growing(0, 1, new Growth(4, -1, 0), new Growth(4, -1, 0)), four, ""))
                .as("a source that gives them when asked")
                .isCloseTo(2, within(0.1));
    }

    @Test
    void shouldCountNeedsOfUnitsThatAreAdded() {
        Workload grown = growing(2, 1, new Growth(4, 1, 0));
        Workload sized = new SizedWorkload(
                grown, List.of(SizedWorkload.repeated(List.of(Amounts.ofProcessors(2)), 6)), List.of(grown.growth(0)));
        assertThat(seconds(sized, hosts(1, 4, ""), "")).isCloseTo(3, within(0.1));
    }
}
