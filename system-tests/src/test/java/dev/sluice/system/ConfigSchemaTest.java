package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.config.ConfigPlaces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice config show --json} follows its schema, and the page about it lists all keys. */
class ConfigSchemaTest {
    @TempDir
    Path directory;

    private static JsonNode shown(ConfigPlaces places, String... arguments) {
        return InProcess.sluice(places, Words.of("config show --json %s", arguments))
                .json(0, "docs/config.schema.json");
    }

    @Test
    void shouldObeyFlagEnvironmentProjectAndUserInThisOrder() throws Exception {
        Path user = Files.createDirectories(directory.resolve("config/sluice")).resolve("config.yaml");
        Files.writeString(user, "run:\n  policy: GSS\n  delivery: prefetch=1\n  speculation: 1\n  local: 1\n");
        Files.writeString(
                directory.resolve("sluice.yaml"), "run:\n  policy: TSS\n  delivery: prefetch=2\n  speculation: 2\n");
        Map<String, String> environment = Map.of("SLUICE_RUN_POLICY", "FAC", "SLUICE_RUN_DELIVERY", "prefetch=3");
        JsonNode settings = shown(new ConfigPlaces(environment, directory, user), "run", "--policy", "AWF")
                .at("/settings");
        assertThat(origin(settings, "run.policy")).isEqualTo("AWF flag --policy");
        assertThat(origin(settings, "run.delivery")).isEqualTo("prefetch=3 environment SLUICE_RUN_DELIVERY");
        assertThat(origin(settings, "run.speculation")).isEqualTo("2 project sluice.yaml:4");
        assertThat(origin(settings, "run.local")).isEqualTo("1 user config/sluice/config.yaml:5");
        assertThat(origin(settings, "run.isolate")).isEqualTo("AUTO default ");
    }

    /** Written anew by {@code -Dsluice.update=configuration}. */
    @Test
    void shouldListAllKeysInTheDocument() throws Exception {
        Path document = Checkout.file("docs/configuration.md");
        Map<String, List<String>> commands = new LinkedHashMap<>();
        for (JsonNode each : shown(new ConfigPlaces(Map.of(), Path.of("/nowhere"), Path.of("/nowhere")))
                .at("/settings")) {
            String[] key = each.at("/key").asText().split("\\.", 2);
            String value = each.path("value").asText("");
            commands.computeIfAbsent(key[0], command -> new ArrayList<>())
                    .add(key[1] + (value.isEmpty() || value.equals("false") ? "" : " (" + value + ")"));
        }
        StringBuilder keys = new StringBuilder("\n");
        commands.forEach(
                (command, options) -> keys.append("- `%s`: %s\n".formatted(command, String.join(", ", options))));
        String marker = "<!-- keys -->\n";
        String text = Checkout.read(document);
        String before = text.substring(0, text.indexOf(marker) + marker.length());
        if (Checkout.isUpdating("configuration")) {
            Files.writeString(document, before + keys);
            return;
        }
        assertThat(text)
                .as(
                        "keys (update: mvn -pl system-tests -am test -Dtest=ConfigSchemaTest -Dsurefire.failIfNoSpecifiedTests=false -Dsluice.update=configuration)")
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
