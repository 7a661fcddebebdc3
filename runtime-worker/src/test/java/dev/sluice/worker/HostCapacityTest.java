package dev.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.runfile.UnitNeeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Room for units on a host of 8 cores, 16 GiB and 4 GPUs, and how GPUs are found. */
class HostCapacityTest {
    private static final long GIBIBYTE = 1 << 30;
    private static final HostCapacity HOST = new HostCapacity(8, 16 * GIBIBYTE, List.of("0", "1", "2", "3"));

    @TempDir
    Path root;

    @ParameterizedTest
    @CsvSource({"1,0,0,8", "3,0,0,2", "8,0,0,1", "9,0,0,0", "0,5,0,3", "0,17,0,0", "0,0,2,2", "0,0,5,0", "2,5,1,3"})
    void shouldBeBoundByTheScarcestResource(int cpus, long gibibytes, int gpus, int room) {
        assertThat(HOST.room(new UnitNeeds(cpus, gibibytes * GIBIBYTE, gpus))).isEqualTo(room);
    }

    @Test
    void shouldTakeWhatTheUserWantsForAnUpperBound() {
        UnitNeeds two = new UnitNeeds(2, 0, 0);
        assertThat(HOST.slots(two, 3, 1)).isEqualTo(3);
        assertThat(HOST.slots(two, 100, 1)).isEqualTo(4);
        assertThat(HOST.slots(two, 100, 2)).isEqualTo(2);
        assertThat(HOST.slots(new UnitNeeds(0, GIBIBYTE, 0), 100, 1)).isEqualTo(16);
    }

    @Test
    void shouldSayWhatAHostLacks() {
        assertThatThrownBy(() -> HOST.slots(new UnitNeeds(2, GIBIBYTE, 5), 1, 1))
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.HOST_TOO_SMALL))
                .hasMessageContaining("8 cores, 16.0 GiB of memory and 4 GPUs")
                .hasMessageContaining("expected: room for --cpus 2, --memory 1.0 GiB, --gpu 5");
    }

    @Test
    void shouldFindGpusOfTheDriverOrTheirDevices() throws IOException {
        assertThat(HostCapacity.GpuIds.of(root, Map.of(), null)).isEmpty();
        for (String device : List.of("nvidia10", "nvidia2", "nvidiactl", "nvidia-uvm")) {
            Files.createDirectories(root.resolve("dev").resolve(device));
        }
        assertThat(HostCapacity.GpuIds.of(root, Map.of(), null)).containsExactly("2", "10");
        Files.createDirectories(root.resolve("proc/driver/nvidia/gpus/0000:01:00.0"));
        assertThat(HostCapacity.GpuIds.of(root, Map.of(), null)).containsExactly("0");
        assertThat(HostCapacity.GpuIds.of(root, Map.of("CUDA_VISIBLE_DEVICES", ""), null))
                .isEmpty();
        assertThat(HostCapacity.GpuIds.of(root, Map.of("CUDA_VISIBLE_DEVICES", "3,GPU-7,-1,2"), null))
                .containsExactly("3", "GPU-7");
    }

    @Test
    void shouldBelieveTheUser() {
        assertThat(HostCapacity.GpuIds.of(root, Map.of(), "2")).containsExactly("0", "1");
        assertThat(HostCapacity.GpuIds.of(root, Map.of("CUDA_VISIBLE_DEVICES", "4,5,6"), "2"))
                .containsExactly("4", "5");
        assertThat(HostCapacity.GpuIds.of(root, Map.of(), "GPU-1,MIG-2/0/1")).containsExactly("GPU-1", "MIG-2/0/1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1,", "1,1", "-1", "a b", "9999"})
    void shouldRefuseOtherWords(String told) {
        assertThatThrownBy(() -> HostCapacity.GpuIds.of(root, Map.of(), told))
                .hasMessageContaining("--gpus: '" + told + "'");
    }
}
