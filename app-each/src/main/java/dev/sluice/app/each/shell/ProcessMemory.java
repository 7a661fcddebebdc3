package dev.sluice.app.each.shell;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Memory of the descendants of a process, read from {@code /proc}. Elsewhere than on Linux both are 0. Immutable.
 *
 * @param peakBytes largest resident memory that one of them has had so far [bytes]
 * @param residentBytes resident memory of all together now [bytes]
 */
record ProcessMemory(long peakBytes, long residentBytes) {
    private static final Path PROC = Path.of("/proc");
    private static final String PEAK = "VmHWM:";
    private static final String RESIDENT = "VmRSS:";
    private static final int BYTES_PER_KIB = 1_024;

    static ProcessMemory ofDescendants(long pid) {
        long peak = 0;
        long resident = 0;
        Deque<String> open = new ArrayDeque<>();
        addChildren(Long.toString(pid), open);
        while (!open.isEmpty()) {
            String next = open.remove();
            String status = read(PROC.resolve(next).resolve("status"));
            peak = Math.max(peak, bytes(status, PEAK));
            resident += bytes(status, RESIDENT);
            addChildren(next, open);
        }
        return new ProcessMemory(peak, resident);
    }

    /** All memory of this host [bytes]; 0: unknown. */
    static long hostBytes() {
        return bytes(read(PROC.resolve("meminfo")), "MemTotal:");
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
