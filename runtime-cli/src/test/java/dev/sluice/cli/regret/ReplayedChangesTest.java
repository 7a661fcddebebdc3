package dev.sluice.cli.regret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.cli.Executed;
import dev.sluice.insight.replay.RecordedRun;
import dev.sluice.insight.replay.Replay;
import dev.sluice.json.JsonTree;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.simulate.Distribution;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.testing.SeededTest;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose machines and links change while they go on: each is replayed from its files, and compared with itself. */
class ReplayedChangesTest {
    private static final int UNITS = 600;
    private static final long SECOND = 1_000_000_000L;
    private static final SimulationTerms TERMS = SimulationTerms.DEFAULT.withSpeculation(0);

    @TempDir
    Path directory;

    private static Workload workload(RandomGenerator random, double resultBytes) {
        return Workloads.drawn(
                new Workloads.Shape(1, UNITS, 0),
                new Workloads.Spreads(
                        new Distribution.Uniform(25e6, 75e6),
                        new Distribution.Fixed(100),
                        new Distribution.Fixed(resultBytes),
                        new Distribution.Fixed(0)),
                random.nextLong());
    }

    private static HandMadeRun three(RandomGenerator random) {
        return new HandMadeRun(workload(random, 200), 0.05, Wire.UNLIMITED, 1, 1, 0.5);
    }

    /** The error of the replay of a run with this script, and of its other choice; both are at most 10 %. */
    private void assertReplayed(HandMadeRun run, String words, Script.Step... steps) throws Exception {
        SimulationTerms changed = TERMS.withScript(Script.of(steps));
        run.write(directory, changed, 1, Integer.MAX_VALUE);
        double real = run.seconds(changed);
        assertThat(Math.abs(real / run.seconds(TERMS) - 1)).as("it matters").isGreaterThan(0.1);
        Replay replay = Replay.of(RecordedRun.read(directory));
        assertThat(replay.seconds()).as("replayed").isCloseTo(real, within(0.02 * real));
        assertThat(replay.lines())
                .anySatisfy(line -> assertThat(line)
                        .startsWith("the replay makes the changes of the run at their times: " + words));
        double fixed = run.seconds(changed.withPolicy(PolicyName.FIXED));
        JsonTree choice = JsonTree.parse(
                        Path.of("answer"),
                        Executed.sluice(
                                        "report",
                                        "--policies",
                                        directory.toString(),
                                        "--choices",
                                        "FIXED:equal:auto",
                                        "--json")
                                .out())
                .at("choices")
                .elements()
                .stream()
                .filter(row -> row.at("policy").text().equals("FIXED"))
                .findFirst()
                .orElseThrow();
        assertThat(choice.at("seconds").number()).as("another policy").isCloseTo(fixed, within(0.1 * fixed));
    }

    @SeededTest(runs = 5)
    void shouldParkAndUnparkWorkers(RandomGenerator random) throws Exception {
        assertReplayed(
                three(random),
                "2 workers parked for 11.0 s",
                new Script.Park(SECOND, 1),
                new Script.Park(2 * SECOND, 2),
                new Script.Unpark(7 * SECOND, 1),
                new Script.Unpark(7 * SECOND, 2));
    }

    @SeededTest(runs = 5)
    void shouldLetWorkersJoinAndLeave(RandomGenerator random) throws Exception {
        assertReplayed(
                three(random),
                "1 worker joined later; 1 worker left",
                new Script.Join(6 * SECOND, 1),
                new Script.Drain(4 * SECOND, 3));
    }

    @SeededTest(runs = 5)
    void shouldLoseWorkersAndHaveThemBack(RandomGenerator random) throws Exception {
        assertReplayed(
                three(random),
                "2 workers lost; 1 worker came back",
                new Script.Die(2 * SECOND, 1),
                new Script.Lose(3 * SECOND, 2),
                new Script.Join(13 * SECOND, 1));
    }

    @SeededTest(runs = 5)
    void shouldSlowHostsThatOtherProgramsUse(RandomGenerator random) throws Exception {
        assertReplayed(
                three(random),
                "3 changes of the load",
                new Script.Load(3 * SECOND, 1, 0.25),
                new Script.Load(8 * SECOND, 2, 0.5),
                new Script.Load(12 * SECOND, 1, 1));
    }

    @SeededTest(runs = 5)
    void shouldChangeTheBandwidth(RandomGenerator random) throws Exception {
        assertReplayed(
                new HandMadeRun(workload(random, 40_000), 0.05, Wire.duplex(4e6), 1, 1, 1),
                "2 changes of the bandwidth",
                new Script.Capacity(2 * SECOND, HandMadeRun.PORT, 1e6, 1e6),
                new Script.Capacity(10 * SECOND, HandMadeRun.PORT, 4e6, 4e6));
    }
}
