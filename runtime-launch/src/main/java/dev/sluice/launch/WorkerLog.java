package dev.sluice.launch;

import dev.sluice.net.rules.Text;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** The output of a worker. */
public final class WorkerLog {
    private static final int LAST_LINES = 10;
    private static final int LAST_BYTES = 16 << 10;

    private WorkerLog() {}

    /** The log file of a place. */
    public static Path of(Path logs, String host, int number) {
        return logs.resolve(name(host, number) + ".log");
    }

    /** {@code HOST-NUMBER}. */
    public static String name(String host, int number) {
        return fit(host) + "-" + number;
    }

    /** Replaces characters that do not fit into a file name by {@code _}. */
    public static String fit(String host) {
        return host.replaceAll("[^A-Za-z0-9._-]", "_");
    }

    /** Its end: up to ten lines, made printable. */
    public static String lastWords(Path log) {
        return String.join(System.lineSeparator(), lastLines(log, LAST_LINES, LAST_BYTES));
    }

    /** Its last lines within so many bytes, made printable; empty if it cannot be read. */
    public static List<String> lastLines(Path log, int lines, int bytes) {
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
            long from = Math.max(0, channel.size() - bytes);
            ByteBuffer end = ByteBuffer.allocate((int) Math.min(bytes, channel.size() - from));
            for (int read = 0; read >= 0 && end.hasRemaining(); ) {
                read = channel.read(end, from + end.position());
            }
            String text = new String(end.array(), 0, end.position(), StandardCharsets.UTF_8);
            List<String> all = text.lines().toList();
            int first = Math.max(from > 0 && all.size() > 1 ? 1 : 0, all.size() - lines); // a cut line is left out
            return all.subList(first, all.size()).stream()
                    .map(line -> Text.printableLines(line, line.length()))
                    .toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }
}
