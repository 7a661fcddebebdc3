package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.extension.DistributionPolicy;
import dev.sluice.api.extension.TunerKnob;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes in an application's jar that extend Sluice: a policy, a model of unit times, facts of hosts, and a knob. */
@NoLeaks
class ExtensionIT {
    @TempDir
    Path directory;

    /** Gives up when it has seen enough. */
    public static final class Stumbling implements DistributionPolicy {
        @Override
        public long chunk(Slot slot) {
            if (slot.unassigned() < slot.units() / 2) {
                throw new UnsupportedOperationException("half is enough");
            }
            return 3;
        }
    }

    /** Says what it was shown. */
    public static final class Telling implements TunerKnob {
        @Override
        public Setting turn(Run run) {
            throw new UnsupportedOperationException(
                    run.workers().size() + " workers, policy " + run.setting().policy());
        }
    }

    private MasterRun run(String options) throws Exception {
        return sluice("run", "--run-dir sluice-runs/mine " + options);
    }

    private MasterRun sluice(String command, String options) throws Exception {
        Path jar = PoisonJar.in(directory, Poison.class, EachSecond.class, ClockModel.class, Stumbling.class);
        return MasterRun.master(
                directory,
                Words.of("%s %s " + options + " --ledger %s", command, jar, directory.resolve("ledger.txt")));
    }

    private MasterRun tuned(Path jar, String options) throws Exception {
        return MasterRun.master(
                directory,
                Words.of(
                        "run %s --run-dir sluice-runs/mine --local 2 --slots 1 --tune own " + options + " --ledger %s",
                        jar,
                        directory.resolve("ledger.txt")));
    }

    /** The run would take 100 s, so that its tuner may look at it. */
    @Test
    void shouldAskAKnobOfTheJar() throws Exception {
        Path hurry = directory.resolve("hurry");
        Path jar = PoisonJar.in(directory, Poison.class, Telling.class);
        try (MasterRun run =
                tuned(jar, "-- --units 20 --cycles 100 --tell-cycles --compute-millis 100 --hurry " + hurry)) {
            await().until(() -> run.err().contains("the tuning of the application's own settings ends"));
            Files.createFile(hurry);
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
        }
        assertThat(report().findValue("decisions").findValuesAsText("why"))
                .contains("E463 dev.sluice.system.ExtensionIT$Telling threw "
                        + "java.lang.UnsupportedOperationException: 2 workers, policy SS");
    }

    @Test
    void shouldRefuseToTuneByKnobsWithoutOne() throws Exception {
        try (MasterRun run = tuned(PoisonJar.in(directory), "-- --units 300")) {
            assertThat(run.exitCodeWithin(60)).isEqualTo(4);
            assertThat(run.err())
                    .contains("E462 --tune: OWN, and no jar of the application names", "TunerKnob (expected: one)");
        }
        assertThat(PoisonJar.accepted(directory)).isEmpty();
    }

    private JsonNode report() throws Exception {
        return new ObjectMapper()
                .readTree(directory.resolve("sluice-runs/mine/run.json").toFile());
    }

    @Test
    void shouldRunWithAPolicyAndAModelOfTheJar() throws Exception {
        try (MasterRun run = run("--policy dev.sluice.system.EachSecond -- --units 300 --compute-millis 2")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
        }
        assertThat(PoisonJar.accepted(directory)).hasSize(300).doesNotHaveDuplicates();
        assertThat(report().at("/policy").asText()).isEqualTo("dev.sluice.system.EachSecond");
        assertThat(report().findValuesAsText("what")).noneMatch(what -> what.startsWith("SS"));
        try (MasterRun run = sluice("predict", "--workers 1,2 --policy dev.sluice.system.EachSecond -- --units 30")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(run.err()).containsPattern("seconds per unit: 0.[0-9]+, told by the application's model, ±10 %");
        }
    }

    @Test
    void shouldAskForFactsOfHosts() throws Exception {
        Path view = Files.writeString(directory.resolve("view.yaml"), """
                name: two
                links:
                  - {name: net}
                hosts:
                  - {name: home, link: net}
                  - {name: lab, link: net}
                """);
        try (MasterRun run = sluice("predict", "--view " + view + " --master home --workers 1 -- --units 30")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(run.err()).contains("availability of 1 of 2 hosts");
        }
    }

    @Test
    void shouldGoOnWithoutAPolicyThatThrows() throws Exception {
        try (MasterRun run = run("--local 2 --policy dev.sluice.system.ExtensionIT$Stumbling -- --units 200")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
        }
        assertThat(PoisonJar.accepted(directory)).hasSize(200).doesNotHaveDuplicates();
        assertThat(report().findValue("decisions").findValuesAsText("why"))
                .anyMatch(why -> why.contains(
                        "Stumbling threw java.lang.UnsupportedOperationException: half is enough; before: "));
    }

    @Test
    void shouldTakeAPolicyWhileItRuns() throws Exception {
        Path hurry = directory.resolve("hurry");
        try (MasterRun run = run("--local 2 -- --units 5000 --compute-millis 50 --hurry " + hurry)) {
            await().until(() -> PoisonJar.accepted(directory).size() > 20);
            assertThat(InProcess.sluice("set", runDirectory(), "--policy", "dev.sluice.system.Missing"))
                    .satisfies(answer -> assertThat(answer.err())
                            .contains("dev.sluice.system.Missing: no such class (expected: one of the application's"));
            assertThat(InProcess.sluice("set", runDirectory(), "--policy", "dev.sluice.system.EachSecond"))
                    .satisfies(answer ->
                            assertThat(answer.out()).startsWith("dev.sluice.system.EachSecond, weights equal"));
            Files.createFile(hurry);
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
        }
        assertThat(PoisonJar.accepted(directory)).hasSize(5000).doesNotHaveDuplicates();
        assertThat(report().findValue("decisions").findValuesAsText("what"))
                .anyMatch(what -> what.startsWith("dev.sluice.system.EachSecond, weights equal"));
        InProcess replayed = InProcess.sluice("report", "--policies", runDirectory());
        assertThat(replayed.code()).isEqualTo(4);
        assertThat(replayed.err()).contains("E461", "EachSecond: a class of an application");
    }

    private String runDirectory() {
        return directory.resolve("sluice-runs/mine").toString();
    }

    @Test
    void shouldRefuseAPolicyBeforeThereIsWork() throws Exception {
        try (MasterRun run = run("--policy com.example.Halves -- --units 300")) {
            assertThat(run.exitCodeWithin(60)).isEqualTo(4);
            assertThat(run.err()).contains("E460 com.example.Halves: no such class", "(expected: ");
        }
        assertThat(PoisonJar.accepted(directory)).isEmpty();
        InProcess simulated = InProcess.sluice("simulate", "--units", "10", "--policy", "com.example.Halves");
        assertThat(simulated.code()).isEqualTo(4);
        assertThat(simulated.err()).contains("E461 policy com.example.Halves");
        InProcess typo = InProcess.sluice("run", "x.jar", "--policy", "Halves");
        assertThat(typo.code()).isEqualTo(2);
        assertThat(typo.err()).contains("or a class of the application's jar");
    }
}
