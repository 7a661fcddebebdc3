package dev.sluice.model.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.Run;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.StagedFiles.Copies;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubMasterPlanTest {
    private static final double MEGABYTE = 1e6;

    /** The dissertation's network: two LANs of six hosts at 100 Mbit/s, connected by 1 Mbit/s and 35 ms. */
    private static NetworkView twoSites() {
        List<Host> hosts = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            hosts.add(new Host((i < 6 ? "here-" : "there-") + (1 + i % 6), i / 6, Wire.duplex(12.5 * MEGABYTE)));
        }
        Wire wan = Wire.duplex(MEGABYTE / 8).withLatency(35_000_000);
        return new NetworkView(
                "two-sites", List.of(new Link("here", Wire.UNLIMITED), new Link("there", 0, wan)), hosts);
    }

    private static SubMasterPlan plan(NetworkView view, UnitCosts costs, long units, SimulationTerms terms) {
        int[] workers = IntStream.range(1, view.hosts().size()).toArray();
        return SubMasterPlan.of(
                new Run(new World(view, 0, workers).with(terms), Workloads.constant(1, units, costs)), costs, 0.01);
    }

    @Test
    void shouldRecommendOneAtTheFarSiteForLargeSetupData() {
        SubMasterPlan plan =
                plan(twoSites(), new UnitCosts(1, 1e-4, 1000, 1000, 2 * MEGABYTE), 500, SimulationTerms.DEFAULT);
        assertThat(plan.chosen()).hasSize(1);
        SubMasterCandidate there = plan.chosen().get(0);
        assertThat(there.reason()).startsWith("there: 6 setups of 2 MB become 1; saves ");
        assertThat(there.host()).isGreaterThanOrEqualTo(6);
        assertThat(there.children()).hasSize(5).allMatch(child -> child >= 6 && child != there.host());
        assertThat(there.secondsWith()).isEqualTo(plan.seconds());
        assertThat(plan.seconds()).isLessThan(0.9 * plan.secondsWithout());
        assertThat(plan.tree())
                .containsExactly(
                        "master here-1",
                        "  sub-master there-1",
                        "    workers there-2, there-3, there-4, there-5, there-6",
                        "  workers here-2, here-3, here-4, here-5, here-6");
        assertThat(plan.machines().subMasters()).hasSize(1);
    }

    @Test
    void shouldRecommendOneWhereFilesWouldCrossALinkSixTimes() {
        StagedFiles files = StagedFiles.of(2_000_000).with(Copies.ONE_PER_HOST);
        UnitCosts costs = new UnitCosts(1, 1e-4, 1000, 1000, 0);
        SubMasterPlan plan = plan(twoSites(), costs, 500, SimulationTerms.DEFAULT.withFiles(files));
        assertThat(plan.chosen()).hasSize(1);
        assertThat(plan.chosen().get(0).reason()).startsWith("there: 6 copies of files of 2 MB become 1; saves ");
        assertThat(plan.seconds()).isLessThan(0.9 * plan.secondsWithout());

        SubMasterPlan shared =
                plan(twoSites(), costs, 500, SimulationTerms.DEFAULT.withFiles(files.with(Copies.ONE_PER_LINE)));
        assertThat(shared.chosen()).as("they pass the files on").isEmpty();
    }

    @Test
    void shouldRecommendNoneForWhatComputesOnly() {
        SubMasterPlan plan = plan(twoSites(), new UnitCosts(1, 1e-4, 1000, 1000, 0), 1100, SimulationTerms.DEFAULT);
        assertThat(plan.chosen()).isEmpty();
        SubMasterCandidate there = plan.candidates().get(0);
        assertThat(there.simulated()).isTrue();
        assertThat(there.secondsWithout()).as("11 slots").isEqualTo(100, within(2.0));
        assertThat(there.secondsWith()).as("10 slots").isEqualTo(110, within(2.0));
        assertThat(there.reason())
                .isEqualTo(
                        "there: there is no setup to carry once and no result to fold, and its host would lose a slot: "
                                + "1 min 50 s with it, 1 min 40 s without");
        assertThat(plan.seconds()).isEqualTo(plan.secondsWithout());
    }

    @Test
    void shouldRecommendOneWhereLargeResultsFold() {
        SubMasterPlan plan = plan(
                twoSites(),
                new UnitCosts(0.2, 1e-4, 100, 5 * MEGABYTE, 0),
                500,
                SimulationTerms.DEFAULT.withResults(ResultsKind.ACCUMULATED));
        assertThat(plan.chosen())
                .singleElement()
                .extracting(SubMasterCandidate::reason)
                .asString()
                .startsWith("there: 6 folded results of 5 MB become 1; saves ");
    }

    /** All hosts are on one switch: the port of the master is what sub-masters relieve. */
    @Test
    void shouldGroupTheHostsOfOneSwitch() {
        List<Host> hosts = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            hosts.add(new Host("h" + i, 0, Wire.duplex(12.5 * MEGABYTE)));
        }
        NetworkView flat = new NetworkView("flat", List.of(new Link("switch", Wire.UNLIMITED)), hosts);
        UnitCosts costs = new UnitCosts(1, 0, 16, 20 * MEGABYTE, 20 * MEGABYTE).combined();
        SubMasterPlan plan = plan(flat, costs, 256, SimulationTerms.DEFAULT.withResults(ResultsKind.ACCUMULATED));
        assertThat(plan.chosen()).hasSizeBetween(2, 6);
        assertThat(plan.seconds()).isLessThan(0.75 * plan.secondsWithout());
        assertThat(plan.machines().subMasters()).hasSameSizeAs(plan.chosen());
        assertThat(plan.chosen().get(0).reason()).startsWith("switch: ").contains("setups of 20 MB become 1");
    }

    @Test
    void shouldLeaveTheHostsOfOneSwitchAloneWhereNothingIsCopied() {
        List<Host> hosts = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            hosts.add(new Host("h" + i, 0, Wire.duplex(12.5 * MEGABYTE)));
        }
        NetworkView flat = new NetworkView("flat", List.of(new Link("switch", Wire.UNLIMITED)), hosts);
        SubMasterPlan plan = plan(flat, new UnitCosts(1, 0, 16, 1000, 0), 256, SimulationTerms.DEFAULT);
        assertThat(plan.candidates()).isEmpty();
    }

    /** Setups in turn leave less to save: the first workers compute before the last ones have theirs. */
    @ParameterizedTest
    @CsvSource({"AT_ONCE, 0.5", "IN_TURN, 0.8"})
    void shouldNestWhereEachWayUpIsSaved(SetupOrder setups, double most) {
        List<Host> hosts = new ArrayList<>(List.of(new Host("hub", 0)));
        for (int i = 0; i < 16; i++) {
            hosts.add(new Host("w" + i, 2 + i / 4));
        }
        List<Link> links = new ArrayList<>(
                List.of(new Link("core", Wire.UNLIMITED), new Link("region", 0, Wire.duplex(MEGABYTE))));
        for (int site = 0; site < 4; site++) {
            links.add(new Link("site" + site, 1, Wire.duplex(MEGABYTE)));
        }
        SubMasterPlan plan = plan(
                new NetworkView("nested", links, hosts),
                new UnitCosts(1, 0, 0, 0, 50 * MEGABYTE),
                200,
                SimulationTerms.DEFAULT.withSetups(setups));
        assertThat(plan.chosen()).hasSizeGreaterThanOrEqualTo(4);
        assertThat(plan.seconds()).isLessThan(plan.secondsWithout() * most);
        assertThat(plan.candidates()).extracting(SubMasterCandidate::link).containsExactly(2, 3, 4, 5, 1);
    }

    @Test
    void shouldNotSimulateWhereNothingCanBeSaved() {
        List<Host> hosts = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            hosts.add(new Host("h" + i, i / 3));
        }
        NetworkView view = new NetworkView(
                "free", List.of(new Link("a", Wire.UNLIMITED), new Link("b", 0, Wire.UNLIMITED)), hosts);
        SubMasterPlan plan = plan(view, new UnitCosts(1, 0, 0, 0, MEGABYTE), 10, SimulationTerms.DEFAULT);
        assertThat(plan.candidates())
                .singleElement()
                .satisfies(each -> assertThat(each.simulated()).isFalse())
                .extracting(SubMasterCandidate::reason)
                .asString()
                .startsWith("b: not simulated: ");
    }
}
