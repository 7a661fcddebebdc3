package dev.sluice.app.each.output;

import dev.sluice.api.Blob;
import dev.sluice.app.each.job.ByteText;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.job.Outcome;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Writes {@code --results FILE.csv} or {@code FILE.tsv}: a row per command with the columns of the job log, the values
 * of the input, standard output and standard error.
 */
final class ResultTable implements ResultTarget {
    private static final int BLOCK = 1 << 16;

    private final FileChannel file;
    private final OutputStream out;
    private final char between;
    private final List<String> sources;
    private boolean empty;

    private ResultTable(FileChannel file, char between, List<String> sources) throws IOException {
        this.file = file;
        this.out = new BufferedOutputStream(Channels.newOutputStream(file), BLOCK);
        this.between = between;
        this.sources = List.copyOf(sources);
        this.empty = file.size() == 0;
    }

    /**
     * Opens the table.
     *
     * @param append whether to keep the complete rows that the file has
     */
    static ResultTable open(Path path, boolean append, List<String> sources) throws IOException {
        FileChannel file =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            file.truncate(append ? completeRows(file) : 0);
            file.position(file.size());
            return new ResultTable(file, path.toString().endsWith(".tsv") ? '\t' : ',', sources);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** The end of the last row: a line feed outside quotes. */
    private static long completeRows(FileChannel file) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        boolean quoted = false;
        long end = 0;
        for (long from = 0; from < file.size(); from += block.position()) {
            block.clear().limit((int) Math.min(BLOCK, file.size() - from));
            Tail.readFully(file, block, from);
            for (int at = 0; at < block.position(); at++) {
                byte value = block.get(at);
                quoted ^= value == '"';
                if (value == '\n' && !quoted) {
                    end = from + at + 1;
                }
            }
        }
        return end;
    }

    @Override
    public void add(Input input, Outcome outcome) throws IOException {
        if (empty) {
            out.write(ByteText.bytes(header(input.values().size())));
            empty = false;
        }
        String fields = JobLog.fields(input, outcome, String.valueOf(between), "%.3f");
        out.write(fields.getBytes(StandardCharsets.UTF_8));
        field(Blob.of(outcome.command()));
        for (byte[] value : input.values()) {
            field(Blob.of(value));
        }
        field(outcome.standardOutput());
        field(outcome.standardError());
        out.write('\n');
        out.flush();
    }

    private String header(int values) {
        StringBuilder text = new StringBuilder(JobLog.PLAIN_HEADER.strip().replace('\t', between));
        for (int index = 0; index < values; index++) {
            String name = index < sources.size() ? sources.get(index) : Integer.toString(index + 1);
            boolean number = name.matches("[0-9]+");
            text.append(between).append(number ? "V" + (index + 1) : quoted(name));
        }
        return text.append(between)
                .append("Stdout")
                .append(between)
                .append("Stderr\n")
                .toString();
    }

    private static String quoted(String name) {
        return name.matches("[A-Za-z0-9_.-]*") ? name : '"' + name.replace("\"", "\"\"") + '"';
    }

    private void field(Blob text) throws IOException {
        out.write(between);
        boolean quotes = text.size() > BLOCK || needsQuotes(text);
        if (!quotes) {
            Copying.copy(text, out);
            return;
        }
        out.write('"');
        try (InputStream in = text.open()) {
            byte[] block = new byte[(int) Math.min(BLOCK, text.size())];
            for (int count = in.read(block); count >= 0; count = in.read(block)) {
                for (int at = 0; at < count; at++) {
                    if (block[at] == '"') {
                        out.write('"');
                    }
                    out.write(block[at]);
                }
            }
        }
        out.write('"');
    }

    private boolean needsQuotes(Blob text) throws IOException {
        try (InputStream in = text.open()) {
            for (byte value : in.readAllBytes()) {
                if (value <= ' ' || value == '"' || value == between || value == 127) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
