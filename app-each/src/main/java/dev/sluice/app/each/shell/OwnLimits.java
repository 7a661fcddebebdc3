package dev.sluice.app.each.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Limits of this process (ulimit, control group), as Linux says it. Other systems limit nothing. */
public final class OwnLimits {
    private static final Path PROC = Path.of("/proc");
    private static final String OWN_GROUP = "/sys/fs/cgroup";

    /** A higher limit of processes is never reached, and nobody counts those that there are. */
    private static final int COUNTED = 1 << 14;

    private OwnLimits() {}

    /** The limit as /proc/self/limits names it; {@link Long#MAX_VALUE} for none. */
    static long soft(String name) {
        return soft("self", name);
    }

    /** The limit of open files of the process that started this one: Java has raised its own. */
    static long openFilesBefore() {
        long parent = ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
        return soft(Long.toString(parent), "Max open files");
    }

    private static long soft(String process, String name) {
        Path file = PROC.resolve(process).resolve("limits");
        try (Stream<String> limits = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return limits.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(name.length()).strip().split("\\s+", -1)[0])
                    .filter(soft -> !soft.equals("unlimited"))
                    .mapToLong(Long::parseLong)
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        } catch (IOException | UncheckedIOException notLinux) {
            return Long.MAX_VALUE;
        }
    }

    /** File descriptors that this process may still open. */
    public static long freeFiles() {
        if (!Files.exists(PROC.resolve("self"))) {
            return Long.MAX_VALUE;
        }
        try (DirectoryStream<Path> open = Files.newDirectoryStream(PROC.resolve("self/fd"))) {
            long limit = soft("Max open files");
            for (Path each : open) {
                limit--;
            }
            return limit;
        } catch (IOException | DirectoryIteratorException none) {
            return 0;
        }
    }

    /** Processes and threads that may still be started. */
    public static long freeProcesses() {
        long group = Math.min(freeOfGroup(OWN_GROUP), freeOfGroup(OWN_GROUP + "/pids"));
        long limit = soft("Max processes");
        String uid = field("self", "Uid:");
        // The limit of a user does not hold for root.
        return limit > COUNTED || uid.isEmpty() || uid.equals("0") ? group : Math.min(group, limit - processes(uid));
    }

    private static long freeOfGroup(String group) {
        try {
            return Long.parseLong(Files.readString(Path.of(group, "pids.max")).strip())
                    - Long.parseLong(
                            Files.readString(Path.of(group, "pids.current")).strip());
        } catch (IOException | NumberFormatException unlimited) {
            return Long.MAX_VALUE;
        }
    }

    private static long processes(String uid) {
        long count = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path each : all) {
                String process = each.getFileName().toString();
                if (field(process, "Uid:").equals(uid)) {
                    count += Long.parseLong("0" + field(process, "Threads:"));
                }
            }
        } catch (IOException | DirectoryIteratorException notLinux) {
            return count;
        }
        return count;
    }

    /** The first word of a field in the status of a process; empty if the process has ended. */
    private static String field(String process, String name) {
        try (Stream<String> lines = Files.lines(PROC.resolve(process).resolve("status"), StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(name.length()).strip().split("\\s+", -1)[0])
                    .findFirst()
                    .orElse("");
        } catch (IOException | UncheckedIOException ended) {
            return "";
        }
    }

    /** Tells whether the system refused a file descriptor, a process or a thread, of which it may have more later. */
    static boolean isRefusal(Throwable thrown) {
        String message = String.valueOf(thrown.getMessage());
        return message.contains("Too many open files")
                || message.contains("Resource temporarily unavailable")
                || message.contains("error=24")
                || message.contains("error=11")
                || message.contains("spawn helper")
                || message.contains("native thread");
    }
}
