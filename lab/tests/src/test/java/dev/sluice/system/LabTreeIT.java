package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --tune tree} over ssh, on two sites of the test network. Needs root, and says so where it is skipped. */
@NoLeaks
class LabTreeIT {
    @TempDir
    Path directory;

    /** The master is on the host of the command, or on another one of the same site. */
    @ParameterizedTest
    @ValueSource(strings = {"a", "b"})
    void shouldGiveTheFarSiteASubMaster(String master) throws Exception {
        JsonNode report = new LabRun("two-sites.yaml", "a", List.of("b", "c", "d"), 24, 30)
                .report(
                        directory,
                        64,
                        200,
                        "--tune",
                        "tree",
                        master.equals("a") ? "--progress=10" : "--master=" + master);
        assertThat(report.at("/decisions").findValuesAsText("what").toString())
                .contains("10.99.2.0/24 gets a sub-master", " moves to w");
    }
}
