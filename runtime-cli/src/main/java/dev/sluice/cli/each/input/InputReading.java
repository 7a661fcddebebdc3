package dev.sluice.cli.each.input;

import dev.sluice.app.each.input.InputSpool;
import dev.sluice.app.each.job.BytePath;
import dev.sluice.app.each.job.ByteText;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.template.CommandTemplate;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the inputs of a command line into a spool. Opened by one thread, which learns the names of the values; then one
 * thread reads them all.
 */
public final class InputReading implements AutoCloseable {
    /** Stands for the one value of a source whose values have no names. */
    private static final List<byte[]> NO_NAME = List.of(new byte[0]);

    private final InputRequest request;
    private final InputStream standardInput;
    private final Path directory;
    private final List<Closeable> open = new ArrayList<>();
    private final List<StoredRows> stored = new ArrayList<>();
    private final List<byte[]> names = new ArrayList<>();
    private final ValueRows rows;
    private @Nullable InputSpool spool;

    private InputReading(InputRequest request, InputStream standardInput, Path directory) throws IOException {
        this.request = request;
        this.standardInput = standardInput;
        this.directory = directory;
        this.rows = request.pipe() == null ? combined() : () -> null;
    }

    /**
     * Opens all files, and reads the names of the values where they have names.
     *
     * @param directory for inputs that do not fit into memory
     * @throws SluiceException where a file cannot be read
     */
    public static InputReading open(InputRequest request, InputStream standardInput, Path directory) {
        try {
            return new InputReading(request, standardInput, directory);
        } catch (IOException unreadable) {
            throw new SluiceException(ErrorCode.FILE_NOT_FOUND, message(unreadable), unreadable);
        }
    }

    private static String message(IOException error) {
        return error.getMessage() == null ? error.toString() : error.getMessage();
    }

    /** The names of the values, in their order; empty: they have none. */
    public List<byte[]> names() {
        return List.copyOf(names);
    }

    /**
     * Reads all inputs into a spool, which it completes. An error ends the inputs behind those before it. Blocks.
     *
     * @param template by which the length of commands is known
     */
    public void readAll(InputSpool spool, CommandTemplate template) {
        this.spool = spool;
        try {
            PipeTerms pipe = request.pipe();
            if (request.shuffled()) {
                readShuffled(spool, template);
            } else if (pipe == null) {
                readValues(spool, template);
            } else {
                readBlocks(spool, pipe);
            }
            spool.publish();
            spool.complete();
        } catch (IOException | SluiceException wrong) {
            fail(spool, wrong);
        }
    }

    private static void fail(InputSpool spool, Exception wrong) {
        try {
            spool.publish();
        } catch (IOException full) {
            wrong.addSuppressed(full);
        }
        spool.fail(wrong instanceof IOException error ? error : new IOException(wrong.getMessage(), wrong));
    }

    /** Reads all inputs before it adds the first. They are numbered in the order in which they run. */
    private void readShuffled(InputSpool spool, CommandTemplate template) throws IOException {
        try (InputSpool all = new InputSpool(directory)) {
            readValues(all, template);
            all.publish();
            int[] order = IntStream.range(0, Math.toIntExact(all.count())).toArray();
            SecureRandom random = new SecureRandom();
            for (int last = order.length - 1; last >= 0; last--) {
                int chosen = random.nextInt(last + 1);
                int number = order[chosen];
                order[chosen] = order[last];
                spool.add(all.get(number).values());
            }
        }
    }

    private void readValues(InputSpool spool, CommandTemplate template) throws IOException {
        ArgumentGroups groups = new ArgumentGroups(rows, request.grouping(), values -> length(template, values));
        long number = 0;
        for (List<byte[]> values = groups.next(); values != null; values = groups.next()) {
            number++;
            checkNul(values, number);
            spool.add(values);
        }
    }

    private static int length(CommandTemplate template, List<byte[]> values) {
        return template.shown(new Input(1, values, Optional.empty()), 1).length;
    }

