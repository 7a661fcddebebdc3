package dev.sluice.app.pep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The processor time that control groups, of either version, leave to this process: the smallest quota of its group and
 * of the groups above it. Quotas are read anew each time, because they change. Immutable; any thread.
 */
final class HostQuota {
    /** The groups that may limit this process. */
    private final List<Path> groups;

    private HostQuota(List<Path> groups) {
        this.groups = groups;
    }

    /**
     * Finds the groups of this process. Without control groups there are none, and the quota is infinite.
     *
     * @param root {@code /}; another directory in tests
     */
    static HostQuota below(Path root) {
        List<Path> groups = new ArrayList<>();
        for (String mount : lines(root.resolve("proc/self/mounts"))) {
            String[] words = mount.split(" ", -1); // device, mount point, type, options
            boolean one = words.length > 3
                    && words[2].equals("cgroup")
                    && Arrays.asList(words[3].split(",", -1)).contains("cpu");
            if (one || words.length > 3 && words[2].equals("cgroup2")) {
                climb(root.resolve(words[1].substring(1)), path(root, one ? "cpu" : ""), groups);
            }
        }
        return new HostQuota(List.copyOf(groups));
    }

    /** The path of this process in the hierarchy of a controller; "" names version 2. */
    private static String path(Path root, String controller) {
        return lines(root.resolve("proc/self/cgroup")).stream()
                .map(line -> line.split(":", 3))
                .filter(parts -> parts.length == 3
                        && Arrays.asList(parts[1].split(",", -1)).contains(controller))
                .map(parts -> parts[2])
                .findFirst()
                .orElse("/");
    }

    private static void climb(Path point, String path, List<Path> to) {
        @Nullable Path group = point.resolve(path.substring(1)).normalize();
        while (group != null && group.startsWith(point)) {
            to.add(group);
            group = group.getParent();
        }
    }

    /** Processors that this process may use now; infinite without a limit. */
    double processors() {
        double least = Double.POSITIVE_INFINITY;
        for (Path group : groups) {
            double quota = number(group.resolve("cpu.cfs_quota_us"), 0); // -1 for none
            double period = number(group.resolve("cpu.cfs_period_us"), 0);
            Path two = group.resolve("cpu.max");
            if (Files.exists(two)) {
                quota = number(two, 0); // "max" for none
                period = number(two, 1);
            }
            least = quota > 0 && period > 0 ? Math.min(least, quota / period) : least;
        }
        return least;
    }

    private static double number(Path file, int word) {
        List<String> lines = lines(file);
        String[] words = lines.isEmpty() ? new String[0] : lines.get(0).split(" ", -1);
        return words.length > word && words[word].matches("[0-9]{1,18}") ? Double.parseDouble(words[word]) : -1;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException missing) {
            return List.of();
        }
    }
}
