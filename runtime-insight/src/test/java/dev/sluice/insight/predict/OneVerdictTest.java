package dev.sluice.insight.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.insight.plan.Plan;
import dev.sluice.insight.plan.Planner;
import dev.sluice.master.RunTerms;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.ledger.RunVerdict.Kind;
import dev.sluice.model.predict.SampledUnit;
import dev.sluice.model.regime.RegimeModel;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Plan, prediction and map name the same limit of the same run. */
@Tag("slow")
class OneVerdictTest {
    private static final int WORLDS = 20;
    private static final int UNITS = RunTimeForecastTest.UNITS;
    private static final Planner.Simulated TERMS = new Planner.Simulated(SimulationTerms.DEFAULT, Overheads.NONE);

    private record Place(NetworkView view, UnitCosts costs) {
        Planner planner() {
            return new Planner(null, costs, UNITS, false, 0.01, TERMS);
        }
    }

    /** Workers behind a link. The load of the link or of the master is drawn near or above that of the slots. */
    private static Place world(int number) {
        SplittableRandom random = new SplittableRandom(number);
        double bytesPerSecond = between(random, 1e5, 1e7);
        int workers = 2 + random.nextInt(4);
        List<Host> hosts = new ArrayList<>(List.of(new Host("hub", 0)));
        for (int i = 0; i < workers; i++) {
            hosts.add(new Host("w" + i, 1));
        }
        NetworkView view = new NetworkView(
                "world",
                List.of(new Link("core", Wire.UNLIMITED), new Link("wan", 0, Wire.duplex(bytesPerSecond))),
                hosts);
        double unitSeconds = between(random, 0.5, 5);
        double rate = workers / unitSeconds;
        double link = number % 4 == 1 ? between(random, 1.5, 4) : number % 4 == 2 ? between(random, 0.85, 1.2) : 0.1;
        double accept = number % 4 == 3 ? between(random, 1.5, 4) : 0.01;
        return new Place(
                view, new UnitCosts(unitSeconds, accept / rate, 50, Math.rint(link * bytesPerSecond / rate), 0));
    }

    private static double between(SplittableRandom random, double from, double to) {
        return from * Math.pow(to / from, random.nextDouble());
    }

    @Test
    void shouldNameOneLimitOfOneRun() {
        Set<Kind> seen = EnumSet.noneOf(Kind.class);
        int both = 0;
        int border = 0;
        for (int number = 0; number < WORLDS; number++) {
            Place world = world(number);
            Plan plan = world.planner().simulated(world.planner().placement(world.view), 0, 1);
            RunVerdict planned = plan.verdict();
            World machines = new World(world.view, 0, plan.chosen());
            RunVerdict mapped = Simulation.run(
                            Workloads.constant(1, UNITS, world.costs),
                            machines.with(Overheads.NONE, SimulationTerms.DEFAULT))
                    .verdict(true);
            String predicted = new RunTimeForecast(
                            predicted(world.costs), RuntimeCosts.NONE, SimulationTerms.DEFAULT, UNITS, false)
                    .point(machines.workers(), machines)
                    .limit();
            assertThat(mapped.words()).as("map and plan of world %d", number).isEqualTo(planned.words());
            boolean same = named(predicted).equals(named(planned.words()));
            assertThat(same
                            || named(predicted).containsAll(named(planned.words()))
                            || named(planned.words()).containsAll(named(predicted)))
                    .as("world %d: predicted %s, planned %s", number, predicted, planned)
                    .isTrue();
            border += same ? 0 : 1;
            planned.limits().forEach(limit -> seen.add(limit.kind()));
            both += planned.limits().size() > 1 ? 1 : 0;
        }
        assertThat(seen).contains(Kind.COMPUTING, Kind.LINK, Kind.MASTER);
        assertThat(border)
                .as("a second limit just at 85 %%, because predictions group units")
                .isLessThanOrEqualTo(WORLDS / 20);
        assertThat(both).as("with two limits within 15 %").isPositive();
    }

    /** The limits in words, without their shares. Two that are nearly equal may stand in any order. */
    private static Set<String> named(String words) {
        return Set.of(words.replaceFirst(" \\(.*", "").split(" and "));
    }

    private static Prediction predicted(UnitCosts costs) {
        List<SampledUnit> sample = new ArrayList<>();
        for (long unit : new long[] {0, UNITS - 1}) {
            sample.add(new SampledUnit(
                    unit,
                    costs.unitSeconds(),
                    (long) costs.inputBytes(),
                    (long) costs.resultBytes(),
                    costs.resultSeconds()));
        }
        return RunTimeForecastTest.prediction(RunTerms.ResultMode.EACH, sample, 1);
    }

    /** Each worker sends a large value at the end, so that a plan leaves hosts out. */
    @Test
    void shouldNotAdviseHostsThatThePlanLeavesOut() {
        List<Host> hosts = new ArrayList<>(List.of(new Host("hub", 0)));
        for (int i = 0; i < 24; i++) {
            hosts.add(new Host("w" + i, 1));
        }
        NetworkView view = new NetworkView(
                "world", List.of(new Link("core", Wire.UNLIMITED), new Link("wan", 0, Wire.duplex(12.5e6))), hosts);
        UnitCosts costs = new UnitCosts(0.1, 0, 0, 1e4, 0).withResults(ResultsKind.ACCUMULATED, 2e7, 0);
        Planner planner = new Planner(null, costs, UNITS, false, 0.01, TERMS);
        Plan plan = planner.simulated(planner.placement(view), 0, 1);
        assertThat(plan.chosen()).hasSizeLessThan(24);
        assertThat(plan.verdict().words()).isEqualTo("computing");
        assertThat(plan.verdict().sentence()).contains("the other hosts would bring too little");
    }

    /** Without a simulation, plans and maps take the loads of one model. */
    @Test
    void shouldNameOneLimitByTheFlowModel() {
        int like = 0;
        for (int number = 0; number < WORLDS; number++) {
            Place world = world(number);
            Placement placement = world.planner().placement(world.view);
            Plan plan = world.planner().flow(placement, 0, 2);
            RunVerdict mapped = RegimeModel.of(new World(world.view, 0).with(Overheads.NONE))
                    .at(world.costs)
                    .verdict();
            if (plan.chosen().length == world.view.hosts().size() - 1) {
                assertThat(plan.verdict()).as("world %d", number).isEqualTo(mapped);
            }
            assertThat(plan.verdict(plan.candidates().get(0)).limits()).isNotEmpty();
            like += mapped.words()
                            .equals(world.planner()
                                    .simulated(placement, 0, 1)
                                    .verdict()
                                    .words())
                    ? 1
                    : 0;
        }
        assertThat(like).as("named as by simulation").isGreaterThan(WORLDS * 3 / 4);
    }
}
