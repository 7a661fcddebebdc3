package dev.sluice.cli.runs;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A growing file, read from where the last look ended. Confined to one thread. */
final class FileTail {
    private static final int BLOCK = 1 << 16;

    private final Path file;
    private long position;

    FileTail(Path file) {
        this.file = file;
    }

    /**
     * Copies what has come since the last look; a missing file has nothing yet, and a shorter one begins anew.
     *
     * @return number of bytes
     */
    long copyTo(OutputStream out) throws IOException {
        long copied = 0;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            position = channel.size() < position ? 0 : position;
            ByteBuffer block = ByteBuffer.allocate(BLOCK);
            for (int read = channel.read(block, position); read > 0; read = channel.read(block, position)) {
                out.write(block.array(), 0, read);
                position += read;
                copied += read;
                block.clear();
            }
        } catch (NoSuchFileException notYet) {
            return copied;
        }
        if (copied > 0) {
            out.flush();
        }
        return copied;
    }

    /** Lets the first look begin at the first whole line among this many last bytes. */
    void skipTo(int lastBytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long from = channel.size() - lastBytes;
            if (from <= 0) {
                return;
            }
            ByteBuffer block = ByteBuffer.allocate(lastBytes);
            int read = channel.read(block, from);
            int line = 0;
            while (line < read && block.get(line) != '\n') {
                line++;
            }
            position = from + Math.min(read, line + 1);
        } catch (NoSuchFileException notYet) {
            position = 0;
        }
    }
}
