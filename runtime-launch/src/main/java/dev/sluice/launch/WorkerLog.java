package dev.sluice.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The output of a worker. */
public final class WorkerLog {
    private static final int LAST_LINES = 10;

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
        try {
            List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
            List<String> tail = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
            return String.join(System.lineSeparator(), tail).replaceAll("[^\\p{Print}\\s]", "?");
        } catch (IOException e) {
            return "";
        }
    }
}
