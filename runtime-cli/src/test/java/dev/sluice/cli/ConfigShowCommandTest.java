package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.config.ConfigPlaces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigShowCommandTest {
    @TempDir
    Path directory;

    private final Map<String, String> environment = new HashMap<>();
    private Path project = Path.of("");
    private Path user = Path.of("");

    @BeforeEach
    void makePlaces() throws Exception {
        project = directory.resolve("sluice.yaml");
        user = Files.createDirectories(directory.resolve("sluice")).resolve("config.yaml");
    }

    private Executed sluice(String... arguments) {
        return Executed.sluice(new ConfigPlaces(environment, directory, user), arguments);
    }

    private String shown(String... arguments) {
        Executed config = sluice(arguments);
        assertThat(config.code()).as(config.err()).isZero();
        return config.out().replaceAll(" +", " ");
    }

    @Test
    void shouldShowWhereEachOptionIsSet() throws Exception {
        Files.writeString(user, "run:\n  policy: GSS\n  quiet: true\n");
        Files.writeString(project, "run:\n  policy: TSS\n");
        environment.put("SLUICE_RUN_DELIVERY", "prefetch=2");
        assertThat(shown("config", "show", "--origin", "run", "--local", "4", "--insecure"))
                .contains(
                        "run.local 4 --local\n",
                        "run.insecure true --insecure\n",
                        "run.delivery prefetch=2 SLUICE_RUN_DELIVERY\n",
                        "run.policy TSS sluice.yaml:2\n",
                        "run.quiet true sluice/config.yaml:3\n",
                        "run.isolate AUTO default\n",
                        "run.weights - default\n",
                        "project file: " + project + "\n",
                        "user file: " + user + "\n")
                .doesNotContain("simulate.");
        assertThat(shown("config", "show")).contains("run.policy TSS\n", "simulate.policy SS\n");
        assertThat(shown("config", "show", "run.policy")).isEqualTo("run.policy TSS\n");
        assertThat(shown("config", "show", "--json", "run.policy"))
                .contains(
                        "\"schema\":\"sluice-config-1\"",
                        "{\"key\":\"run.policy\",\"variable\":\"SLUICE_RUN_POLICY\",\"value\":\"TSS\",\"layer\":\"project\","
                                + "\"place\":\"sluice.yaml:2\"}");
    }

    @Test
    void shouldShowCommandsThatMissSomething() {
        assertThat(shown("config", "show", "--origin", "plan", "--units", "5")).contains("plan.units 5 --units\n");
    }

    @Test
    void shouldSayWhatReplacesAKeyThatIsGone() throws Exception {
        Files.writeString(project, "run:\n  weight: 2\n");
        assertThat(sluice("config", "show").err())
                .contains("E210 sluice.yaml:2: unknown key 'run.weight' (expected: run.pool: weight=VALUE)");
        Files.delete(project);
        environment.put("SLUICE_RUN_SERIAL", "true");
        assertThat(sluice("config", "show").err())
                .contains("E210 SLUICE_RUN_SERIAL: no such variable (expected: SLUICE_RUN_LOCAL=0)");
    }

    @Test
    void shouldNameTheNearestKey() throws Exception {
        assertThat(sluice("config", "show", "run.polcy").err())
                .contains("E200 unknown key 'run.polcy'", "did you mean run.policy?");
        assertThat(sluice("config", "show", "rum").err()).contains("did you mean run?");
        assertThat(sluice("config", "show", "run", "--polcy", "SS").err())
                .contains("E200 --polcy: unknown option (expected: --policy?)");
        Files.writeString(project, "run:\n  polcy: TSS\n");
        Executed config = sluice("config", "show");
        assertThat(config.code()).isEqualTo(2);
        assertThat(config.err()).contains("E210 sluice.yaml:2: unknown key 'run.polcy'", "did you mean run.policy?");
        Executed run = sluice("run", "nowhere.jar");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("E210 sluice.yaml:2: unknown key 'run.polcy'");
        assertThat(sluice("explain", "E210").code()).isZero();
        assertThat(sluice("--help").code()).isZero();
    }

    @Test
    void shouldSayWhereAWrongValueIsSet() throws Exception {
        Files.writeString(project, "simulate:\n  policy: XYZ\n");
        environment.put("SLUICE_SIMULATE_UNIT_TIME", "1s");
        assertThat(sluice("simulate").err())
                .contains("E210 sluice.yaml:2: simulate.policy: XYZ (expected: all, or one of");
        assertThat(sluice("simulate", "--policy", "ABC").err()).contains("E200 --policy: ABC (expected: all");
        Files.writeString(project, "simulate:\n  units: many\n");
        assertThat(sluice("simulate").err()).contains("E210 sluice.yaml:2: simulate.units: Invalid value", "many");
        environment.put("SLUICE_SIMULATE_JSON", "true");
        Files.delete(project);
        assertThat(sluice("simulate", "--units", "-1").out()).startsWith("{\"schema\":\"sluice-run-2\"");
        assertThat(sluice("simulate", "--nonsense").out()).startsWith("{\"schema\":\"sluice-run-2\"");
        assertThat(sluice("simulate", "--nonsense", "--json=false").out()).isEmpty();
        assertThat(sluice("simulate", "--units", "5").out()).startsWith("{\"schema\":\"sluice-simulation-1\"");
        assertThat(sluice("simulate", "--units", "5", "--json=false").out()).contains("policy");
    }

    @Test
    void shouldShowTheFileInHelp() throws Exception {
        Files.writeString(project, "simulate:\n  seed: 77\n");
        assertThat(shown("simulate", "--help")).contains("(default: 77)").doesNotContain("[=<");
    }
}
