package dev.sluice.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hosts of jobs, from what batch systems set in the environment. */
class JobAllocationTest {
    @TempDir
    Path directory;

    @Test
    void shouldTakeNodesAndProcessorsOfSlurm() {
        HostList hosts =
                JobAllocation.slurm(Map.of("SLURM_JOB_NODELIST", "n[1-3],head", "SLURM_JOB_CPUS_PER_NODE", "4(x3),2"));
        assertThat(hosts.kind()).isEqualTo(HostKind.SLURM);
        assertThat(hosts.source()).isEqualTo("SLURM_JOB_NODELIST");
        assertThat(hosts.hosts().stream().map(HostSpec::name)).containsExactly("n1", "n2", "n3", "head");
        assertThat(hosts.hosts().stream().map(HostSpec::slots)).containsExactly(4, 4, 4, 2);
        assertThat(hosts.hosts().get(0).origin()).isEqualTo("SLURM_JOB_NODELIST");
        assertThat(JobAllocation.slurm(Map.of("SLURM_JOB_NODELIST", "n1"))
                        .hosts()
                        .get(0)
                        .slots())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "n[1-3]|4(x2)|SLURM_JOB_CPUS_PER_NODE: '4(x2)', which is for 2 nodes (expected: as many as the 3 of SLURM_JOB_NODELIST)",
                "n1|four|SLURM_JOB_CPUS_PER_NODE: 'four' (expected: processors by node such as 4(x3),2)",
                "n1|4(x0)|SLURM_JOB_CPUS_PER_NODE: '4(x0)' (expected: processors of 1 to 65,536 nodes)",
                "n1|4(x999999999),4(x999999999)|(expected: processors of 1 to 65,536 nodes)",
                "n1|0|(expected: 1 to 65536)",
                "n[1|4|SLURM_JOB_NODELIST: 'n[1': character 2: a '[' without a ']'",
                "' '|4|SLURM_JOB_NODELIST: empty (expected: inside of a job of Slurm",
            })
    void shouldSayWhatIsWrong(String nodes, String processors, String message) {
        Map<String, String> environment = Map.of("SLURM_JOB_NODELIST", nodes, "SLURM_JOB_CPUS_PER_NODE", processors);
        assertThatThrownBy(() -> JobAllocation.slurm(environment))
                .isInstanceOf(HostFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shouldFindWhicheverBatchSystemThereIs() throws Exception {
        Path file = directory.resolve("nodes");
        Files.writeString(file, "n1\nn1\nn2\n");
        Map<String, String> environment = new HashMap<>();
        assertThat(JobAllocation.any(environment)).isEmpty();
        environment.put("PE_HOSTFILE", file.toString());
        assertThatThrownBy(() -> JobAllocation.any(environment)).hasMessageContaining("a host file of Grid Engine");
        environment.put("PBS_NODEFILE", file.toString());
        assertThat(JobAllocation.any(environment).orElseThrow().hosts().get(0).slots())
                .isEqualTo(2);
        environment.put("SLURM_JOB_NODELIST", "a,b");
        assertThat(JobAllocation.any(environment).orElseThrow().kind()).isEqualTo(HostKind.SLURM);
        assertThatThrownBy(() -> JobAllocation.pbs(Map.of()))
                .hasMessage("PBS_NODEFILE: not set (expected: inside of a job of PBS (qsub), which sets it)");
        assertThatThrownBy(() -> JobAllocation.sge(Map.of("PE_HOSTFILE", "/nowhere")))
                .hasMessageContaining("/nowhere: no such file");
    }
}
