package dev.sluice.app.each.output;

import dev.sluice.app.each.job.BytePath;
import dev.sluice.app.each.job.ByteText;
import dev.sluice.app.each.job.Outcome;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which commands have run, by content. A line has the key of a command, how it ended, and a checksum; each is
 * one write, so that a killed run leaves at most its last line torn. A damaged line counts as not written: its command
 * runs again. The file is locked as long as it is open. Any thread may use it.
 */
public final class Journal implements Closeable {
    private static final String NAME = "sluice-journal ";
    private static final int VERSION = 1;
    private static final int LINE_BYTES = 44;
    private static final int CHECKED_BYTES = 35;
    private static final int BLOCK = 1 << 16;

    private final Path path;
    private final FileChannel file;
    private final Resume resume;

    private @Nullable KeyTable table;
    /** Inputs that {@link #done} was asked for, by place of the table. */
    private int[] asked = {};
    /** Failed commands that were recorded again, by place of the table; empty if none runs again. */
    private int[] repeated = {};

    private long damagedLines;
    /** True if it had no command when it was opened. */
    private boolean empty;

    private Journal(Path path, FileChannel file, Resume resume) {
        this.path = path;
        this.file = file;
        this.resume = resume;
    }

    /** Opens the journal that these settings name, relative to a directory. */
    public static Journal open(OutputSettings settings, Path directory) throws IOException {
        String name = settings.journal().orElseThrow();
        Path path = BytePath.resolve(directory, name);
        settings.requireFiles(directory);
        if (!Files.exists(path)) {
            settings.requireLog(directory); // before any file is made
        }
        return RefusedLogException.opening(
                "the journal of the run, " + ByteText.shown(name), () -> open(path, settings));
    }

    private static Journal open(Path path, OutputSettings settings) throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        FileChannel file =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            lock(path, file);
            Journal journal = new Journal(path, file, settings.resume());
            journal.load(settings);
            return journal;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** Keeps the lock as long as the file is open. A file system without locks lets every run in. */
    private static void lock(Path path, FileChannel file) throws IOException {
        boolean locked;
        try {
            locked = file.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            locked = false;
        } catch (IOException withoutLocks) {
            locked = true;
        }
        if (!locked) {
            throw new RefusedLogException(
                    RefusedLogException.Why.IN_USE,
                    BytePath.shown(path)
                            + " belongs to a run that is still going on (expected: one run at a time; wait "
                            + "for its end, or name another file)");
        }
    }

    private void load(OutputSettings settings) throws IOException {
        String header = NAME + VERSION + " " + settings.resumeBy().name().toLowerCase(Locale.ROOT) + "\n";
        if (!settings.continues() || isTornHeader(header)) {
            file.truncate(0);
            Tail.writeAll(file, ByteBuffer.wrap(header.getBytes(StandardCharsets.US_ASCII)));
            empty = true;
            return;
        }
        requireHeader(header);
        Tail.cutTornLine(file);
        if (resume != Resume.NONE) {
            read(header.length());
        }
        empty = file.size() == header.length();
        file.position(file.size());
    }

    private boolean isTornHeader(String header) throws IOException {
        if (file.size() >= header.length()) {
            return false;
        }
        return header.startsWith(begin((int) file.size()));
    }

