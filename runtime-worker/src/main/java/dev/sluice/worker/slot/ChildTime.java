package dev.sluice.worker.slot;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Processor time of the processes that this one has started, such as the commands of {@code sluice each}, from the
 * files of the Linux kernel. Elsewhere it is 0.
 */
final class ChildTime {
    /** Unit of the times in {@code stat}, on all usual Linux systems [ns]. */
    private static final long TICK_NANOS = 10_000_000;

    /** Positions of the processor times of a process after its name: user and system. */
    private static final int OWN = 11;

    /** The same of its children that have ended and were waited for. */
    private static final int ENDED = 13;

    private final Path process;

    /** @param process its directory in {@code /proc} */
    ChildTime(Path process) {
        this.process = process;
    }

    static ChildTime ofThisProcess() {
        return new ChildTime(Path.of("/proc/self"));
    }

    /** The time until now, with those that are still running [ns]. */
    long nanos() {
        long ticks = ticks(process, ENDED);
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
            for (Path thread : threads) {
                for (String child : read(thread.resolve("children")).split(" ", -1)) {
                    if (!child.isBlank()) {
                        Path running = process.resolveSibling(child.strip());
                        ticks += ticks(running, OWN) + ticks(running, ENDED);
                    }
                }
            }
        } catch (IOException | DirectoryIteratorException notLinux) {
            return ticks * TICK_NANOS;
        }
        return ticks * TICK_NANOS;
    }

    private static long ticks(Path process, int first) {
        String stat = read(process.resolve("stat"));
        String[] words = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
        return words.length < first + 2 ? 0 : Long.parseLong(words[first]) + Long.parseLong(words[first + 1]);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException gone) {
            return "";
        }
    }
}
