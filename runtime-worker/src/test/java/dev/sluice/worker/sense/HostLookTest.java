package dev.sluice.worker.sense;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.net.message.HostReport;
import dev.sluice.testing.SeededTest;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostLookTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path root;

    private final Map<Long, Long> cpuNanos = new HashMap<>();
    private List<Long> children = List.of();
    private FakeHost host;

    @BeforeEach
    void idleHostOfTwo() {
        cpuNanos.put(1L, 0L);
        host = new FakeHost(root)
                .stat(2, 0, 0, 0, 1_000, 0, 0, 0, 0)
                .put("/proc/loadavg", "1.50 0.79 1.71 1/391 2118\n")
                .put("/proc/meminfo", "MemTotal:       2048 kB\nMemFree: 5 kB\nMemAvailable:   1024 kB\n")
                .put("/proc/cpuinfo", "processor\t: 0\nmodel name\t: Some CPU\ncpu MHz\t\t: 2596.130\n")
                .put("/proc/self/status", "Name:\tjava\nCpus_allowed_list:\t0-1\n")
                .put("/proc/self/stat", "77 (a b) c) R 1 2 3 4 5 6 7 8 9 10 11 12 13 14 20 0 31\n");
    }

    private HostLook look() {
        return new HostLook(host.files(), 4, own(), new KernelReader(host.files()), 0);
    }

    private OwnUse own() {
        return new OwnUse(
                1,
                () -> children,
                pid -> cpuNanos.containsKey(pid) ? OptionalLong.of(cpuNanos.get(pid)) : OptionalLong.empty());
    }

    @Test
    void shouldReportAnIdleHost() {
        HostLook look = look();
        host.stat(2, 4, 0, 4, 1_392, 0, 0, 0, 0);
        look.sample();
        HostReport report = look.report(4 * SECOND);

        assertThat(report.sequence()).isOne();
        assertThat(report.intervalNanos()).isEqualTo(4 * SECOND);
        assertThat(report.slots()).isEqualTo(4);
        assertThat(report.processors()).isEqualTo(new HostReport.Processors(2, 0));
        assertThat(report.availability()).hasValueCloseTo(1.0, within(0.002));
        assertThat(report.load().averageThousandths()).isEqualTo(1_500);
        assertThat(report.load().queueThousandths()).isZero();
        assertThat(report.load().times()).isEqualTo(new HostReport.Times(80, 0, 80, 7_840, 0, 0, 0));
        assertThat(report.memory()).isEqualTo(new HostReport.Memory(1 << 20, 2 << 20));
        assertThat(report.source()).isEqualTo(HostReport.Source.KERNEL_FILES);
        assertThat(report.processor()).contains(new HostReport.Processor("Some CPU", 2_596));
    }

    @Test
    void shouldLeaveOutWhatItsOwnProcessesUse() {
        HostLook look = look();
        host.stat(2, 400, 0, 0, 1_000, 0, 0, 0, 0).put("/proc/loadavg", "2.00 1 1 3/391 2118\n");
        look.sample();
        assertThat(look.report(4 * SECOND).availability()).hasValueCloseTo(2 / 3.0, within(0.002));

        host.stat(2, 800, 0, 0, 1_000, 0, 0, 0, 0);
        cpuNanos.put(1L, 4 * SECOND);
        cpuNanos.put(2L, 4 * SECOND);
        children = List.of(2L, 99L);
        look.sample();
        HostReport second = look.report(8 * SECOND);
        assertThat(second.ownCpuNanos()).isEqualTo(8 * SECOND);
        assertThat(second.availability()).hasValueCloseTo(1.0, within(0.002));
    }

    @Test
    void shouldCountThoseForWhomThereIsNoProcessor() {
        HostLook look = look();
        host.stat(2, 400, 0, 0, 1_000, 0, 0, 0, 0).put("/proc/loadavg", "2.00 1 1 5/391 2118\n");
        look.sample();
        look.sample();
        HostReport report = look.report(4 * SECOND);

        assertThat(report.load().queueThousandths()).isEqualTo(4_000);
        assertThat(report.availability()).hasValueCloseTo(0.4, within(0.002));
    }

    @Test
    void shouldNotPromiseMoreThanAControlGroupAllowsNorWhatOthersInItUse() {
        host.mountTwo()
                .put("/proc/self/cgroup", "0::/job\n")
                .put("/sys/fs/cgroup/job/cpu.max", "80000 100000\n")
                .put("/sys/fs/cgroup/job/cpu.stat", "usage_usec 1000000\n");
        HostLook look = look();
        host.stat(2, 120, 0, 0, 1_680, 0, 0, 0, 0).put("/sys/fs/cgroup/job/cpu.stat", "usage_usec 3400000\n");
        cpuNanos.put(1L, 2 * SECOND);
        HostReport report = look.report(4 * SECOND);

        assertThat(report.processors()).isEqualTo(new HostReport.Processors(2, 800));
        assertThat(report.availability()).as("0.8 less 0.4 s in 4 s").hasValueCloseTo(0.7, within(0.002));
    }

    @Test
    void shouldCountTheProcessorsThatItMayUse() {
        host.stat(8, 0, 0, 0, 1_000, 0, 0, 0, 0).put("/proc/self/status", "Cpus_allowed_list:\t2-3,6\n");
        HostLook look = look();
        host.stat(8, 400, 0, 0, 1_000, 0, 0, 0, 0);

        assertThat(look.report(4 * SECOND).processors().count()).isEqualTo(3);
    }

    @Test
    void shouldBeginAnewWhenAnotherReads() {
        HostLook look = look();
        look.readBy(new HostSensor.NoReader(), SECOND);
        HostReport report = look.report(5 * SECOND);

        assertThat(report.intervalNanos()).isEqualTo(4 * SECOND);
        assertThat(report.availability()).isEmpty();
        assertThat(report.source()).isEqualTo(HostReport.Source.NOBODY);
        assertThat(report.slots()).isEqualTo(4);
    }

    @SeededTest(runs = 200)
    void shouldReportWhateverTheKernelSaysAndEvenIfTimeStandsStill(RandomGenerator random) {
        HostLook look = look();
        String[] files = {
            "/proc/stat", "/proc/loadavg", "/proc/meminfo", "/proc/self/status", "/proc/self/stat", "/proc/self/cgroup"
        };
        String[] pieces = {
            "cpu0 1 2 3 4\n", "cpu1", " 99999999999999", "-1 ", "MemTotal: 3", "\n", "3/", "0-99999999", ")", "R "
        };
        for (String file : files) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(20); i > 0; i--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            host.put(file, text.toString());
        }
        look.sample();
        HostReport report = look.report(random.nextBoolean() ? 0 : -SECOND);

        assertThat(report.availability().orElse(0.5)).isBetween(0.0, 1.0);
    }

    @Test
    void shouldReadListsAndCountsAsTheKernelWritesThem() {
        assertThat(Affinity.list("0-3,8\n")).containsExactly(0, 1, 2, 3, 8);
        assertThat(Affinity.list("x,3-1,5,-2,,99999999")).containsExactly(5);
        assertThat(RunQueue.running("0.18 0.79 1.71 12/391 2118")).isEqualTo(OptionalInt.of(12));
        assertThat(RunQueue.running("0.18 0.79")).isEmpty();
        assertThat(RunQueue.running("a b c /")).isEmpty();
    }

    @Test
    void shouldForgetProcessesThatAreGoneAndCountNewOnesFromTheirStart() {
        OwnUse own = own();
        cpuNanos.put(1L, 50L);
        children = List.of(7L);
        cpuNanos.put(7L, 100L);
        assertThat(own.next()).as("only begins").isZero();
        cpuNanos.put(7L, 130L);
        assertThat(own.next()).isEqualTo(30);
        cpuNanos.remove(7L);
        children = List.of(8L);
        cpuNanos.put(8L, 5L);
        cpuNanos.put(1L, 40L);
        assertThat(own.next()).isEqualTo(5);
    }
}
