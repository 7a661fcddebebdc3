package dev.sluice.insight.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.insight.knowledge.MachineKnowledge;
import dev.sluice.master.tune.Replanning;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Plans that choose how units are handed out. */
class PlanHandoutTest {
    /** Blocks of the Mandelbrot set of the dissertation: results of 64 kB, which a wide area carries slowly. */
    private static final UnitCosts BLOCK = new UnitCosts(0.02, 0.0006, 100, 65_536, 0);

    private static final long BLOCKS = 1_024;

    /** The master and four slow hosts on one side of a line of 10 Mbit/s and 35 ms, four fast hosts on the other. */
    private static NetworkView wide() {
        Wire line = Wire.duplex(1.25e6).withLatency(35_000_000);
        List<Host> hosts = new ArrayList<>(List.of(new Host("m", 0).withSlots(1, 0.25)));
        for (int i = 0; i < 4; i++) {
            hosts.add(new Host("near" + i, 0).withSlots(1, 0.25));
            hosts.add(new Host("far" + i, 1).withSlots(1, 1));
        }
        return new NetworkView("wide", List.of(new Link("lan", Wire.UNLIMITED), new Link("wan", 0, line)), hosts);
    }

    private static NetworkView alike(int count) {
        List<Host> hosts = new ArrayList<>(List.of(new Host("m", 0)));
        for (int i = 0; i < count; i++) {
            hosts.add(new Host("h" + i, 0).withSlots(2));
        }
        return NetworkView.star("alike", hosts);
    }

    private static PlanHandout of(
            NetworkView view, UnitCosts costs, long units, double seconds, PlanHandout.Free free) {
        return HandoutChoice.of(
                World.all(view, 0),
                HandoutWork.equal(units, costs, 1),
                seconds,
                free,
                MachineKnowledge.asWritten(view));
    }

    private static double seconds(NetworkView view, PlanHandout.Way way) {
        return Simulation.run(
                        Workloads.constant(1, BLOCKS, BLOCK), World.all(view, 0).with(way.in(SimulationTerms.DEFAULT)))
                .seconds();
    }

    /** The paper's case: self-scheduling feeds far workers by their computing, which is faster than their line. */
    @Test
    void shouldNotLoseWhatTheUsualWayLosesBehindASlowLine() {
        PlanHandout chosen = of(wide(), BLOCK, BLOCKS, 25, PlanHandout.Free.ALL);

        assertThat(chosen.clear()).as(chosen.sentence()).isTrue();
        double usual = seconds(wide(), chosen.usual().way());
        assertThat(seconds(wide(), chosen.chosen()))
                .as("%s; %s", usual, chosen.sentence())
                .isLessThan(0.8 * usual);
        assertThat(chosen.sentence()).startsWith("units by ").contains(" by SS (");
    }

    @Test
    void shouldStayWithTheUsualWayWhereNothingIsClearlyEarlier() {
        PlanHandout chosen = of(alike(4), new UnitCosts(0.1, 0, 100, 100, 0), 1_000, 60, PlanHandout.Free.ALL);
        assertThat(chosen.clear()).as(chosen.sentence()).isFalse();
        assertThat(chosen.chosen().handout()).isEqualTo(Handout.DEFAULT);
        assertThat(chosen.sentence()).startsWith("units by SS: no other way is clearly earlier (");
    }

    @Test
    void shouldNotChangeWhatTheUserHasGiven() {
        NetworkView view = wide();
        PlanHandout.Free onlyPrefetch = new PlanHandout.Free(false, false, true, false, false);
        PlanHandout chosen = of(view, BLOCK, BLOCKS, 60, onlyPrefetch);
        assertThat(List.of(chosen.usual(), chosen.best()))
                .allSatisfy(each -> assertThat(each.way().handout().policy()).isEqualTo(PolicyName.SS));
        PlanHandout.Free nothing = new PlanHandout.Free(false, false, false, false, false);
        assertThat(of(view, BLOCK, BLOCKS, 60, nothing).clear()).isFalse();
    }

