package dev.sluice.api.language;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * The processes that the system has killed because memory ran out, in the control group of this process; on a host
 * without such groups, anywhere on it. Each kill is claimed once, so that an exit by SIGKILL that somebody else sent is
 * not taken for one. Any thread.
 */
public final class MemoryKills {
    /** The kills on this host, since this process began to look. */
    public static final MemoryKills HERE = new MemoryKills(Path.of("/"));

    private static final String COUNT = "oom_kill ";
    private static final long FRESH_NANOS = 1_000_000_000L;

    /** The kills that may concern one process with units. Confined to the thread of its units. */
    public static final class Watch {
        private long before = HERE.count();
        private long countedNanos = System.nanoTime();

        /** Called before each unit; counts at most once a second. */
        public void begin() {
            long now = System.nanoTime();
            if (now - countedNanos >= FRESH_NANOS) {
                countedNanos = now;
                before = HERE.count();
            }
        }

        /** Tells whether the system has killed the process, which ended by SIGKILL, for want of memory. */
        public boolean claim() {
            return HERE.claim(before);
        }
    }

    private final Path root;
    /** Number of the latest kill that belongs to a process; guarded by this. */
    private long claimed;

    /** @param root that has {@code proc} and {@code sys} */
    MemoryKills(Path root) {
        this.root = root;
        claimed = count();
    }

    /** The number of kills so far, to be compared with a later one; 0 where the system does not count them. */
    public long count() {
        for (String line : text("proc/self/cgroup").lines().toList()) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && parts[1].isEmpty()) {
                OptionalLong kills = kills("sys/fs/cgroup" + parts[2] + "/memory.events");
                if (kills.isPresent()) {
                    return kills.getAsLong();
                }
            } else if (parts.length == 3 && (',' + parts[1] + ',').contains(",memory,")) {
                OptionalLong kills = kills("sys/fs/cgroup/memory" + parts[2] + "/memory.oom_control");
                return (kills.isPresent() ? kills : kills("sys/fs/cgroup/memory/memory.oom_control")).orElse(0);
            }
        }
        return kills("proc/vmstat").orElse(0);
    }

    /**
     * Tells whether the system has killed a process since the count was {@code before}, and no earlier call has claimed
     * that kill.
     */
    public synchronized boolean claim(long before) {
        long next = Math.max(claimed, before) + 1;
        boolean killed = next <= count();
        claimed = killed ? next : claimed;
        return killed;
    }

    /**
     * Says that a process was killed because memory ran out.
     *
     * @param usedBytes its largest memory as far as it was seen; 0: unknown
     */
    public static String words(long usedBytes) {
        String used = usedBytes == 0
                ? ""
                : ": it used " + ProcessMemory.amount(usedBytes) + " of "
                        + ProcessMemory.amount(ProcessMemory.hostBytes());
        return "killed by the system, because memory ran out" + used;
    }

    private OptionalLong kills(String file) {
        return text(file)
                .lines()
                .filter(line -> line.startsWith(COUNT) && line.matches(COUNT + "[0-9]{1,18}"))
                .mapToLong(line -> Long.parseLong(line.substring(COUNT.length())))
                .findFirst();
    }

    private String text(String file) {
        try {
            return new String(Files.readAllBytes(root.resolve(file)), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
