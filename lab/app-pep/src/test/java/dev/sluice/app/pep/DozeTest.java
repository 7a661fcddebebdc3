package dev.sluice.app.pep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sleeping under a quota of processor time. */
class DozeTest {
    @TempDir
    Path root;

    @Test
    void shouldSleepAsLongAsTheWorkWouldTakeUnderTheQuota() throws Exception {
        long start = System.nanoTime();
        new Doze(() -> 0.25).sleep(start, 2_000_000);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(8_000_000);
    }

    /** After the first 50 ms, of which a tenth was worked off, the host has a processor again. */
    @Test
    void shouldFollowAQuotaThatChanges() throws Exception {
        long start = System.nanoTime();
        new Doze(() -> System.nanoTime() - start < 50_000_000 ? 0.1 : 1).sleep(start, 7_000_000);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(52_000_000);
    }

    @ParameterizedTest
    @CsvSource({"0.25, 1, 0.25", "Infinity, 3, 1", "4, 2, 1", "1, 4, 0.25", "0.5, 2, 0.25", "0, 1, 0.001"})
    void shouldDivideTheProcessorsAmongUnits(double processors, int units, double share) {
        assertThat(Doze.share(processors, units)).isEqualTo(share);
    }

    @Test
    void shouldReadQuotasOfVersionOne() throws Exception {
        put("proc/self/mounts", "tmpfs /sys tmpfs rw 0 0\ncgroup /sys/cpu cgroup rw,relatime,cpu,cpuacct 0 0\n");
        put("proc/self/cgroup", "5:memory:/x\n3:cpu,cpuacct:/lab/a\n0::/\n");
        quota("sys/cpu/lab/a", -1, 100_000);
        quota("sys/cpu/lab", 50_000, 20_000);
        HostQuota quota = HostQuota.below(root);
        assertThat(quota.processors()).isCloseTo(2.5, within(1e-9));
        quota("sys/cpu/lab/a", 5_000, 20_000);
        assertThat(quota.processors()).as("read anew").isCloseTo(0.25, within(1e-9));
    }

    @Test
    void shouldReadQuotasOfVersionTwo() throws Exception {
        put("proc/self/mounts", "cgroup2 /sys/fs/cgroup cgroup2 rw,nsdelegate 0 0\n");
        put("proc/self/cgroup", "0::/lab/a\n");
        put("sys/fs/cgroup/lab/a/cpu.max", "max 100000\n");
        put("sys/fs/cgroup/lab/cpu.max", "8000 100000\n");
        assertThat(HostQuota.below(root).processors()).isCloseTo(0.08, within(1e-9));
    }

    @Test
    void shouldHaveNoLimitWithoutControlGroups() throws Exception {
        assertThat(HostQuota.below(root).processors()).isInfinite();
        put("proc/self/mounts", "cgroup2 /sys/fs/cgroup cgroup2 rw,nsdelegate 0 0\n");
        put("proc/self/cgroup", "0::/../elsewhere\n");
        assertThat(HostQuota.below(root).processors()).isInfinite();
    }

    private void quota(String group, long micros, long period) throws Exception {
        put(group + "/cpu.cfs_quota_us", micros + "\n");
        put(group + "/cpu.cfs_period_us", period + "\n");
    }

    private void put(String file, String text) throws Exception {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.write(path, text.getBytes(StandardCharsets.UTF_8));
    }
}
