package dev.sluice.insight.gain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.json.JsonTree;
import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.simulate.Distribution;
import dev.sluice.model.simulate.Growth;
import dev.sluice.model.simulate.RecordedWorkload;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.SizedWorkload;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Tests replays of simulated runs, of which everything is known. */
class RunReplicaTest {
    private static final int UNITS = 600;
    private static final Percentage ONE = Percentage.withPercentage(1);

    private final List<RecordedUnits.Entry> entries = new ArrayList<>();

    /** Times that differ by a factor of more than ten. */
    private static Workload workload(int cycles) {
        return Workloads.drawn(
                new Workloads.Shape(cycles, UNITS, 1000),
                new Workloads.Spreads(
                        new Distribution.Exponential(50e6),
                        new Distribution.Fixed(100),
                        new Distribution.Fixed(200),
                        new Distribution.Fixed(1e5)),
                7);
    }

    /** Four workers, of which three start after the first. */
    private static World machines() {
        return World.star(4, 2, Wire.UNLIMITED)
                .withStarts(new long[] {0, 0, 500_000_000, 1_000_000_000L, 2_000_000_000L});
    }

    private GainInput run(int cycles, SimulationTerms terms) {
        return run(workload(cycles), terms);
    }

    private GainInput run(Workload work, SimulationTerms terms) {
        OracleRun run = new OracleRun(work, machines(), Overheads.NONE, terms);
        Simulation.run(work, machines().with(Overheads.NONE, terms), new Timeline() {
            @Override
            public void computed(
                    int host, int slot, int cycle, long first, int units, long from, long to, boolean finished) {
                entries.add(new RecordedUnits.Entry(cycle, first, units, "w" + host, from / 1e9, (to - from) / 1e9));
            }
        });
        return run.measured();
    }

    private static double seconds(RunReplica replica) {
        return Simulation.run(replica.run()).seconds();
    }

    private static GainInput stored(GainInput input) {
        return GainJson.read(JsonTree.parse(Path.of("model.json"), GainJson.of("run-1", input)));
    }

    @Test
    void shouldPackUnitsAgainThatNeedMoreThanOneSlotAndCameLate() {
        List<Amounts> needs = List.of(Amounts.ONE_SLOT, Amounts.ofProcessors(2), Amounts.ONE_SLOT.with("licence", 1));
        List<Event.Sized> kinds = SizedWorkload.repeated(needs, UNITS);
        List<Growth> growth = List.of(
                new Growth(UNITS / 2, 0, 0),
                new Growth(UNITS / 4, UNITS / 2, 0),
                new Growth(UNITS / 4, -1, 6_000_000_000L));
        SimulationTerms terms = SimulationTerms.DEFAULT.withSpeculation(0).withResources(Amounts.parse("licence=1"));
        GainInput input = run(new SizedWorkload(workload(1), List.of(kinds), List.of(growth)), terms);
        GainWork plain = input.work();
        GainWork work = new GainWork(
                1,
                UNITS,
                UNITS,
                plain.unitSeconds(),
                plain.spreadSeconds(),
                plain.acceptSeconds(),
                plain.inputBytes(),
                plain.resultBytes(),
                plain.setupBytes(),
                0,
                kinds.stream()
                        .map(kind -> GainKind.of(0, kind.needs(), kind.units().size(), kind.units(), 0.05))
                        .toList(),
                growth.stream()
                        .map(step -> new GainGrowth(0, step.units(), step.after(), step.nanos() / 1e9))
                        .toList());
        GainInput sized = input.with(work, input.workers());
        RunReplica replica = RunReplica.of(stored(sized), new RecordedUnits(entries));
        assertThat(replica.run().work().kinds(0)).hasSize(2);
        assertThat(seconds(replica)).isCloseTo(input.seconds(), Percentage.withPercentage(3));
        assertThat(seconds(RunReplica.of(stored(input), new RecordedUnits(entries))))
                .as("without needs and growth")
                .isLessThan(0.8 * input.seconds());
    }

    @Test
    void shouldTakeAsLongAsTheRunThatWas() {
        GainInput input = run(1, SimulationTerms.DEFAULT.withSpeculation(0));
        RunReplica replica = RunReplica.of(stored(input), new RecordedUnits(entries));
        assertThat(((RecordedWorkload) replica.run().work()).recorded()).isEqualTo(UNITS);
        assertThat(seconds(replica)).isCloseTo(input.seconds(), ONE);
    }

    /** Workers that start one after the other share the units as if all were there. */
    @Test
    void shouldKeepSharesForWorkersThatStart() {
        SimulationTerms fixed =
                SimulationTerms.DEFAULT.withPolicy(PolicyName.FIXED).withSpeculation(0);
        SimulationTerms expecting = fixed.withScript(Script.of(new Script.Expect(0, 8)));
        GainInput input = run(1, expecting);
        assertThat(Simulation.run(workload(1), machines().with(Overheads.NONE, fixed))
                        .seconds())
                .as("it matters")
                .isGreaterThan(1.2 * input.seconds());
        RunReplica replica = RunReplica.of(stored(input), new RecordedUnits(entries));
        assertThat(seconds(replica)).isCloseTo(input.seconds(), ONE);
    }

