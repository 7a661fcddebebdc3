package dev.sluice.worker.sense;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.SeededTest;
import dev.sluice.worker.sense.ControlGroups.Level;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlGroupsTest {
    @TempDir
    Path root;

    private FakeHost host;
    private ControlGroups groups;

    @BeforeEach
    void begin() {
        host = new FakeHost(root);
        groups = new ControlGroups(host.files());
    }

    @Test
    void shouldFindQuotasOfVersionOneOnEachLevelOfThePath() {
        host.mountOne().put("/proc/self/cgroup", "9:name=systemd:/\n3:cpuset:/x\n1:cpu,cpuacct:/a/b/c\n0::/\n");
        quota("/sys/fs/cgroup/cpu/a/b/c", "-1");
        quota("/sys/fs/cgroup/cpu/a/b", "50000");
        quota("/sys/fs/cgroup/cpu/a", "150000");
        quota("/sys/fs/cgroup/cpu", "-1");
        host.put("/sys/fs/cgroup/cpu/a/b/cpuacct.usage", "2500000000\n");

        assertThat(groups.limits())
                .containsExactly(
                        new Level("/sys/fs/cgroup/cpu/a/b", 0.5, OptionalDouble.of(2.5)),
                        new Level("/sys/fs/cgroup/cpu/a", 1.5, OptionalDouble.empty()));
    }

    private void quota(String directory, String micros) {
        host.put(directory + "/cpu.cfs_quota_us", micros + "\n").put(directory + "/cpu.cfs_period_us", "100000\n");
    }

    @Test
    void shouldFindQuotasOfVersionTwoOnEachLevelOfThePath() {
        host.mountTwo()
                .put("/proc/self/cgroup", "0::/user.slice/job.scope\n")
                .put("/sys/fs/cgroup/user.slice/job.scope/cpu.max", "max 100000\n")
                .put("/sys/fs/cgroup/user.slice/cpu.max", "75000 50000\n")
                .put("/sys/fs/cgroup/user.slice/cpu.stat", "usage_usec 1250000\nuser_usec 5\nsystem_usec 6\n");

        assertThat(groups.limits())
                .containsExactly(new Level("/sys/fs/cgroup/user.slice", 1.5, OptionalDouble.of(1.25)));
    }

    @Test
    void shouldFindTheQuotaOfAContainerThatSeesOnlyItsOwnPart() {
        host.put("/proc/self/mountinfo", """
                700 690 0:29 /docker/abc /sys/fs/cgroup/cpu,cpuacct ro,nosuid - cgroup cgroup rw,cpu,cpuacct
                """).put("/proc/self/cgroup", "4:cpu,cpuacct:/docker/abc\n");
        quota("/sys/fs/cgroup/cpu,cpuacct", "200000");
        assertThat(groups.limits()).extracting(Level::quota).containsExactly(2.0);

        host.mountTwo().put("/proc/self/cgroup", "0::/\n").put("/sys/fs/cgroup/cpu.max", "20000 100000\n");
        assertThat(groups.limits()).extracting(Level::quota).containsExactly(0.2);
    }

    @Test
    void shouldNotKnowWhatIsUsedWhereItIsCountedInAnotherHierarchy() {
        host.put("/proc/self/mountinfo", """
                32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu
                33 31 0:30 / /sys/fs/cgroup/cpuacct rw,relatime - cgroup cgroup rw,cpuacct
                """)
                .put("/proc/self/cgroup", "2:cpuacct:/\n1:cpu:/lab/a\n")
                .put("/sys/fs/cgroup/cpuacct/cpuacct.usage", "77\n");
        quota("/sys/fs/cgroup/cpu/lab/a", "40000");

        assertThat(groups.limits()).containsExactly(new Level("/sys/fs/cgroup/cpu/lab/a", 0.4, OptionalDouble.empty()));
    }

    @Test
    void shouldNotClimbOutOfWhatIsMounted() {
        host.mountTwo()
                .put("/proc/self/cgroup", "0::/../../elsewhere\n")
                .put("/elsewhere/cpu.max", "1000 100000\n")
                .put("/sys/fs/cgroup/cpu.max", "50000 100000\n");

        assertThat(groups.limits()).extracting(Level::quota).containsExactly(0.5);
    }

    @Test
    void shouldFindNothingWhereThereIsNothing() {
        assertThat(groups.limits()).isEmpty();
        host.put("/proc/self/cgroup", "0::/a\n");
        assertThat(groups.limits()).isEmpty();
    }

    @SeededTest(runs = 300)
    void shouldNeverFailOnGarbage(RandomGenerator random) {
        String[] pieces = {
            ":", "cpu", "0::", "/", " - ", "cgroup2 x y", "\n", "1:cpu:/", "..", " ", "a", "\\040", "-1", "max 5"
        };
        for (String file : new String[] {"/proc/self/cgroup", "/proc/self/mountinfo", "/sys/fs/cgroup/cpu.max"}) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(30); i > 0; i--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            host.put(file, text.toString());
        }

        assertThat(groups.limits()).allMatch(level -> level.quota() > 0);
    }
}
