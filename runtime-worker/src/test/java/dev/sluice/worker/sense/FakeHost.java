package dev.sluice.worker.sense;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of a kernel, below a directory of a test. */
final class FakeHost {
    private final Path root;

    FakeHost(Path root) {
        this.root = root;
    }

    HostFiles files() {
        return new HostFiles(root);
    }

    /** The file has this text from now on. */
    FakeHost put(String file, String text) {
        Path path = root.resolve(file.substring(1));
        try {
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Version 1, each controller mounted by itself. */
    FakeHost mountOne() {
        return put("/proc/self/mountinfo", """
                31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
                32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct
                33 31 0:30 / /sys/fs/cgroup/cpuset rw,relatime - cgroup cgroup rw,cpuset
                41 31 0:37 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
                """);
    }

    /** Version 2. */
    FakeHost mountTwo() {
        return put("/proc/self/mountinfo", """
                23 28 0:22 / /proc rw,nosuid - proc proc rw
                35 28 0:26 / /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime shared:4 - cgroup2 cgroup2 rw,nsdelegate
                """);
    }

    /** Processors that have all been in these states, user to stolen, for so long [ticks]. */
    FakeHost stat(int processors, long... states) {
        StringBuilder text = new StringBuilder("cpu " + line(states) + "\n");
        for (int i = 0; i < processors; i++) {
            text.append("cpu").append(i).append(' ').append(line(states)).append('\n');
        }
        return put("/proc/stat", text + "intr 5 6 7\nctxt 8\nprocs_running 3\n");
    }

    private static String line(long... states) {
        StringBuilder text = new StringBuilder();
        for (long state : states) {
            text.append(state).append(' ');
        }
        return text + "0 0";
    }
}