    /** Planning takes a small part of the run that it plans. */
    @Test
    void shouldCompareNothingForAShortRun() {
        PlanHandout chosen = of(wide(), BLOCK, BLOCKS, 0.5, PlanHandout.Free.ALL);
        assertThat(chosen.compared()).isEqualTo(1);
        assertThat(chosen.sentence()).isEqualTo("units by SS: the run is too short to compare other ways");
    }

    // ---- planned again

    private static RestPlanning rest(NetworkView view, UnitCosts costs, long units, double seconds) {
        RestPlanning rest =
                of(view, costs, units, seconds, PlanHandout.Free.ALL).rest();
        assertThat(rest).isNotNull();
        return rest;
    }

    private static Replanning.Crew crew(Set<String> working, Set<String> waiting) {
        return new Replanning.Crew(working, waiting, Map.of(), Set.of(), Set.of());
    }

    private static Replanning.Way again(Handout now, Map<String, Double> times) {
        return again(now, times, crew(Set.of("h0", "h1", "h2", "h3"), Set.of()));
    }

    private static Replanning.Way again(Handout now, Map<String, Double> times, Replanning.Crew crew) {
        RestPlanning rest = rest(alike(4), new UnitCosts(1, 0, 100, 100, 0), 800, 100);
        assertThat(rest.beliefs().unitSeconds())
                .containsOnlyKeys("h0", "h1", "h2", "h3")
                .containsValue(1.0);
        assertThat(rest.beliefs().lines()).isEmpty();
        return rest.of(new Replanning.Rest(now, 400, 0, 50, new Replanning.Measured(times, Map.of()), crew));
    }

    @Test
    void shouldHandOutTheRestInAnotherWayWhereFixedSharesAreWrong() {
        Handout fixed = new Handout(PolicyName.FIXED, Weighting.EQUAL, -1, 0);
        Replanning.Way way = again(fixed, Map.of("h0", 1.0, "h1", 3.0, "h2", 1.0, "h3", 1.0));
        assertThat(way).isNotNull();
        assertThat(way.handout().policy()).isNotEqualTo(PolicyName.FIXED);
        assertThat(way.handout().weighting()).isNotEqualTo(Weighting.PLANNED);
    }

    @Test
    void shouldGoOnWhereNothingIsBetter() {
        assertThat(again(Handout.DEFAULT, Map.of("h0", 1.0, "h1", 2.0))).isNull();
    }

    @Test
    void shouldLetWaitingWorkersWorkWhereTheyAreWorthIt() {
        Replanning.Way way =
                again(Handout.DEFAULT, Map.of("h0", 3.0, "h1", 1.0), crew(Set.of("h0", "h1"), Set.of("h2", "h3")));
        assertThat(way).isNotNull();
        assertThat(way.unparked()).containsExactlyInAnyOrder("h2", "h3");
    }

    private static Replanning.Way startable(long units) {
        Replanning.Crew crew =
                new Replanning.Crew(Set.of("h0", "h1", "h2", "h3"), Set.of(), Map.of(), Set.of(), Set.of("h4", "h5"));
        return rest(alike(6), new UnitCosts(1, 0, 100, 100, 0), 800, 100)
                .of(new Replanning.Rest(
                        Handout.DEFAULT, units, 0, 50, new Replanning.Measured(Map.of("h0", 3.0), Map.of()), crew));
    }

    @Test
    void shouldStartWorkersWhereTheyAreWorthIt() {
        Replanning.Way way = startable(400);
        assertThat(way).isNotNull();
        assertThat(way.unparked()).containsExactlyInAnyOrder("h4", "h5");
    }

    /** They compute after some 5 s, when the rest is nearly over. */
    @Test
    void shouldStartNoWorkersThatComeTooLate() {
        Replanning.Way way = startable(48);
        assertThat(way).isNotNull(); // the slow host is in the way
        assertThat(way.unparked()).isEmpty();
    }

