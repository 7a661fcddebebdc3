package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.insight.predict.HostKnowledge;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.net.runfile.UnitNeeds;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EarlierUnitTimesTest {
    private static HostSpec host(String name, int slots) {
        return new HostSpec(name, null, 22, slots, "test");
    }

    private static WorkersToStart workers(HostTree tree, HostSpec... hosts) {
        return new WorkersToStart(
                new WorkersToStart.Here(0, 1, false),
                null,
                UnitNeeds.NONE,
                new WorkersToStart.Reached(List.of(hosts), "ssh", true, tree),
                null,
                null,
                List.of(),
                null);
    }

    @Test
    void shouldWeighBySpeedTimesAvailability() {
        HostKnowledge known = new HostKnowledge(Map.of("a", 0.1, "b", 0.2), Map.of("a", 0.5));
        PlannedWeights weights =
                EarlierUnitTimes.bySpeed(workers(HostTree.FLAT, host("a", 2), host("b", 2), host("c", 2)), known);
        assertThat(weights.weight("a", false))
                .as("half of the fast processor")
                .isCloseTo(weights.weight("b", false), within(1e-9));
        assertThat(weights.weight("c", false) / weights.weight("b", false))
                .as("nothing is known: the mean time of 0.15 s")
                .isCloseTo(0.2 / 0.15, within(1e-9));
    }

    @Test
    void shouldWeighASubMasterByAllBelowIt() {
        HostTree tree = new HostTree(
                "m",
                List.of("b"),
                List.of(
                        new HostTree.SubMaster("top", 0, List.of("sub")),
                        new HostTree.SubMaster("sub", 1, List.of("a"))),
                null);
        HostKnowledge known = new HostKnowledge(Map.of("a", 0.1, "b", 0.2, "sub", 0.4), Map.of());
        PlannedWeights weights = EarlierUnitTimes.bySpeed(
                workers(tree, host("a", 2), host("b", 2), host("sub", 1), host("top", 1)), known);
        assertThat(weights.unitSeconds("top", true)).isCloseTo(3 / 22.5, within(1e-9));
        assertThat(weights.below("sub").weight("sub", false)).isCloseTo(2.5 / 7.5, within(1e-9));
        assertThat(weights.meanSeconds()).isCloseTo(5 / 32.5, within(1e-9));
    }

    @Test
    void shouldKnowNothingWithoutEarlierRuns() {
        assertThat(EarlierUnitTimes.bySpeed(workers(HostTree.FLAT, host("a", 2)), HostKnowledge.NOTHING)
                        .isNone())
                .isTrue();
    }
}