    private static void checkNul(List<byte[]> values, long number) {
        for (byte[] value : values) {
            for (byte at : value) {
                if (at == 0) {
                    throw new SluiceException(
                            ErrorCode.USAGE,
                            "input " + number + ": a NUL byte, which no argument can have (expected: text; -0 for "
                                    + "inputs that end with NUL)");
                }
            }
        }
    }

    private void readBlocks(InputSpool spool, PipeTerms pipe) throws IOException {
        boolean skipsLine = request.format().skipFirst();
        for (ArgumentSource source : request.sources()) {
            InputStream in = opened((ArgumentSource.Text) source);
            if (skipsLine) {
                skipLine(in);
                skipsLine = false;
            }
            new BlockReader(in, pipe, this::publish).readAll((header, bytes, offset, length) -> {
                if (request.format().skipEmpty() && isBlank(bytes, offset, length)) {
                    return;
                }
                spool.beginBlock(List.of());
                spool.write(header, 0, header.length);
                spool.write(bytes, offset, length);
                spool.endInput();
            });
        }
    }

    private static void skipLine(InputStream in) throws IOException {
        int next = in.read();
        while (next >= 0 && next != '\n') {
            next = in.read();
        }
    }

    private static boolean isBlank(byte[] bytes, int offset, int length) {
        return Trim.BOTH.of(Arrays.copyOfRange(bytes, offset, offset + length)).length == 0;
    }

    private void publish() throws IOException {
        if (spool != null) {
            spool.publish();
        }
    }

    /** Rows of all sources: groups of linked ones, each row of a group with each of the others. */
    private ValueRows combined() throws IOException {
        List<ValueRows> groups = new ArrayList<>();
        List<ValueRows> linked = new ArrayList<>();
        boolean first = true;
        for (ArgumentSource source : request.sources()) {
            if (!source.linked() && !linked.isEmpty()) {
                groups.add(linked(linked));
                linked = new ArrayList<>();
            }
            ValueRows rows = rows(source, first);
            List<byte[]> named = rows.names();
            names.addAll(named.isEmpty() ? NO_NAME : named);
            linked.add(rows);
            first &= !(source instanceof ArgumentSource.Text);
        }
        groups.add(linked(linked));
        if (names.stream().allMatch(name -> name.length == 0)) {
            names.clear();
        }
        if (groups.size() == 1) {
            return groups.get(0);
        }
        if (request.link()) {
            return new RepeatedRows(groups.stream().map(this::stored).toList());
        }
        return new ProductRows(
                groups.get(0),
                groups.subList(1, groups.size()).stream().map(this::stored).toList());
    }

    private static ValueRows linked(List<ValueRows> sources) {
        return sources.size() == 1 ? sources.get(0) : new LinkedRows(sources);
    }

    private StoredRows stored(ValueRows rows) {
        StoredRows kept = new StoredRows(rows, directory);
        stored.add(kept);
        return kept;
    }

    private ValueRows rows(ArgumentSource source, boolean first) throws IOException {
        TextFormat format = request.format();
        if (source instanceof ArgumentSource.Arguments arguments) {
            boolean none = arguments.values().isEmpty() && request.sources().size() > 1;
            return TextRows.ofArguments(none ? List.of(new byte[0]) : arguments.values(), format);
        }
        if (source instanceof ArgumentSource.Json json) {
            return new JsonRows(json.file(), opened(new ArgumentSource.Text("--from-json", json.file(), false)));
        }
        ArgumentSource.Text text = (ArgumentSource.Text) source;
        InputStream in = opened(text);
        String name = text.isStandardInput() ? "standard input" : ByteText.shown(text.file());
        if (format.csv()) {
            return new CsvRows(name, format.separator(), in, this::publish);
        }
        RecordReader records = new RecordReader(name, in, format.delimiter(), this::publish);
        return new TextRows(records::next, format, first && format.skipFirst());
    }

