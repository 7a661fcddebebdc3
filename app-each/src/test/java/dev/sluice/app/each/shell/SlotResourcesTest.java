package dev.sluice.app.each.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.unit.UnitProcessors;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SlotResourcesTest {
    @Test
    void shouldDivideGpusAmongSlots() {
        SlotResources resources = new SlotResources(0, 2, List.of("0", "GPU-7", "2", "3", "4"));
        assertThat(resources.variables(1, Map.of())).contains("SLUICE_GPUS=0,GPU-7", "CUDA_VISIBLE_DEVICES=0,GPU-7");
        assertThat(resources.variables(2, Map.of())).contains("SLUICE_GPUS=2,3", "CUDA_VISIBLE_DEVICES=2,3");
    }

    @Test
    void shouldLeaveTheThreadsThatTheUserHasSet() {
        SlotResources resources = new SlotResources(4, 0, List.of());
        assertThat(resources.variables(1, Map.of()))
                .containsExactly(
                        "SLUICE_CPUS=4",
                        "MKL_NUM_THREADS=4",
                        "NUMEXPR_NUM_THREADS=4",
                        "OMP_NUM_THREADS=4",
                        "OPENBLAS_NUM_THREADS=4",
                        "RAYON_NUM_THREADS=4");
        assertThat(resources.variables(1, Map.of("OMP_NUM_THREADS", "1")))
                .contains("SLUICE_CPUS=4", "RAYON_NUM_THREADS=4")
                .noneMatch(variable -> variable.startsWith("OMP_"));
    }

    @Test
    void shouldDivideTheProcessorsOfTheHostAmongSlots() {
        int cores = Runtime.getRuntime().availableProcessors();
        UnitProcessors.share(2 * cores, false);
        try {
            assertThat(SlotResources.NONE.variables(1, Map.of())).contains("OMP_NUM_THREADS=1");
            UnitProcessors.share(1, false);
            assertThat(SlotResources.NONE.variables(1, Map.of())).contains("RAYON_NUM_THREADS=" + cores);
        } finally {
            UnitProcessors.share(1, false);
        }
    }

    @Test
    void shouldRefuseAHostWithoutEnoughGpus() {
        assertThatThrownBy(() -> new SlotResources(0, 2, List.of("0"))).hasMessageContaining("1 GPUs");
    }
}
