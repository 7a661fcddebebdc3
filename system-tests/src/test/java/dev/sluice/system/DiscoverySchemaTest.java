package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code sluice hosts discover --dry-run --json} follows its schema, and what cannot be is refused. */
class DiscoverySchemaTest {
    @Test
    void shouldOnlySayWhatItWouldComeToInADryRun() {
        JsonNode plan = InProcess.sluice(
                        "hosts", "discover", "--listen=127.0.0.1:0", "--workers=12", "--dry-run", "--json")
                .json(0, "docs/discovery.schema.json");
        assertThat(plan.at("/plan/alikeTests").asInt()).isLessThan(12 * 12 / 3);
        assertThat(plan.at("/plan/mostTests").asInt()).isLessThan(12 * 12);
    }

    @Test
    void shouldRefuseWhatCannotBeAndLeaveNoDirectory() throws IOException {
        List<Path> before = discoveries();
        for (String[] wrong : new String[][] {
            {"hosts", "discover"},
            {"hosts", "discover", "--local=2", "--trials=0"},
            {"hosts", "discover", "--local=2", "--bytes=1K"},
            {"hosts", "discover", "--local=1", "--insecure", "--listen=0.0.0.0:0"}
        }) {
            InProcess run = InProcess.sluice(wrong);
            assertThat(run.code()).as(run.err()).isBetween(2, 3);
            assertThat(run.err()).contains("(expected: ");
        }
        assertThat(discoveries()).isEqualTo(before);
    }

    private static List<Path> discoveries() throws IOException {
        Path all = Path.of("sluice-discoveries");
        if (!Files.exists(all)) {
            return List.of();
        }
        try (Stream<Path> each = Files.list(all)) {
            return each.sorted().toList();
        }
    }
}