    @Test
    void shouldBelieveInWhatEachLineCarriesForTheMaster() {
        List<Replanning.Line> lines = rest(wide(), BLOCK, BLOCKS, 25).beliefs().lines();
        assertThat(lines).singleElement().satisfies(only -> {
            assertThat(only.name()).isEqualTo("wan");
            assertThat(only.hosts()).containsExactlyInAnyOrder("far0", "far1", "far2", "far3");
            assertThat(only.bytesPerSecond()).isEqualTo(1.25e6);
            assertThat(only.roundTripSeconds()).isEqualTo(0.07);
        });
    }

    @Test
    void shouldBelieveInWhatEachLineCarriesForWorkers() {
        List<Replanning.Line> inputs = rest(wide(), BLOCK, BLOCKS, 25).beliefs().inputs();
        assertThat(inputs).singleElement().satisfies(only -> {
            assertThat(only.name()).isEqualTo("wan (inputs)");
            assertThat(only.hosts()).containsExactlyInAnyOrder("far0", "far1", "far2", "far3");
            assertThat(only.bytesPerSecond()).isEqualTo(1.25e6);
        });
    }

    /** Inputs of 100 kB pass a line that has become so slow that the near hosts are as fast without the far ones. */
    @Test
    void shouldDoWithoutHostsBehindALineThatIsSlowForInputs() {
        UnitCosts costs = new UnitCosts(0.2, 0, 100_000, 100, 0);
        Set<String> all = Set.of("near0", "near1", "near2", "near3", "far0", "far1", "far2", "far3");
        Replanning.Way way = rest(wide(), costs, 400, 25)
                .of(new Replanning.Rest(
                        Handout.DEFAULT,
                        200,
                        0,
                        60,
                        new Replanning.Measured(Map.of(), Map.of("wan (inputs)", 100.0)),
                        crew(all, Set.of())));
        assertThat(way).isNotNull();
        assertThat(way.parked().isEmpty() && way.handout().equals(Handout.DEFAULT))
                .isFalse();
    }

    /** Large results over a line that has nearly died hold up the end. */
    @Test
    void shouldDoWithoutHostsBehindALineThatHasBecomeSlow() {
        Set<String> all = Set.of("near0", "near1", "near2", "near3", "far0", "far1", "far2", "far3");
        RestPlanning rest = rest(wide(), BLOCK, BLOCKS, 25);
        Replanning.Rest slow = new Replanning.Rest(
                Handout.DEFAULT,
                600,
                0,
                60,
                new Replanning.Measured(Map.of(), Map.of("wan", 50.0)),
                crew(all, Set.of()));
        Replanning.Way way = rest.of(slow);
        assertThat(way).isNotNull();
        World there = World.all(wide(), 0).faster(1, 1 / 50.0);
        World without = there.parked(way.parked().stream().map(wide()::host).collect(Collectors.toSet()));
        assertThat(seconds(without, way.handout())).isLessThan(0.9 * seconds(there, Handout.DEFAULT));
    }

    private static double seconds(World there, Handout handout) {
        return Simulation.run(
                        Workloads.constant(1, 600, BLOCK),
                        there.with(there.terms().with(handout)))
                .seconds();
    }

    /** Each setup passes the line once for each of the far hosts, or once with a sub-master. */
    @Test
    void shouldGiveASiteBehindASlowLineASubMaster() {
        UnitCosts costs = new UnitCosts(0.2, 0, 100, 100, 1_000_000);
        Set<String> all = Set.of("near0", "near1", "near2", "near3", "far0", "far1", "far2", "far3");
        RestPlanning rest = rest(wide(), costs, 400, 25);
        Replanning.Measured slow = new Replanning.Measured(Map.of(), Map.of("wan", 5.0));
        Replanning.Way way = rest.of(new Replanning.Rest(
                Handout.DEFAULT,
                400,
                5,
                100,
                slow,
                new Replanning.Crew(all, Set.of(), Map.of(), Set.of("lan", "wan"), Set.of())));
        assertThat(way).isNotNull();
        assertThat(way.split()).containsExactly("wan");
        assertThat(way.merged()).isEmpty();
    }
}
