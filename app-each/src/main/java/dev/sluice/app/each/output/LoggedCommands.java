package dev.sluice.app.each.output;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Reads from a job log of Sluice or GNU parallel how commands ended last. */
public final class LoggedCommands {
    private static final int COLUMNS_BEFORE_COMMAND = 8;
    private static final int SENT_COLUMN = 4;
    private static final int EXIT_COLUMN = 6;
    private static final int SIGNAL_COLUMN = 7;
    /** Keeps damaged numbers from asking for gigabytes. */
    private static final int MOST_INPUTS = 1 << 27;

    /** Receives the last line of a command. */
    @FunctionalInterface
    public interface Receiver {
        /**
         * Takes a command in the order of the log.
         *
         * @param number of its input
         * @param command the line for a shell
         */
        void ended(long number, boolean success, byte[] command) throws IOException;
    }

    private LoggedCommands() {}

    /**
     * Passes the last line of each command on, in the order of these lines. Reads the log twice; the memory grows by
     * four bytes for each input.
     */
    public static void read(Path jobLog, Receiver receiver) throws IOException {
        LineCounts left = new LineCounts();
        scan(jobLog, (number, success, command) -> left.add((int) number, 1));
        scan(jobLog, (number, success, command) -> {
            if (left.add((int) number, -1) == 0) {
                receiver.ended(number, success, command);
            }
        });
    }

    /** Number of lines by input. */
    private static final class LineCounts {
        private int[] counts = new int[1024];

        /** Returns the new count. */
        int add(int number, int lines) {
            if (number >= counts.length) {
                counts = Arrays.copyOf(counts, number + number / 4 + 1);
            }
            counts[number] += lines;
            return counts[number];
        }
    }

    private static void scan(Path jobLog, Receiver lines) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(jobLog), 1 << 16)) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            boolean header = true;
            boolean memory = false;
            for (int value = in.read(); value >= 0; value = in.read()) {
                if (value != '\n') {
                    line.write(value);
                    continue;
                }
                if (header && !isHeader(line)) {
                    throw new RefusedLogException(
                            RefusedLogException.Why.FOREIGN,
                            jobLog + " is no job log (expected: a first line 'Seq Host Starttime …')");
                }
                if (header) {
                    memory = !isPlain(line);
                } else {
                    parse(jobLog, memory ? withoutMemory(line) : line.toByteArray(), lines);
                }
                header = false;
                line.reset();
            }
        }
    }

    private static boolean isHeader(ByteArrayOutputStream line) {
        return isPlain(line) || (line.toString(StandardCharsets.ISO_8859_1) + "\n").equals(JobLog.HEADER);
    }

    private static boolean isPlain(ByteArrayOutputStream line) {
        return (line.toString(StandardCharsets.ISO_8859_1) + "\n").equals(JobLog.PLAIN_HEADER);
    }

    private static byte[] withoutMemory(ByteArrayOutputStream line) {
        String text = line.toString(StandardCharsets.ISO_8859_1);
        int end = text.lastIndexOf(JobLog.MEMORY);
        return end < 0 ? line.toByteArray() : Arrays.copyOf(line.toByteArray(), end);
    }

    private static void parse(Path jobLog, byte[] line, Receiver lines) throws IOException {
        String text = new String(line, StandardCharsets.ISO_8859_1);
        String[] columns = text.split("\t", COLUMNS_BEFORE_COMMAND + 1);
        long number;
        try {
            number = Long.parseLong(columns[0]);
        } catch (NumberFormatException e) {
            number = 0;
        }
        if (columns.length <= COLUMNS_BEFORE_COMMAND || number < 1 || number >= MOST_INPUTS) {
            throw new RefusedLogException(
                    RefusedLogException.Why.FOREIGN,
                    jobLog + " has a damaged line (expected: nine columns): "
                            + text.substring(0, Math.min(80, text.length())).replaceAll("\\p{Cntrl}", " "));
        }
        boolean success = columns[EXIT_COLUMN].equals("0") && columns[SIGNAL_COLUMN].equals("0");
        if (!success && !columns[SENT_COLUMN].equals("0")) {
            throw new RefusedLogException(
                    RefusedLogException.Why.FOREIGN,
                    jobLog + ": command " + number + " read a block of a stream, which the log does not have (expected:"
                            + " --retry-failed with the command and the same stream)");
        }
        byte[] command = columns[COLUMNS_BEFORE_COMMAND].replace('\0', '\n').getBytes(StandardCharsets.ISO_8859_1);
        lines.ended(number, success, command);
    }
}
