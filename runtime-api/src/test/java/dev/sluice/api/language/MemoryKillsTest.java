package dev.sluice.api.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryKillsTest {
    @TempDir
    private Path root;

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void killed(int count) throws IOException {
        write("sys/fs/cgroup/a/b/memory.events", "low 0\noom 9\noom_kill " + count + "\noom_group_kill 0\n");
    }

    @Test
    void shouldClaimEachKillOnce() throws IOException {
        write("proc/self/cgroup", "0::/a/b\n");
        killed(3);
        MemoryKills kills = new MemoryKills(root);
        long before = kills.count();
        assertThat(before).isEqualTo(3);
        assertThat(kills.claim(before)).as("somebody else has sent SIGKILL").isFalse();
        killed(5);
        assertThat(kills.claim(before)).isTrue();
        assertThat(kills.claim(before)).isTrue();
        assertThat(kills.claim(before)).as("two were killed").isFalse();
        assertThat(kills.claim(kills.count())).as("it began after them").isFalse();
    }

    @Test
    void shouldNotClaimAKillFromBeforeTheProcess() throws IOException {
        write("proc/self/cgroup", "0::/a/b\n");
        killed(0);
        MemoryKills kills = new MemoryKills(root);
        killed(1);
        assertThat(kills.claim(1)).isFalse();
    }

    @Test
    void shouldReadTheGroupsOfEitherVersionAndTheWholeHost() throws IOException {
        write("proc/self/cgroup", "9:name=systemd:/\n4:cpu,memory:/c\n0::/\n");
        write("sys/fs/cgroup/memory/c/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 7\n");
        assertThat(new MemoryKills(root).count()).isEqualTo(7);
        write("proc/self/cgroup", "0::/\n");
        write("proc/vmstat", "nr_free_pages 1\noom_kill 8\n");
        assertThat(new MemoryKills(root).count()).isEqualTo(8);
        assertThat(new MemoryKills(root.resolve("nothing")).count()).isZero();
    }
}
