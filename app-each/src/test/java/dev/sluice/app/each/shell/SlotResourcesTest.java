package dev.sluice.app.each.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SlotResourcesTest {
    @Test
    void shouldDivideGpusAmongSlots() {
        SlotResources resources = new SlotResources(0, 2, List.of("0", "GPU-7", "2", "3", "4"));
        assertThat(resources.variables(1, Map.of()))
                .containsExactly("SLUICE_GPUS=0,GPU-7", "CUDA_VISIBLE_DEVICES=0,GPU-7");
        assertThat(resources.variables(2, Map.of())).containsExactly("SLUICE_GPUS=2,3", "CUDA_VISIBLE_DEVICES=2,3");
    }

    @Test
    void shouldLeaveTheThreadsThatTheUserHasSet() {
        SlotResources resources = new SlotResources(4, 0, List.of());
        assertThat(resources.variables(1, Map.of())).containsExactly("SLUICE_CPUS=4", "OMP_NUM_THREADS=4");
        assertThat(resources.variables(1, Map.of("OMP_NUM_THREADS", "1"))).containsExactly("SLUICE_CPUS=4");
        assertThat(SlotResources.NONE.variables(1, Map.of())).isEmpty();
    }

    @Test
    void shouldRefuseAHostWithoutEnoughGpus() {
        assertThatThrownBy(() -> new SlotResources(0, 2, List.of("0"))).hasMessageContaining("1 GPUs");
    }
}