    private String begin(int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(length, file.size()));
        Tail.readFully(file, bytes, 0);
        return new String(bytes.array(), StandardCharsets.ISO_8859_1);
    }

    private void requireHeader(String header) throws IOException {
        String found = begin(header.length());
        if (found.equals(header)) {
            return;
        }
        if (found.startsWith(NAME + VERSION + " ")) {
            String other = header.contains("command") ? "content" : "command";
            throw new RefusedLogException(
                    RefusedLogException.Why.FOREIGN,
                    BytePath.shown(path) + " tells commands apart in another way (expected: --resume-by " + other
                            + ")");
        }
        throw new RefusedLogException(
                RefusedLogException.Why.FOREIGN,
                found.startsWith(NAME)
                        ? BytePath.shown(path) + " is a journal of another version of Sluice (expected: version "
                                + VERSION + ")"
                        : BytePath.shown(path) + " is no journal (expected: a first line '" + header.strip() + "')");
    }

    private void read(int from) throws IOException {
        KeyTable read = new KeyTable();
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        byte[] line = new byte[LINE_BYTES];
        int length = 0;
        long size = file.size();
        for (long at = from; at < size; at += block.limit()) {
            block.clear().limit((int) Math.min(BLOCK, size - at));
            Tail.readFully(file, block, at);
            for (int index = 0; index < block.limit(); index++) {
                byte value = block.get(index);
                if (length < LINE_BYTES) {
                    line[length] = value;
                }
                length++;
                if (value == '\n') {
                    addLine(read, line, length);
                    length = 0;
                }
            }
        }
        table = read;
        asked = new int[read.size()];
        repeated = new int[resume == Resume.MISSING ? 0 : read.size()];
    }

    private void addLine(KeyTable to, byte[] line, int length) {
        boolean whole = length == LINE_BYTES && Arrays.equals(checksum(line), Arrays.copyOfRange(line, 35, 43));
        char end = (char) line[33];
        if (!whole || "SFsf".indexOf(end) < 0) {
            damagedLines++;
            return;
        }
        String text = new String(line, 0, 32, StandardCharsets.US_ASCII);
        ContentKey key =
                new ContentKey(Long.parseUnsignedLong(text, 0, 16, 16), Long.parseUnsignedLong(text, 16, 32, 16));
        to.add(key, end == 'S' || end == 's', Character.isLowerCase(end));
    }

    /**
     * Tells whether the next input with this key need not run. Call it once for each input, in their order. Of equal
     * inputs as many need not run as the journal had when it was opened.
     */
    public synchronized boolean done(ContentKey key) {
        KeyTable known = table;
        int place = known == null ? -1 : known.find(key);
        if (known == null || place < 0) {
            return resume == Resume.FAILED;
        }
        int before = asked[place]++;
        int successes = known.successes(place);
        int all = successes + known.failures(place);
        return switch (resume) {
            case NONE -> false;
            case MISSING -> before < all;
            case UNSUCCESSFUL -> before < successes;
            case FAILED -> before < successes || before >= all;
        };
    }

    /** Remembers how a command ended. Call it when its output is where it belongs. */
    public synchronized void record(ContentKey key, boolean success) throws IOException {
        char end = success ? 'S' : 'F';
        byte[] line = new byte[LINE_BYTES];
        HexFormat hex = HexFormat.of();
        byte[] text = (hex.toHexDigits(key.high()) + hex.toHexDigits(key.low()) + " "
                        + (isRepetition(key) ? Character.toLowerCase(end) : end) + " ")
                .getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(text, 0, line, 0, text.length);
        System.arraycopy(checksum(line), 0, line, text.length, 8);
        line[LINE_BYTES - 1] = '\n';
        Tail.writeAll(file, ByteBuffer.wrap(line));
    }

    private boolean isRepetition(ContentKey key) {
        KeyTable known = table;
        if (known == null || repeated.length == 0) {
            return false;
        }
        int place = known.find(key);
        return place >= 0 && repeated[place]++ < known.failures(place);
    }

    private static byte[] checksum(byte[] line) {
        CRC32C sum = new CRC32C();
        sum.update(line, 0, CHECKED_BYTES);
        return HexFormat.of().toHexDigits((int) sum.getValue()).getBytes(StandardCharsets.US_ASCII);
    }

    /** Tells whether a run resumes for which the journal has no command of an earlier run. */
    public boolean resumesWithout() {
        return resume != Resume.NONE && empty;
    }

    /** Lets the commands that were recorded so far count as those of an earlier run. */
    public synchronized void adopt() throws IOException {
        read(0);
        damagedLines = 0; // the first line is the header
    }

    @Override
    public String toString() {
        return BytePath.shown(path);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
