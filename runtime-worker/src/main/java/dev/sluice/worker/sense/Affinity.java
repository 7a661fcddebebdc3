package dev.sluice.worker.sense;

import java.util.ArrayList;
import java.util.List;

/** The processors that this process may use, by affinity and cpusets. */
final class Affinity {
    private static final int MOST = 65_536;

    private Affinity() {}

    /** Their numbers, ascending; empty if unknown, which means all. */
    static List<Integer> of(HostFiles files) {
        return files.read("/proc/self/status")
                .flatMap(status -> HostFiles.field(status, "Cpus_allowed_list"))
                .map(Affinity::list)
                .orElse(List.of());
    }

    /** Parses numbers and ranges such as {@code 0-3,8}; ignores other text. */
    static List<Integer> list(String text) {
        List<Integer> processors = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String[] ends = part.strip().split("-", 2);
            long from = HostFiles.number(ends[0]);
            long to = ends.length == 2 ? HostFiles.number(ends[1]) : from;
            if (from >= 0 && to >= from && to < MOST) {
                for (long processor = from; processor <= to; processor++) {
                    processors.add((int) processor);
                }
            }
        }
        return processors.stream().distinct().sorted().toList();
    }
}
