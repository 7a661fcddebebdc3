package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice hosts list} where it depends on the environment of the process: on the PATH, or on a job of Slurm. */
class HostsIT {
    @TempDir
    Path directory;

    private JsonNode hosts(Map<String, String> environment, String... arguments) throws Exception {
        String[] all = new String[arguments.length + 3];
        all[0] = "hosts";
        all[1] = "list";
        all[2] = "--json";
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        return RunSchema.read(MasterRun.master(directory, environment, all).printed(0), "docs/hosts.schema.json");
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
        JsonNode printed = hosts(job);
        assertThat(printed.at("/hosts").findValuesAsText("slots")).containsExactly("8", "8", "4");
        assertThat(printed.at("/source").asText()).isEqualTo("SLURM_JOB_NODELIST");
    }
}
