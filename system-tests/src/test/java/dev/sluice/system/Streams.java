package dev.sluice.system;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Application;
import dev.sluice.api.Blob;
import dev.sluice.api.Cycle;
import dev.sluice.api.Results;
import dev.sluice.api.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Results that pass as streams, each with its checksum. Writes to a file how many came, what was read, and the most
 * memory that the master and any worker had.
 */
public final class Streams extends Application<String, Integer, Streams.Film> {
    private static final int BLOCK = 65_536;

    /** A result: bytes, and what their checksum was where they were made. */
    public record Film(Blob frames, long checksum, long mostMebibytes) {}

    @Option(names = "--units", defaultValue = "4")
    private int units;

    @Option(names = "--bytes", defaultValue = "536870912")
    private long bytes;

    @Option(names = "--mode", defaultValue = "each")
    private String mode;

    @Option(names = "--cut", description = "a unit whose file is cut behind its back, once", defaultValue = "-1")
    private int cut;

    @Option(names = "--out", required = true)
    private Path out;

    private final BitSet seen = new BitSet();
    private final Weight weight = new Weight();
    private @Nullable Blob kept;
    private long mostOfWorkers;
    private long read;

    @Override
    protected Results<Film> results() {
        return switch (mode) {
            case "each" -> Results.each();
            case "end" -> Results.atCycleEnd();
            default -> Accumulation.of(new Film(Blob.of(new byte[0]), 0, 0), (one, other) -> one);
        };
    }

    @Override
    protected Cycle<String> cycle(int number) {
        return Cycle.only(units, out.toString());
    }

    @Override
    protected Integer unit(long index) {
        return (int) index;
    }

    @Override
    protected Film compute(String setup, Integer unit) throws IOException {
        CRC32 checksum = new CRC32();
        Blob frames = unit == cut ? ofCutFile(setup, checksum) : Blob.write(to -> write(unit, checksum, to));
        Weight mine = new Weight();
        mine.look();
        return new Film(frames, checksum.getValue(), mine.mostMebibytes());
    }

    private void write(int unit, CRC32 checksum, OutputStream to) throws IOException {
        SplittableRandom random = new SplittableRandom(unit);
        byte[] block = new byte[BLOCK];
        for (long left = bytes; left > 0; left -= block.length) {
            random.nextBytes(block);
            int length = (int) Math.min(left, block.length);
            checksum.update(block, 0, length);
            to.write(block, 0, length);
        }
    }

    private Blob ofCutFile(String setup, CRC32 checksum) throws IOException {
        Path file = Path.of(setup + ".frames");
        try (OutputStream to = Files.newOutputStream(file)) {
            write(cut, checksum, to);
        }
        Blob blob = Blob.of(file);
        if (!Files.exists(Path.of(setup + ".cut"))) {
            Files.writeString(Path.of(setup + ".cut"), "once", StandardOpenOption.CREATE_NEW);
            try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
                open.setLength(bytes / 2);
            }
        }
        Files.delete(file);
        return blob;
    }

    @Override
    protected Verdict accept(long index, Film film) throws IOException {
        if (seen.get((int) index)) {
            throw new IllegalStateException("unit " + index + " came twice");
        }
        CRC32 checksum = new CRC32();
        byte[] block = new byte[BLOCK];
        try (InputStream in = film.frames().open()) {
            for (int count = in.read(block); count >= 0; count = in.read(block)) {
                checksum.update(block, 0, count);
                read += count;
            }
        }
        if (checksum.getValue() != film.checksum() || film.frames().size() != bytes) {
            throw new IllegalStateException("unit " + index + " came with other bytes");
        }
        if (kept != null && !isOver(kept)) {
            throw new IllegalStateException("the blob before unit " + index + " can still be read");
        }
        kept = film.frames();
        seen.set((int) index);
        mostOfWorkers = Math.max(mostOfWorkers, film.mostMebibytes());
        weight.look();
        return Verdict.CONTINUE;
    }

    private boolean isOver(Blob blob) throws IOException {
        try (InputStream in = blob.open()) {
            return in.read() < 0;
        } catch (IOException e) {
            return String.valueOf(e.getMessage()).contains("too late");
        }
    }

    @Override
    protected void complete() throws IOException {
        Files.writeString(
                out, seen.cardinality() + " " + read + " " + weight.mostMebibytes() + " " + mostOfWorkers + "\n");
    }
}
