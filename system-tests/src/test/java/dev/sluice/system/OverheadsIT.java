package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runtime measures itself. What it finds depends on the machine; that it finds something does not. */
@NoLeaks
class OverheadsIT {
    @TempDir
    Path directory;

    @Test
    void shouldMeasureWhatTheRuntimeCosts() throws Exception {
        try (MasterRun run = MasterRun.master(directory, "overheads", "--json", "--divide", "40")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            JsonNode found = RunSchema.read(run.out(), "docs/overheads.schema.json");
            assertThat(found.at("/unitNanos").asDouble()).isPositive();
            assertThat(found.at("/masterSendsMessageNanos").asDouble()).isPositive();
        }
    }
}
