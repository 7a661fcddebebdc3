package dev.sluice.launch.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SlurmAllocationTest {
    @Test
    void shouldReadTheNodesOfAnAllocation() {
        SlurmAllocation allocation =
                SlurmAllocation.of(Map.of("SLURM_JOB_ID", "12", "SLURM_JOB_CPUS_PER_NODE", "2(x3),4"));
        assertThat(allocation).isEqualTo(new SlurmAllocation("12", List.of(2, 2, 2, 4)));
        assertThat(allocation.cpusOf(2)).isEqualTo(4);
        assertThat(allocation.cpusOf(9)).isEqualTo(10);
    }

    @Test
    void shouldKnowThatThisIsNone() {
        assertThat(SlurmAllocation.of(Map.of("SLURM_CONF", "/etc/slurm.conf"))).isNull();
        assertThat(SlurmAllocation.of(Map.of("SLURM_JOB_ID", "; reboot"))).isNull();
    }

    @Test
    void shouldDoWithoutTheSizesOfNodes() {
        SlurmAllocation allocation = SlurmAllocation.of(Map.of("SLURM_JOB_ID", "12"));
        assertThat(allocation).isEqualTo(new SlurmAllocation("12", List.of()));
    }
}
