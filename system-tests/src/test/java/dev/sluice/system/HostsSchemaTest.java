package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Errors of {@code sluice hosts list --json}, and a plan for its hosts, follow their schemas. */
class HostsSchemaTest {
    @TempDir
    Path directory;

    @Test
    void shouldRefuseWithTheSchemaOfErrors() throws Exception {
        Path file = Files.writeString(directory.resolve("hosts"), "a\nb:22\n");
        InProcess run = InProcess.sluice("hosts", "list", file.toString(), "--json");
        assertThat(run.err()).contains("E209 " + file + ":2: 'b:22' could mean three things");
        assertThat(run.json(2, "docs/run.schema.json").at("/error/code").asText())
                .isEqualTo("E209");
    }

    @Test
    void shouldPlanOnThem() throws Exception {
        Path file = Files.writeString(directory.resolve("hosts"), "a slots=4\nb slots=8\nc\n");
        JsonNode plan = InProcess.sluice(
                        "plan", "--json", "--hosts=" + file, "--bandwidth=1Gbit/s", "--unit-time=1s", "--units=100")
                .json(0, "docs/plan.schema.json");
        assertThat(plan.at("/flow/master").asText()).isEqualTo("c");
    }
}
