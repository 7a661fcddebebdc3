package dev.sluice.api.language;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * Memory of processes that compute units, read from {@code /proc}. Elsewhere than on Linux both are 0. Immutable.
 *
 * @param peakBytes largest resident memory that one of them has had so far, or that all together have now [bytes]
 * @param residentBytes resident memory of all together now [bytes]
 */
public record ProcessMemory(long peakBytes, long residentBytes) {
    private static final Path PROC = Path.of("/proc");
    private static final String PEAK = "VmHWM:";
    private static final String RESIDENT = "VmRSS:";
    private static final String RESET = "5";
    private static final long TELLING_NANOS = 1_000_000;
    private static final long FORKING_NANOS = 50_000_000;
    private static final double MOST_OF_A_UNIT = 999.95;
    private static final int BYTES_PER_KIB = 1_024;

    /** The memory of a process and of its descendants. */
    public static ProcessMemory of(long pid) {
        Deque<String> open = new ArrayDeque<>();
        open.add(Long.toString(pid));
        return of(open);
    }

    /** Largest memory that a process has had so far, without its descendants [bytes]; 0: unknown. */
    public static long peakOf(long pid) {
        return bytes(read(PROC.resolve(Long.toString(pid)).resolve("status")), PEAK);
    }

    /** The memory of the descendants of a process. */
    public static ProcessMemory ofDescendants(long pid) {
        Deque<String> open = new ArrayDeque<>();
        addChildren(Long.toString(pid), open);
        return of(open);
    }

    /**
     * Returns the largest memory of a living process since the last call [bytes]; 0 for a unit that was too short to
     * ask. Where the system does not let a peak begin again, it is that of all units so far. The processes that a unit
     * has started count if it was long, because to find them may take a millisecond.
     *
     * @param unitNanos time of the unit that the process has just computed [ns]
     */
    public static long ofUnit(long pid, long unitNanos) {
        if (unitNanos < TELLING_NANOS) {
            return 0;
        }
        Path process = PROC.resolve(Long.toString(pid));
        long peak = unitNanos >= FORKING_NANOS ? of(pid).peakBytes : bytes(read(process.resolve("status")), PEAK);
        try {
            Files.writeString(process.resolve("clear_refs"), RESET);
        } catch (IOException e) {
            // as the comment says
        }
        return peak;
    }

    /** All memory of this host, or of the control group of this process if that has less [bytes]; 0: unknown. */
    public static long hostBytes() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? Math.max(0, system.getTotalMemorySize())
                : 0;
    }

    /** An amount of memory for people: 1.5 kB, 20.0 MB, 3.1 GB. */
    public static String amount(long bytes) {
        String[] units = {"B", "kB", "MB", "GB", "TB"};
        double rest = bytes;
        int power = 0;
        while (rest >= MOST_OF_A_UNIT && power < units.length - 1) {
            rest /= 1_000;
            power++;
        }
        return String.format(Locale.ROOT, power == 0 ? "%.0f %s" : "%.1f %s", rest, units[power]);
    }

    private static ProcessMemory of(Deque<String> open) {
        long peak = 0;
        long resident = 0;
        while (!open.isEmpty()) {
            String next = open.remove();
            String status = read(PROC.resolve(next).resolve("status"));
            peak = Math.max(peak, bytes(status, PEAK));
            resident += bytes(status, RESIDENT);
            addChildren(next, open);
        }
        return new ProcessMemory(Math.max(peak, resident), resident);
    }

    private static void addChildren(String pid, Deque<String> open) {
        try (DirectoryStream<Path> threads =
                Files.newDirectoryStream(PROC.resolve(pid).resolve("task"))) {
            for (Path thread : threads) {
                for (String child : read(thread.resolve("children")).split(" ", -1)) {
                    if (!child.isBlank()) {
                        open.add(child.trim());
                    }
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // The process has ended, or this is not Linux.
        }
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    private static long bytes(String status, String field) {
        int start = status.indexOf(field);
        if (start < 0) {
            return 0;
        }
        int end = status.indexOf(" kB", start);
        return Long.parseLong(status.substring(start + field.length(), end).trim()) * BYTES_PER_KIB;
    }
}