    private InputStream opened(ArgumentSource.Text source) {
        if (source.isStandardInput()) {
            return standardInput;
        }
        try {
            Path file = BytePath.resolve(Path.of(""), source.file());
            if (Files.isDirectory(file)) {
                throw unreadable(source, "a directory");
            }
            if (Files.notExists(file)) {
                throw unreadable(source, "not found");
            }
            file.getFileSystem().provider().checkAccess(file, AccessMode.READ);
            // A stream of a channel cannot tell of a pipe whether there is more to read.
            boolean text = ByteText.isText(source.file());
            InputStream in = text ? new FileInputStream(file.toFile()) : Files.newInputStream(file);
            open.add(in);
            return in;
        } catch (AccessDeniedException refused) {
            throw unreadable(source, "no permission to read it");
        } catch (IOException | IllegalArgumentException wrong) {
            boolean told = wrong instanceof FileSystemException known && known.getReason() != null;
            throw unreadable(
                    source, String.valueOf(told ? ((FileSystemException) wrong).getReason() : wrong.getMessage()));
        }
    }

    private static SluiceException unreadable(ArgumentSource.Text source, String why) {
        return new SluiceException(
                ErrorCode.FILE_NOT_FOUND,
                source.option() + ": " + ByteText.shown(source.file()) + ": " + why
                        + " (expected: a file that can be read)");
    }

    @Override
    public void close() throws IOException {
        for (StoredRows rows : stored) {
            rows.close();
        }
        for (Closeable file : open) {
            file.close();
        }
    }

    /** Rows of several sources one with one; the shortest source ends them. Confined to one thread. */
    private static final class LinkedRows implements ValueRows {
        private final List<ValueRows> sources;

        LinkedRows(List<ValueRows> sources) {
            this.sources = sources;
        }

        @Override
        public @Nullable List<byte[]> next() throws IOException {
            List<byte[]> row = new ArrayList<>();
            for (ValueRows source : sources) {
                List<byte[]> part = source.next();
                if (part == null) {
                    return null;
                }
                row.addAll(part);
            }
            return row;
        }
    }

    /** Rows of several sources one with one; shorter sources begin again. Confined to one thread. */
    private static final class RepeatedRows implements ValueRows {
        private final List<StoredRows> sources;
        private long next;

        RepeatedRows(List<StoredRows> sources) {
            this.sources = sources;
        }

        @Override
        public @Nullable List<byte[]> next() throws IOException {
            List<byte[]> row = new ArrayList<>();
            long most = 0;
            for (StoredRows source : sources) {
                most = Math.max(most, source.count());
            }
            if (next >= most) {
                return null;
            }
            for (StoredRows source : sources) {
                if (source.count() == 0) {
                    return null;
                }
                row.addAll(source.get(next % source.count()));
            }
            next++;
            return row;
        }
    }

    /** Each row of the first source with each of the others; the last source changes first. Confined to one thread. */
    private static final class ProductRows implements ValueRows {
        private final ValueRows first;
        private final List<StoredRows> others;
        /** Current row of each source; empty: before the first row. */
        private final List<List<byte[]>> current = new ArrayList<>();

        ProductRows(ValueRows first, List<StoredRows> others) {
            this.first = first;
            this.others = others;
        }

        @Override
        public @Nullable List<byte[]> next() throws IOException {
            int change = current.size() - 1;
            while (change > 0) {
                List<byte[]> row = others.get(change - 1).next();
                if (row != null) {
                    current.set(change, row);
                    break;
                }
                change--;
            }
            if (change <= 0) {
                List<byte[]> row = first.next();
                if (row == null) {
                    return null;
                }
                current.clear();
                current.add(row);
                change = 0;
            }
            return restarted(change + 1) ? joined() : null;
        }

        /** Begins again with the first row of the sources from this one on; tells whether all have one. */
        private boolean restarted(int from) throws IOException {
            for (int i = from; i <= others.size(); i++) {
                others.get(i - 1).restart();
                List<byte[]> row = others.get(i - 1).next();
                if (row == null) {
                    return false;
                }
                if (i < current.size()) {
                    current.set(i, row);
                } else {
                    current.add(row);
                }
            }
            return true;
        }

        private List<byte[]> joined() {
            List<byte[]> joined = new ArrayList<>();
            current.forEach(joined::addAll);
            return joined;
        }
    }
}
