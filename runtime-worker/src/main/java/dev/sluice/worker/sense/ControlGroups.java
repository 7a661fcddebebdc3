package dev.sluice.worker.sense;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The control groups that limit this process's processor time, in both versions, on every visible level of the path.
 * Read again each time, because a process can be moved and a quota changed. Confined to the sensor's thread.
 */
final class ControlGroups {
    private static final double MICROS = 1e6;
    private static final double NANOS = 1e9;

    /** Limit of levels, deeper than any sane hierarchy. */
    private static final int MOST_LEVELS = 64;

    private final HostFiles files;
    private List<String> memberships = List.of();

    /** Mounts read when the process entered its current groups; hierarchies are mounted once. */
    private List<Mount> mounts = List.of();

    ControlGroups(HostFiles files) {
        this.files = files;
    }

    /**
     * One level with a limit.
     *
     * @param directory of the group, which identifies it
     * @param quota processors that it may use
     * @param usedSeconds processor time that it has used [s]; empty if it is not counted
     */
    record Level(String directory, double quota, OptionalDouble usedSeconds) {}

    /** A mounted hierarchy: its mount point and the mounted part. */
    private record Mount(String root, String point, String type, List<String> options) {}

    /** The groups that limit this process, from its own group upwards. */
    List<Level> limits() {
        List<String> now = files.read("/proc/self/cgroup")
                .map(text -> text.lines().toList())
                .orElse(List.of());
        if (!now.equals(memberships)) {
            memberships = now;
            mounts = files.read("/proc/self/mountinfo")
                    .map(ControlGroups::mounts)
                    .orElse(List.of());
        }
        Optional<String> first = path(now, "cpu");
        if (first.isPresent()) {
            Optional<String> counting = path(now, "cpuacct");
            return climb(mounts, "cpu", first.get(), counting.equals(first) ? "cpuacct" : "");
        }
        return path(now, "").map(path -> climb(mounts, "", path, "")).orElse(List.of());
    }

    /** The path of this process in the hierarchy with this controller; "" for that of version 2. */
    private static Optional<String> path(List<String> memberships, String controller) {
        for (String line : memberships) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && Arrays.asList(parts[1].split(",", -1)).contains(controller)) {
                return Optional.of(parts[2].strip());
            }
        }
        return Optional.empty();
    }

    private static List<Mount> mounts(String mountinfo) {
        List<Mount> mounts = new ArrayList<>();
        for (String line : mountinfo.split("\n", -1)) {
            String[] halves = line.split(" - ", 2);
            String[] words = halves[0].split(" ", -1);
            String[] type = halves.length == 2 ? halves[1].split(" ", -1) : new String[0];
            if (words.length > 4 && type.length > 2 && type[0].startsWith("cgroup")) {
                mounts.add(new Mount(plain(words[3]), plain(words[4]), type[0], Arrays.asList(type[2].split(",", -1))));
            }
        }
        return mounts;
    }

    /** Decodes spaces and other characters that are written as octal numbers. */
    private static String plain(String word) {
        return word.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\134", "\\");
    }

    private static Optional<Mount> mount(List<Mount> mounts, String controller) {
        return mounts.stream()
                .filter(mount -> controller.isEmpty()
                        ? mount.type.equals("cgroup2")
                        : mount.type.equals("cgroup") && mount.options.contains(controller))
                .findFirst();
    }

    private List<Level> climb(List<Mount> mounts, String controller, String path, String counting) {
        Optional<Mount> mount = mount(mounts, controller);
        if (mount.isEmpty()) {
            return List.of();
        }
        Optional<Mount> counter = counting.isEmpty() ? Optional.empty() : mount(mounts, counting);
        List<Level> levels = new ArrayList<>();
        String below = below(mount.get().root, path);
        for (int i = 0; i < MOST_LEVELS; i++) {
            String at = below;
            String directory = mount.get().point + at;
            double quota = controller.isEmpty() ? quotaOfTwo(directory) : quotaOfOne(directory);
            if (quota < Double.POSITIVE_INFINITY) {
                OptionalDouble used = controller.isEmpty()
                        ? usedOfTwo(directory)
                        : counter.map(place -> usedOfOne(place.point + at)).orElse(OptionalDouble.empty());
                levels.add(new Level(directory, quota, used));
            }
            if (below.isEmpty()) {
                break;
            }
            below = below.substring(0, below.lastIndexOf('/'));
        }
        return levels;
    }

    /** The part of a path below the mounted part of the hierarchy: empty, or begins with a slash. */
    private static String below(String root, String path) {
        String inside = root.equals("/") ? path : path.startsWith(root) ? path.substring(root.length()) : "";
        boolean usable = inside.startsWith("/") && !inside.contains("..");
        String tidy = inside.endsWith("/") ? inside.substring(0, inside.length() - 1) : inside;
        return usable ? tidy : "";
    }

    private double quotaOfOne(String directory) {
        long quota = number(directory + "/cpu.cfs_quota_us"); // -1 for none
        long period = number(directory + "/cpu.cfs_period_us");
        return quota > 0 && period > 0 ? quota / (double) period : Double.POSITIVE_INFINITY;
    }

    private double quotaOfTwo(String directory) {
        String[] words = files.read(directory + "/cpu.max").orElse("").trim().split("\\s+", -1);
        long quota = words.length == 2 ? HostFiles.number(words[0]) : -1; // "max" for none
        long period = words.length == 2 ? HostFiles.number(words[1]) : -1;
        return quota > 0 && period > 0 ? quota / (double) period : Double.POSITIVE_INFINITY;
    }

    private OptionalDouble usedOfOne(String directory) {
        long nanos = number(directory + "/cpuacct.usage");
        return nanos < 0 ? OptionalDouble.empty() : OptionalDouble.of(nanos / NANOS);
    }

    private OptionalDouble usedOfTwo(String directory) {
        for (String line : files.read(directory + "/cpu.stat").orElse("").split("\n", -1)) {
            if (line.startsWith("usage_usec ")) {
                long micros =
                        HostFiles.number(line.substring(line.indexOf(' ') + 1).strip());
                return micros < 0 ? OptionalDouble.empty() : OptionalDouble.of(micros / MICROS);
            }
        }
        return OptionalDouble.empty();
    }

    private long number(String file) {
        return files.read(file).map(text -> HostFiles.number(text.strip())).orElse(-1L);
    }
}
