package dev.sluice.insight.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.insight.knowledge.HostLook;
import dev.sluice.insight.knowledge.MachineKnowledge;
import dev.sluice.insight.start.StartKnowledge;
import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Limit;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.UnitMix;
import dev.sluice.model.forecast.Calibration;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Plans of units of 100 ms with needs, with a master m that does not compute. */
class RunPlanningNeedsTest {
    private static final long GIGA = 1L << 30;

    /** Resources of the run. */
    private Amounts ofRun = Amounts.NONE;

    private boolean flowOnly;

    private static Host host(String name, int slots, String... resources) {
        return new Host(name, 0).withSlots(slots, 1).offering(Amounts.parse(List.of(resources)));
    }

    private static UnitMix.Kind kind(double share, double longer, String needs) {
        return new UnitMix.Kind(Amounts.ONE_SLOT.most(Amounts.parse(needs)), share, longer);
    }

    private Plan plan(List<Host> workers, List<HostLook> looks, PlanObjective objective, UnitMix.Kind... kinds) {
        List<Host> hosts = new ArrayList<>(workers);
        hosts.add(host("m", 4));
        PlanInput input = new PlanInput(
                null,
                HostLook.on(MachineKnowledge.asWritten(NetworkView.star("test", hosts)), looks),
                new PlanInput.Work(new UnitCosts(0.1, 0, 0, 0, 0).withMix(UnitMix.of(List.of(kinds))), 2_000, 0.1),
                new Planner.Simulated(SimulationTerms.DEFAULT.withResources(ofRun), Overheads.NONE),
                new PlanRoles(Set.of("m"), Set.of()),
                8,
                flowOnly);
        PlanStarts starts = (view, master, names) -> new StartKnowledge(1, Map.of(), Map.of(), 0.5, List.of());
        return RunPlanning.plan(
                input, PlanLimits.of(false, 0.01), new PlanGoal(objective, starts, Calibration.SHIPPED, 1, null));
    }

    private Plan plan(List<Host> workers, UnitMix.Kind... kinds) {
        return plan(workers, List.of(), new PlanObjective.Rate(), kinds);
    }

    private static List<String> workers(Plan plan) {
        return Arrays.stream(plan.chosen()).mapToObj(plan::host).sorted().toList();
    }

    private static List<String> words(Plan plan) {
        PlanChoice choice = plan.choice();
        assertThat(choice).isNotNull();
        return choice.words();
    }

    @Test
    void shouldGiveNoWorkerToAHostThatCanComputeNoUnitAndNameIt() {
        Plan plan = plan(List.of(host("a", 4), host("b", 1), host("c", 2)), kind(1, 1, "processors=2"));
        assertThat(workers(plan)).containsExactly("a", "c");
        assertThat(plan.rate()).isCloseTo(30, within(1.0));
        assertThat(words(plan)).containsExactly("no worker on b: it offers 1 processor, and each unit needs more");
    }

    @Test
    void shouldCountTheProcessorsAndTimesOfEachKindInTheFlow() {
        flowOnly = true;
        assertThat(plan(List.of(host("a", 4)), kind(0.5, 1, "processors=2")).rate())
                .isCloseTo(4 / 0.1 / 1.5, within(1e-6));
        assertThat(plan(List.of(host("a", 4)), kind(0.5, 1.8, "processors=2")).rate())
                .as("units of 0.18 s in two slots, and of 0.02 s in one")
                .isCloseTo(4 / 0.1 / 1.9, within(1e-6));
        assertThat(plan(List.of(host("a", 4, "memory=4G")), kind(1, 1, "memory=2G"))
                        .rate())
                .isCloseTo(20, within(1e-6));
    }

    @Test
    void shouldKeepTheOnlyHostOfAKindAndNameWhatLimits() {
        List<Host> hosts = List.of(host("g", 1, "gpus=1"), host("a", 8), host("b", 8), host("c", 8), host("d", 8));
        for (PlanObjective objective : List.of(new PlanObjective.Rate(), new PlanObjective.Time())) {
            Plan plan = plan(hosts, List.of(), objective, kind(0.2, 1, "gpus=1"));
            assertThat(workers(plan)).as("%s", objective).contains("g").hasSizeLessThan(5);
            assertThat(plan.rate())
                    .as("%s: ten units on the GPU in a second", objective)
                    .isCloseTo(50, within(3.0));
        }
        assertThat(plan(hosts, kind(0.2, 1, "gpus=1")).verdict().sentence()).containsIgnoringCase("GPU");
    }

    @Test
    void shouldTakeNoMoreHostsThanTheResourcesOfTheRunAllow() {
        ofRun = Amounts.parse("licence=4");
        Plan plan = plan(List.of(host("a", 4), host("b", 4), host("c", 4)), kind(1, 1, "licence=1"));
        assertThat(workers(plan)).containsExactly("a");
        assertThat(plan.rate()).isCloseTo(40, within(2.0));
        assertThat(plan.verdict().sentence()).containsIgnoringCase("licence");
    }

    @Test
    void shouldCountTheResourcesOfTheRunInTheFlow() {
        flowOnly = true;
        ofRun = Amounts.parse("licence=2");
        Plan plan = plan(List.of(host("a", 4), host("b", 4), host("c", 4)), kind(0.5, 1, "licence=1"));
        assertThat(plan.rate()).as("two licences, for half of the units").isCloseTo(40, within(1e-6));
        assertThat(plan.verdict().sentence())
                .isEqualTo("Licence limits the run (2 of 2 in use 100 % of the time). One more licence would help.");
        Limit first = plan.solution().limits().get(0);
        assertThat(plan.resource(first)).isEqualTo("resource licence");
        assertThat(first.rateIfDoubled()).isCloseTo(80, within(1e-6));
        assertThat(plan(List.of(host("a", 1)), kind(0.5, 1, "licence=1")).rate())
                .as("one slot needs one licence")
                .isCloseTo(10, within(1e-6));
    }

    @Test
    void shouldFindRoomInTheMemoryThatIsFree() {
        List<HostLook> looks = List.of(new HostLook("a", "", 4, 5 * GIGA, 0), new HostLook("b", "", 4, GIGA, 0));
        Plan plan = plan(List.of(host("a", 4), host("b", 4)), looks, new PlanObjective.Rate(), kind(1, 1, "memory=2G"));
        assertThat(workers(plan)).containsExactly("a");
        assertThat(plan.rate()).isCloseTo(20, within(1.0));
        assertThat(words(plan)).singleElement().asString().startsWith("no worker on b: it offers ");
    }

    @Test
    void shouldSayWhatDoesNotCount() {
        Plan plan = plan(List.of(host("a", 4)), kind(1, 1, "processors=16,scratch=1"));
        assertThat(plan.rate()).isCloseTo(10, within(0.5));
        assertThat(words(plan))
                .containsExactly("units that need 16 processors, 1 scratch count with 4 processors: no host of the plan"
                        + " states more (see --offer and --resource)");
    }

    @Test
    void shouldRefuseUnitsThatNoHostCanEverCompute() {
        assertThatThrownBy(
                        () -> plan(List.of(host("g", 1, "gpus=1"), host("a", 8)), kind(0.1, 1, "processors=8,gpus=1")))
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NEEDS_UNMET))
                .hasMessageContaining("some units need 8 processors, 1 GPU, which no host offers together");
    }
}
