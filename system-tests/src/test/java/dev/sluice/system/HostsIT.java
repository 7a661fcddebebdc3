package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice hosts} in a job of Slurm, which tells its hosts by the environment of the process. */
class HostsIT {
    @TempDir
    Path directory;

    @Test
    void shouldFindTheJobsHosts() throws Exception {
        Map<String, String> job = Map.of("SLURM_JOB_NODELIST", "n[1-2,7]", "SLURM_JOB_CPUS_PER_NODE", "8(x2),4");
        try (MasterRun run = MasterRun.master(directory, job, "hosts", "--json")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            JsonNode printed = RunSchema.read(run.out(), "docs/hosts.schema.json");
            assertThat(printed.at("/hosts").findValuesAsText("slots")).containsExactly("8", "8", "4");
            assertThat(printed.at("/source").asText()).isEqualTo("SLURM_JOB_NODELIST");
        }
    }
}
