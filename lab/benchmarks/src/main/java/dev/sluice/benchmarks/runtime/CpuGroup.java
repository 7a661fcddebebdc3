package dev.sluice.benchmarks.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A control group with a share of a processor, of either version; requires root. Closing it moves its processes back.
 */
final class CpuGroup implements AutoCloseable {
    private static final long PERIOD_MICROS = 20_000;

    private final Path group;

    private CpuGroup(Path group) {
        this.group = group;
    }

    /**
     * Creates a group.
     *
     * @throws IOException if control groups do not share processors, or this user may not create one
     */
    static CpuGroup create(double processors) throws IOException {
        Path root = root();
        CpuGroup made = new CpuGroup(
                root.resolve("sluice-bench-" + ProcessHandle.current().pid()));
        boolean second = Files.exists(root.resolve("cgroup.controllers"));
        if (second) {
            Files.writeString(root.resolve("cgroup.subtree_control"), "+cpu");
        }
        Files.createDirectory(made.group);
        try {
            long quota = Math.round(PERIOD_MICROS * processors);
            if (second) {
                Files.writeString(made.group.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
            } else {
                Files.writeString(made.group.resolve("cpu.cfs_period_us"), String.valueOf(PERIOD_MICROS));
                Files.writeString(made.group.resolve("cpu.cfs_quota_us"), String.valueOf(quota));
            }
        } catch (IOException e) {
            Files.delete(made.group);
            throw e;
        }
        return made;
    }

    /** The directory of processor groups: version 1 if it is mounted, else version 2. */
    private static Path root() throws IOException {
        Path two = null;
        for (String line : Files.readAllLines(Path.of("/proc/self/mounts"))) {
            List<String> words = Arrays.asList(line.split(" ", -1));
            if (words.get(2).equals("cgroup")
                    && Arrays.asList(words.get(3).split(",", -1)).contains("cpu")) {
                return Path.of(words.get(1));
            }
            two = words.get(2).equals("cgroup2") ? Path.of(words.get(1)) : two;
        }
        if (two == null) {
            throw new IOException("no control groups are mounted (expected: those for processors)");
        }
        return two;
    }

    /** Moves a process into this group. */
    void take(long pid) throws IOException {
        Files.writeString(group.resolve("cgroup.procs"), String.valueOf(pid));
    }

    @Override
    public void close() throws IOException {
        for (String pid : Files.readAllLines(group.resolve("cgroup.procs"))) {
            Files.writeString(group.resolveSibling("cgroup.procs"), pid);
        }
        Files.delete(group);
    }
}
