package dev.sluice.app.each.output;

import dev.sluice.app.each.job.BytePath;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.job.Outcome;
import dev.sluice.app.each.job.ReturnedFile;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Writes GNU parallel's job log, and after the command its memory as a comment of a shell: one line per command, in the
 * order in which the commands end. Each line is one write, so that a killed run leaves at most its last line torn; an
 * appending run removes such a line. Confined to one thread.
 */
final class JobLog implements Closeable {
    /** The first line of GNU parallel. */
    static final String PLAIN_HEADER = "Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand\n";

    static final String HEADER = PLAIN_HEADER.replace("\n", "\tMemory\n");

    /** Begins the column of memory, so that a shell that is given the rest of the line runs the command. */
    static final String MEMORY = "\t#";

    private static final int SIGTERM = 15;
    private static final Pattern UNFIT = Pattern.compile("[\\p{Cntrl},]");

    private final FileChannel file;
    private final boolean memory;

    private JobLog(FileChannel file, boolean memory) {
        this.file = file;
        this.memory = memory;
    }

    /**
     * Opens the log.
     *
     * @param append whether to keep the lines that the file has
     */
    static JobLog open(Path path, boolean append) throws IOException {
        FileChannel file =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            return new JobLog(file, prepare(file, path, append));
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** Returns whether lines have the memory of their command, as the first line says. */
    private static boolean prepare(FileChannel file, Path path, boolean append) throws IOException {
        boolean memory = true;
        if (append) {
            Tail.cutTornLine(file);
            memory = requireHeader(file, path);
        } else if (file.size() > 0) {
            file.truncate(0);
        }
        file.position(file.size());
        if (file.size() == 0) {
            Tail.writeAll(file, ByteBuffer.wrap(HEADER.getBytes(StandardCharsets.ISO_8859_1)));
        }
        return memory;
    }

    private static boolean requireHeader(FileChannel file, Path path) throws IOException {
        ByteBuffer first = ByteBuffer.allocate((int) Math.min(file.size(), HEADER.length()));
        Tail.readFully(file, first, 0);
        String begin = new String(first.array(), StandardCharsets.ISO_8859_1);
        boolean plain = begin.startsWith(PLAIN_HEADER);
        if (!begin.isEmpty() && !plain && !begin.equals(HEADER)) {
            throw new RefusedLogException(
                    RefusedLogException.Why.FOREIGN,
                    "--joblog: " + BytePath.shown(path)
                            + " is no job log (expected: a first line 'Seq Host Starttime …')");
        }
        return !plain;
    }

    void add(Input input, Outcome outcome) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(128 + outcome.command().length);
        line.writeBytes(fields(input, outcome, "\t", "%10.3f").getBytes(StandardCharsets.UTF_8));
        line.write('\t');
        for (byte value : outcome.command()) {
            line.write(value == '\n' ? 0 : value);
        }
        if (memory) {
            line.writeBytes((MEMORY + outcome.peakBytes()).getBytes(StandardCharsets.US_ASCII));
        }
        line.write('\n');
        Tail.writeAll(file, ByteBuffer.wrap(line.toByteArray()));
    }

    /** The columns before the command, with {@code between} between them. */
    static String fields(Input input, Outcome outcome, String between, String runtimeFormat) {
        String host = UNFIT.matcher(outcome.host()).replaceAll("_");
        long received = outcome.standardOutput().size();
        for (ReturnedFile file : outcome.returned()) {
            received += file.content().size();
        }
        long sent =
                input.standardInput().isPresent() ? input.standardInput().get().size() : 0;
        return String.join(
                between,
                Long.toString(input.number()),
                host.isEmpty() ? ":" : host,
                String.format(
                        Locale.ROOT,
                        "%d.%03d",
                        outcome.startedMicros() / 1_000_000,
                        outcome.startedMicros() / 1000 % 1000),
                String.format(Locale.ROOT, runtimeFormat, outcome.runMicros() / 1e6),
                Long.toString(sent),
                Long.toString(received),
                Integer.toString(outcome.timedOut() ? -1 : outcome.exitCode()),
                Integer.toString(outcome.timedOut() && outcome.signal() == 0 ? SIGTERM : outcome.signal()));
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
