package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code run --policy AUTO} in processes of its own, where each slot waits for every unit. The run takes about a minute
 * on any machine: the tuner may use one percent of a processor, and the first look costs half a second.
 */
@NoLeaks
class AutoPolicyIT {
    @TempDir
    Path directory;

    @Test
    void shouldLeaveOneUnitAtATimeAndLoseNothing() throws Exception {
        try (MasterRun run = MasterRun.master(
                directory,
                "run",
                Checkout.applicationJar("pep").toString(),
                "--local=2",
                "--slots=1",
                "--policy=auto",
                "--prefetch=0",
                "--no-history",
                "--run-dir=tuned",
                "--",
                "--units=170000",
                "--compute=sleep",
                "--time=uniform:500us..700us",
                "--verify")) {
            assertThat(run.exitCodeWithin(180)).as(run.err()).isZero();
        }
        JsonNode report = new ObjectMapper()
                .readTree(directory.resolve("tuned").resolve("run.json").toFile());
        List<JsonNode> policies = new ArrayList<>();
        report.at("/decisions").forEach(each -> {
            if (each.at("/kind").asText().equals("policy")) {
                policies.add(each);
            }
        });
        assertThat(policies.get(0).at("/why").asText()).isEqualTo("AUTO begins with it");
        assertThat(policies).hasSizeGreaterThan(1);
        JsonNode change = policies.get(1);
        assertThat(change.at("/what").asText()).contains("prefetch 0").doesNotStartWith("SS");
        assertThat(change.at("/why").asText()).startsWith("the rest of the cycle takes ");
        assertThat(change.at("/outcome").asText()).startsWith("kept: ");
        assertThat(report.at("/tuners/0/knob").asText()).isEqualTo("policy");
        assertThat(report.at("/tuners/0/looks").asInt()).isPositive();
        assertThat(report.at("/tuners/0/cpuSeconds").asDouble()).isPositive();
    }
}
