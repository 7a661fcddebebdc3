package dev.sluice.cli.regret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.api.None;
import dev.sluice.cli.ApplicationJar;
import dev.sluice.cli.Executed;
import dev.sluice.cli.NumberedUnits;
import dev.sluice.json.JsonTree;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.Distribution;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class PolicyCostsTest {
    private static final int UNITS = 400;
    private static final SimulationTerms FIXED = SimulationTerms.DEFAULT.withPolicy(PolicyName.FIXED);

    @TempDir
    Path directory;

    /** Computes sixty units of some milliseconds. */
    public static final class Sixty extends NumberedUnits {
        public Sixty() {
            super(60);
        }

        @Override
        protected Long compute(None setup, Long unit) {
            long end = System.nanoTime() + 10_000_000;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            return unit;
        }
    }

    private static Workload drawn(long setupBytes) {
        return drawn(UNITS, setupBytes);
    }

    private static Workload drawn(int units, long setupBytes) {
        return Workloads.drawn(
                new Workloads.Shape(1, units, setupBytes),
                new Workloads.Spreads(
                        new Distribution.Uniform(25e6, 75e6),
                        new Distribution.Fixed(100),
                        new Distribution.Fixed(200),
                        new Distribution.Fixed(0)),
                7);
    }

    /** Three workers, of which one is slow, so that equal shares are a bad choice. */
    private static HandMadeRun unequal() {
        return new HandMadeRun(drawn(0), 0.05, Wire.UNLIMITED, 1, 1, 0.25);
    }

    private JsonTree regret(int code, String... options) {
        String[] words = new String[options.length + 4];
        words[0] = "report";
        words[1] = "--policies";
        words[2] = directory.toString();
        words[3] = "--json";
        System.arraycopy(options, 0, words, 4, options.length);
        Executed answer = Executed.sluice(words);
        assertThat(answer.code()).as(answer.err()).isEqualTo(code);
        return JsonTree.parse(Path.of("answer"), answer.out());
    }

    @Test
    void shouldSayWhatEqualSharesCostOnUnequalHosts() throws Exception {
        HandMadeRun run = unequal();
        run.write(directory, FIXED, 1, UNITS);
        JsonTree answer = regret(0);
        double chosen = answer.at("chosen").at("seconds").number();
        double best = answer.at("best").at("seconds").number();
        assertThat(chosen).isCloseTo(run.seconds(FIXED), within(0.01 * chosen));
        assertThat(answer.at("regretPercent").number())
                .isCloseTo(100 * (chosen / best - 1), within(1e-6))
                .isGreaterThan(100);
        List<JsonTree> rows = answer.at("choices").elements();
        assertThat(rows).hasSize(33);
        assertThat(rows.stream().map(row -> row.at("seconds").number())).isSorted();
        JsonTree alone = rows.stream()
                .filter(row -> row.at("policy").text().equals("SS")
                        && row.at("prefetch").text().equals("auto"))
                .findFirst()
                .orElseThrow();
        assertThat(alone.at("seconds").number()).isCloseTo(run.seconds(SimulationTerms.DEFAULT), within(0.01 * best));
    }

    @Test
    void shouldReplayARunWithItsChanges() throws Exception {
        HandMadeRun run = unequal();
        SimulationTerms changed = FIXED.withScript(
                Script.of(new Script.SwitchPolicy(500_000_000, PolicyName.SS, Weighting.EQUAL, SchedulerConfig.AUTO)));
        run.write(directory, changed, 1, Integer.MAX_VALUE);
        JsonTree answer = regret(0, "--choices", "SS,FIXED:equal:auto");
        JsonTree chosen = answer.at("chosen");
        assertThat(chosen.at("policy").text()).isEqualTo("FIXED");
        assertThat(chosen.at("changes").whole()).isEqualTo(1);
        assertThat(answer.at("replayError").number()).isCloseTo(0, within(0.01));
        assertThat(chosen.at("seconds").number())
                .isCloseTo(run.seconds(changed), within(0.01 * run.seconds(changed)))
                .isLessThan(0.8 * run.seconds(FIXED));
        List<JsonTree> rows = answer.at("choices").elements();
        assertThat(rows).as("changed, SS twice, FIXED").hasSize(4);
        double fixed = rows.get(3).at("seconds").number();
        assertThat(rows.get(3).at("policy").text()).isEqualTo("FIXED");
        assertThat(fixed).as("without the change").isCloseTo(run.seconds(FIXED), within(0.01 * fixed));
        assertThat(Executed.sluice("report", "--policies", directory.toString()).out())
                .contains(
                        "the replay makes the changes of the run at their times: 1 change of the hand-out",
                        "chosen: FIXED, changed, ");
    }

    @Test
    void shouldSimulateARunWithItsChangesUnlessAPolicyIsTyped() throws Exception {
        HandMadeRun run = unequal();
        SimulationTerms changed = FIXED.withScript(
                Script.of(new Script.SwitchPolicy(500_000_000, PolicyName.SS, Weighting.EQUAL, SchedulerConfig.AUTO)));
        run.write(directory, changed, 1, Integer.MAX_VALUE);
        String[] replay = {"simulate", "--json", "--run", directory.toString()};
        JsonTree same =
                JsonTree.parse(Path.of("answer"), Executed.sluice(replay).out());
        JsonTree own = same.at("runs").elements().get(0);
        assertThat(own.at("policy").text()).isEqualTo("FIXED");
        assertThat(own.at("seconds").number()).isCloseTo(run.seconds(changed), within(0.1));
        assertThat(own.at("changes").elements())
                .as("what a tuner changes in the simulation")
                .isEmpty();
        String[] typed = {"simulate", "--json", "--run", directory.toString(), "--policy", "FIXED"};
        JsonTree other =
                JsonTree.parse(Path.of("answer"), Executed.sluice(typed).out());
        assertThat(other.at("runs").elements().get(0).at("seconds").number())
                .isCloseTo(run.seconds(FIXED), within(0.1));
    }

    /** The changes of the policy are the run's own: only workers are tuned. */
    @Test
    void shouldTuneTheWorkersOfARunWithItsChanges() throws Exception {
        HandMadeRun run = new HandMadeRun(drawn(4_000, 0), 0.05, Wire.UNLIMITED, 1, 1, 0.25);
        Script.Step toFac = new Script.SwitchPolicy(5_000_000, PolicyName.FAC, Weighting.EQUAL, SchedulerConfig.AUTO);
        run.write(directory, FIXED.withPolicy(PolicyName.GSS).withScript(Script.of(toFac)), 1, Integer.MAX_VALUE);
        String[] words = {"simulate", "--run", directory.toString(), "--tune", "workers"};
        Executed answer = Executed.sluice(words);
        assertThat(answer.code()).as(answer.err()).isZero();
        assertThat(answer.out())
                .contains("with GSS and tuned workers: ", " (+0.0 % of the replayed run)")
                .doesNotContain("policy: ");
    }

    @Test
    void shouldReplayARunOfAnEarlierVersionWhosePolicyWasAuto() throws Exception {
        HandMadeRun run = unequal();
        run.write(directory, FIXED, 1, UNITS);
        Path model = directory.resolve("model.json");
        String old = Files.readString(model);
        assertThat(old).contains("\"policy\":\"FIXED\"");
        Files.writeString(model, old.replace("\"policy\":\"FIXED\"", "\"policy\":\"AUTO\",\"begins\":\"FIXED\""));
        assertThat(regret(0, "--choices", "SS").at("chosen").at("policy").text())
                .isEqualTo("FIXED");
    }

    @Test
    void shouldHaveNoRegretForTheBestChoice() throws Exception {
        unequal().write(directory, SimulationTerms.DEFAULT, 1, UNITS);
        JsonTree answer = regret(0, "--choices", "SS,FIXED:equal:auto");
        assertThat(answer.at("choices").elements()).hasSize(3);
        assertThat(answer.at("regretPercent").number()).isZero();
        assertThat(answer.at("best").at("policy").text()).isEqualTo("SS");
    }

    @Test
    void shouldReadChoicesAsTheTableNamesThem() throws Exception {
        unequal().write(directory, FIXED, 1, UNITS);
        JsonTree answer = regret(0, "--choices", "fac weights measured prefetch 0,FIXED weights planned,SS:equal:4096");
        assertThat(answer.at("choices").elements())
                .extracting(row -> row.at("policy").text() + " "
                        + row.at("weights").text() + " " + row.at("prefetch").text())
                .containsExactlyInAnyOrder("FAC measured 0", "FIXED planned auto", "FIXED equal auto", "SS equal 4096");
    }

    @Test
    void shouldSayThatAReplayWithoutWorkersDoesNotEnd() throws Exception {
        unequal().write(directory, FIXED, 1, UNITS);
        Executed answer = Executed.sluice("simulate", "--run", directory.toString(), "--workers", "0");
        assertThat(answer.code()).isEqualTo(4);
        assertThat(answer.out()).contains("with FIXED: does not end (0 of 400 units accepted in ");
    }

    @Test
    void shouldPrintATableThatMarksTheChoiceOfTheRun() throws Exception {
        unequal().write(directory, FIXED, 1, UNITS);
        String text =
                Executed.sluice("report", "--policies", directory.toString()).out();
        assertThat(text)
                .contains("replayed ", "chosen: FIXED, ", "best in hindsight: ", "regret: ")
                .containsPattern("FIXED +[0-9.]+ s +[0-9.]+ %  chosen");
    }

    @Test
    void shouldLeaveOutTheSlowestWorkersFirst() throws Exception {
        Wire port = Wire.duplex(1e6);
        new HandMadeRun(drawn(1_000_000), 0.05, port, 0.2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
                .write(directory, SimulationTerms.DEFAULT, 1, UNITS);
        JsonTree workers = regret(0, "--workers", "--choices", "SS").at("workers");
        assertThat(workers.at("chosen").whole()).isEqualTo(12);
        assertThat(workers.at("best").whole()).isBetween(3L, 6L);
        long mate = workers.at("mate").whole();
        assertThat(mate).as("the closed form").isCloseTo(workers.at("best").whole(), within(1L));
        assertThat(workers.at("mateEquation").whole()).isEqualTo(9);
        List<JsonTree> rows = workers.at("rows").elements();
        assertThat(rows).hasSize(12);
        double alone = rows.get(0).at("seconds").number();
        assertThat(alone).as("the fastest alone").isBetween(20.0, 22.0);
        assertThat(rows.get(0).at("mateSeconds").number()).isCloseTo(alone, within(0.05 * alone));
        assertThat(Executed.sluice("report", "--policies", directory.toString(), "--workers")
                        .out())
                .contains(" of 12 workers, ", ", MATE " + mate + " by equation 9)");
    }

    @Test
    void shouldDrawUnitsWithoutATimeSeveralTimes() throws Exception {
        unequal().write(directory, FIXED, 1, UNITS / 4);
        JsonTree answer = regret(0, "--choices", "SS,FIXED");
        assertThat(answer.at("draws").whole()).isEqualTo(5);
        assertThat(answer.at("recordedUnits").whole()).isEqualTo(UNITS / 4);
        assertThat(answer.at("chosen").at("spreadSeconds").number()).isPositive();
        assertThat(Executed.sluice("report", "--policies", directory.toString()).out())
                .contains(" ± ", "over 5 draws");
    }

    @Test
    void shouldSayNothingOfARunThatItsReplayDoesNotFit() throws Exception {
        unequal().write(directory, FIXED, 1.5, UNITS);
        JsonTree answer = regret(1);
        assertThat(answer.at("fits").truth()).isFalse();
        assertThat(answer.has("choices")).isFalse();
        assertThat(Executed.sluice("report", "--policies", directory.toString()).out())
                .contains("differs too much")
                .doesNotContain("best in hindsight");
    }

    @Test
    void shouldSayWhichRunsCannotBeReplayed() {
        Executed refused = Executed.sluice("report", "--policies", directory.toString());
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err())
                .contains("E204", "model.json: not there (expected: a finished run ", "and none if it was killed");
    }

    @Test
    void shouldRefuseARunWithoutTimesOfUnitsAndChoicesThatAreNone() throws Exception {
        unequal().write(directory, FIXED, 1, 0);
        Executed refused = Executed.sluice("report", "--policies", directory.toString());
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("E204", "units.csv: no times of units (expected: ", "--trace-units");
        unequal().write(directory, FIXED, 1, UNITS);
        for (String wrong : List.of("FOO", "SS:equal:x", "SS:equal:0:0", "SS:equal:4097", "FAC:heavy", "")) {
            Executed choice = Executed.sluice("report", "--policies", directory.toString(), "--choices", wrong);
            assertThat(choice.code()).as(wrong).isEqualTo(2);
            assertThat(choice.err()).contains("--choices: '" + wrong + "' (expected: POLICY");
        }
    }

    @Test
    @Timeout(60)
    void shouldReplayARealRun() throws Exception {
        Executed ran = Executed.sluice(
                "run", jar().toString(), "--no-history", "--slots", "2", "--run-dir", directory.toString());
        assertThat(ran.code()).as(ran.err()).isZero();
        Executed answer = Executed.sluice("report", "--policies", directory.toString(), "--json", "--workers");
        JsonTree json = JsonTree.parse(Path.of("answer"), answer.out());
        assertThat(json.at("units").whole()).isEqualTo(60);
        assertThat(json.at("recordedUnits").whole()).isEqualTo(60);
        assertThat(json.at("replayedSeconds").number())
                .as("the recorded units on two slots")
                .isGreaterThan(0.4 * recordedSeconds(directory));
        assertThat(answer.code()).isEqualTo(json.at("fits").truth() ? 0 : 1);
        assertThat(json.has("choices")).isEqualTo(json.at("fits").truth());
    }

    private static double recordedSeconds(Path run) throws IOException {
        return Files.readAllLines(run.resolve("units.csv")).stream()
                .skip(1)
                .map(row -> row.split(",", -1))
                .mapToDouble(row -> Double.parseDouble(row[9]) - Double.parseDouble(row[8]))
                .sum();
    }

    private Path jar() throws IOException {
        return ApplicationJar.in(directory, Sixty.class);
    }
}
