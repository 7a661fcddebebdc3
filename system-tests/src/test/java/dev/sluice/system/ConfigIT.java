package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice config show}, and the page about it. */
class ConfigIT {
    @TempDir
    Path directory;

    private JsonNode shown(Map<String, String> environment, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("config", "show", "--json"));
        all.addAll(List.of(arguments));
        try (MasterRun run = MasterRun.master(directory, environment, all.toArray(String[]::new))) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            return RunSchema.read(run.out(), "docs/config.schema.json");
        }
    }

    @Test
    void shouldObeyFlagEnvironmentProjectAndUserInThisOrder() throws Exception {
        Path user = Files.createDirectories(directory.resolve("config/sluice"));
        Files.writeString(
                user.resolve("config.yaml"), "run:\n  policy: GSS\n  prefetch: 1\n  speculation: 1\n  local: 1\n");
        Files.writeString(directory.resolve("sluice.yaml"), "run:\n  policy: TSS\n  prefetch: 2\n  speculation: 2\n");
        Map<String, String> environment = Map.of(
                "XDG_CONFIG_HOME",
                directory.resolve("config").toString(),
                "SLUICE_RUN_POLICY",
                "FAC",
                "SLUICE_RUN_PREFETCH",
                "3");
        JsonNode settings = shown(environment, "run", "--policy", "AWF").at("/settings");
        assertThat(origin(settings, "run.policy")).isEqualTo("AWF flag --policy");
        assertThat(origin(settings, "run.prefetch")).isEqualTo("3 environment SLUICE_RUN_PREFETCH");
        assertThat(origin(settings, "run.speculation")).isEqualTo("2 project sluice.yaml:4");
        assertThat(origin(settings, "run.local")).isEqualTo("1 user config/sluice/config.yaml:5");
        assertThat(origin(settings, "run.isolate")).isEqualTo("AUTO default ");
    }

    @Test
    void shouldRunAsConfigured() throws Exception {
        Files.writeString(directory.resolve("sluice.yaml"), "run:\n  policy: TSS\n  json: true\n  run-dir: here\n");
        String jar = Checkout.applicationJar("mandelbrot").toString();
        try (MasterRun run = MasterRun.master(directory, "run", jar, "--", "--width=64", "--height=64")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(RunSchema.read(run.out()).toString()).contains("TSS");
            assertThat(directory.resolve("here/run.json")).isRegularFile();
        }
    }

    @Test
    void shouldRefuseUnknownKeys() throws Exception {
        Files.writeString(directory.resolve("sluice.yaml"), "run:\n  polcy: TSS\n");
        for (String[] command : List.of(new String[] {"run", "x.jar"}, new String[] {"config", "show", "--origin"})) {
            try (MasterRun run = MasterRun.master(directory, command)) {
                assertThat(run.exitCodeWithin(60)).isEqualTo(2);
                assertThat(run.err())
                        .contains("E210 sluice.yaml:2: unknown key 'run.polcy'", "did you mean run.policy?");
            }
        }
    }

    /** Written anew by {@code -Dsluice.update=configuration}. */
    @Test
    void shouldListAllKeysInTheDocument() throws Exception {
        Path document = Checkout.file("docs/configuration.md");
        StringBuilder keys = new StringBuilder("\n| key | unless set |\n| --- | --- |\n");
        for (JsonNode each : shown(Map.of("XDG_CONFIG_HOME", "/nowhere")).at("/settings")) {
            String value = each.path("value").asText("-").replace("|", "\\|");
            keys.append("| `")
                    .append(each.at("/key").asText())
                    .append("` | ")
                    .append(value)
                    .append(" |\n");
        }
        String marker = "<!-- keys -->\n";
        String text = Checkout.read(document);
        String before = text.substring(0, text.indexOf(marker) + marker.length());
        if (Checkout.isUpdating("configuration")) {
            Files.writeString(document, before + keys);
            return;
        }
        assertThat(text)
                .as("keys (update: mvn -pl system-tests -am verify -Dit.test=ConfigIT -Dsluice.update=configuration)")
                .isEqualTo(before + keys);
    }

    private static String origin(JsonNode settings, String key) {
        for (JsonNode each : settings) {
            if (each.at("/key").asText().equals(key)) {
                return each.at("/value").asText() + " " + each.at("/layer").asText() + " "
                        + each.at("/place").asText();
            }
        }
        throw new AssertionError(key + " is missing in " + settings);
    }
}
