package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice hosts}, and commands that take a file of hosts. */
class HostsIT {
    @TempDir
    Path directory;

    private JsonNode hosts(Map<String, String> environment, String... arguments) throws Exception {
        String[] all = new String[arguments.length + 2];
        all[0] = "hosts";
        all[1] = "--json";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        try (MasterRun run = MasterRun.master(directory, environment, all)) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            return RunSchema.read(run.out(), "docs/hosts.schema.json");
        }
    }

    @Test
    void shouldPrintWhatAFileSays() throws Exception {
        Files.writeString(directory.resolve("inventory"), "[nodes]\nnode[01:03]\n");
        Path script = directory.resolve("ansible-inventory");
        Files.writeString(script, """
                #!/bin/sh
                echo '{"_meta": {"hostvars": {"node03": {"sluice_slots": 4}}},'
                echo '"nodes": {"hosts": ["node01", "node02", "node03"]}}'
                """);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        JsonNode printed = hosts(Map.of("PATH", directory + ":" + System.getenv("PATH")), "inventory");
        assertThat(printed.at("/kind").asText()).isEqualTo("ansible");
        assertThat(printed.at("/hosts").findValuesAsText("name")).containsExactly("node01", "node02", "node03");
        assertThat(printed.at("/hosts/2/origin").asText()).isEqualTo("inventory");
        assertThat(printed.at("/hosts/2/slots").asInt()).isEqualTo(4);
    }

    @Test
    void shouldFindTheJobsHosts() throws Exception {
        Map<String, String> job = Map.of("SLURM_JOB_NODELIST", "n[1-2,7]", "SLURM_JOB_CPUS_PER_NODE", "8(x2),4");
        assertThat(hosts(job).at("/hosts").findValuesAsText("slots")).containsExactly("8", "8", "4");
        assertThat(hosts(job, "--slurm").at("/source").asText()).isEqualTo("SLURM_JOB_NODELIST");
    }

    @Test
    void shouldRefuseWithTheSchemaOfErrors() throws Exception {
        Files.writeString(directory.resolve("hosts"), "a\nb:22\n");
        try (MasterRun run = MasterRun.master(directory, "hosts", "hosts", "--json")) {
            assertThat(run.exitCodeWithin(60)).isEqualTo(2);
            assertThat(run.err()).contains("E209 hosts:2: 'b:22' could mean three things");
            assertThat(RunSchema.read(run.out()).at("/error/code").asText()).isEqualTo("E209");
        }
    }

    @Test
    void shouldPlanOnThem() throws Exception {
        Files.writeString(directory.resolve("hosts"), "a slots=4\nb slots=8\nc\n");
        try (MasterRun run = MasterRun.master(
                directory, "plan", "--json", "--hosts=hosts", "--bandwidth=1Gbit/s", "--unit-time=1s", "--units=100")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            JsonNode plan = RunSchema.read(run.out(), "docs/plan.schema.json");
            assertThat(plan.at("/flow/master").asText()).isEqualTo("c");
        }
    }
}
