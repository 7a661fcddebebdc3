package dev.sluice.worker.sense;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.net.message.HostReport;
import dev.sluice.testing.NoLeaks;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

@NoLeaks
class HostSensorTest {
    @Test
    void shouldReportThisHostSoonAndLeaveNothingBehind() {
        assumeTrue(new KernelReader(HostFiles.SYSTEM).works(), "not Linux: its first report comes later");
        List<HostReport> reports = new CopyOnWriteArrayList<>();
        HostSensor sensor = new HostSensor(3, List::of, HostSensor.PERIOD_NANOS, reports::add);
        sensor.start();
        await().until(() -> !reports.isEmpty());
        sensor.stop();

        HostReport first = reports.get(0);
        assertThat(first.slots()).isEqualTo(3);
        assertThat(first.processors().count()).isPositive();
        assertThat(first.availability()).isPresent();
        assertThat(first.memory().bytes()).isPositive();
        assertThat(first.source()).isEqualTo(HostReport.Source.KERNEL_FILES);
    }

    @Test
    void shouldSeeTheSameByOshiAndByTheKernelsFiles() {
        KernelReader kernel = new KernelReader(HostFiles.SYSTEM);
        assumeTrue(kernel.works(), "not Linux");
        OshiReader oshi = OshiReader.load();

        assertThat(oshi.times().byProcessor().keySet())
                .isEqualTo(kernel.times().byProcessor().keySet());
        assertThat(oshi.memory().bytes()).isEqualTo(kernel.memory().bytes());
        assertThat(oshi.processor().model()).isNotBlank();
        double kernelIdle = kernel.times().byProcessor().get(0)[CpuTimes.IDLE]
                / kernel.times().unitsPerSecond();
        double oshiIdle =
                oshi.times().byProcessor().get(0)[CpuTimes.IDLE] / oshi.times().unitsPerSecond();
        assertThat(oshiIdle).as("seconds that it was idle").isBetween(kernelIdle - 1, kernelIdle + 60);
    }
}