    @Test
    void shouldReplaySeveralCycles() {
        GainInput input = run(3, SimulationTerms.DEFAULT.withSpeculation(0));
        RunReplica replica = RunReplica.of(stored(input), new RecordedUnits(entries));
        assertThat(seconds(replica)).isCloseTo(input.seconds(), ONE);
    }

    @Test
    void shouldSayWhatAnotherPolicyWouldTake() {
        SimulationTerms terms = SimulationTerms.DEFAULT.withSpeculation(0);
        GainInput input = run(1, terms);
        RunReplica replica = RunReplica.of(stored(input), new RecordedUnits(entries));
        SimulationTerms fixed = terms.withPolicy(PolicyName.FIXED);
        double other = Simulation.run(
                        replica.run().work(), replica.run().world().with(fixed))
                .seconds();
        double real = Simulation.run(workload(1), machines().with(Overheads.NONE, fixed))
                .seconds();
        assertThat(other).isCloseTo(real, ONE);
        assertThat(Math.abs(real / input.seconds() - 1)).as("it matters").isGreaterThan(0.05);
    }

    /** The longest half is recorded, as in a long run; all units together take as long. */
    @Test
    void shouldGiveUnrecordedUnitsTheTimeThatIsLeft() {
        GainInput input = run(1, SimulationTerms.DEFAULT.withSpeculation(0));
        List<RecordedUnits.Entry> longest = entries.stream()
                .filter(entry -> entry.units() == 1)
                .sorted((one, other) -> Double.compare(other.seconds(), one.seconds()))
                .limit(UNITS / 2)
                .toList();
        RunReplica replica = RunReplica.of(stored(input), new RecordedUnits(longest));
        double all = 0;
        for (long unit = 0; unit < UNITS; unit++) {
            all += replica.run().work().computeNanos(0, unit) / 1e9;
        }
        assertThat(all / UNITS).isCloseTo(input.work().unitSeconds(), Percentage.withPercentage(5));
        assertThat(seconds(replica)).isCloseTo(input.seconds(), Percentage.withPercentage(5));
    }

    @Test
    void shouldStoreAllMeasurements() {
        Script script = Script.of(
                new Script.SwitchPolicy(3_001_000_000L, PolicyName.FAC, Weighting.EQUAL, 2),
                new Script.Expect(3_001_000_000L, 8),
                new Script.Park(3_002_000_000L, 1),
                new Script.Unpark(3_003_000_000L, 1),
                new Script.Die(3_004_000_000L, 2),
                new Script.Join(3_005_000_000L, 2),
                new Script.Lose(3_006_000_000L, 3),
                new Script.Drain(3_007_000_000L, 4),
                new Script.Capacity(3_008_000_000L, 0, 1e6, Double.POSITIVE_INFINITY));
        GainInput input = run(1, SimulationTerms.DEFAULT.withScript(script));
        GainInput read = stored(input);
        assertThat(read.work()).isEqualTo(input.work());
        assertThat(read.workers()).isEqualTo(input.workers());
        assertThat(read.network()).isEqualTo(input.network());
        assertThat(read.terms()).isEqualTo(input.terms());
        assertThat(read.overheads()).isEqualTo(input.overheads());
        assertThat(read.seconds()).isCloseTo(input.seconds(), within(1e-9));
    }

    @Test
    void shouldRefuseAChangeOfAHostThatIsNotThere() {
        SimulationTerms terms = SimulationTerms.DEFAULT.withScript(Script.of(new Script.Park(3_000_000_000L, 4)));
        GainInput input = stored(run(1, terms));
        RunReplica.of(input, RecordedUnits.NONE);
        String text = GainJson.of("run-1", input).replace("\"host\":4", "\"host\":5");
        GainInput wrong = GainJson.read(JsonTree.parse(Path.of("model.json"), text));
        assertThatThrownBy(() -> RunReplica.of(wrong, RecordedUnits.NONE)).hasMessageContaining("a host that");
    }

    @Test
    void shouldNameTheFieldThatIsWrong() {
        String text =
                GainJson.of("run-1", run(1, SimulationTerms.DEFAULT)).replace("\"policy\":\"SS\"", "\"policy\":\"X\"");
        assertThatThrownBy(() -> GainJson.read(JsonTree.parse(Path.of("model.json"), text)))
                .isInstanceOfSatisfying(
                        SluiceException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.WRITTEN_FILE_UNUSABLE))
                .hasMessageContaining("model.json");
    }
}
