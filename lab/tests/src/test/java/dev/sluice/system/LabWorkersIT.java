package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code --tune workers} over ssh, on six hosts whose setups pass a narrow port. Needs root, and says so where it is
 * skipped.
 */
@NoLeaks
class LabWorkersIT {
    @TempDir
    Path directory;

    @Test
    void shouldParkWorkersThatOnlySlowCyclesDown() throws Exception {
        JsonNode report = new LabRun("narrow.yaml", "m", List.of("a1", "a2", "a3", "a4", "a5", "a6"), 50, 60)
                .report(directory, 16, 50, "--tune", "workers");
        assertThat(report.at("/decisions").findValuesAsText("kind")).contains("workers");
        assertThat(report.at("/course/tuners").findValuesAsText("knob")).containsExactly("workers");
        assertThat(report.at("/course/tuners/0/looks").asInt()).isPositive();
        assertThat(report.at("/decisions").findValuesAsText("what").toString()).contains(" of 6 workers are parked");
    }
}
