package dev.sluice.app.each.shell;

import dev.sluice.api.unit.Printout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The output of a command while it runs, read from the files of its slot. A file that was opened in time is read to its
 * end although it has lost its name by then. A try that follows another has files of its own.
 */
final class LiveFiles implements Printout {
    private final int cycle;
    private final long index;
    private final Path[] paths;
    private final @Nullable FileChannel[] channels = new FileChannel[2];

    LiveFiles(int cycle, long index, Path output, Path error) {
        this.cycle = cycle;
        this.index = index;
        this.paths = new Path[] {output, error};
    }

    @Override
    public int cycle() {
        return cycle;
    }

    @Override
    public long index() {
        return index;
    }

    @Override
    public synchronized Piece read(int stream, long offset, int most) {
        try {
            FileChannel channel = channels[stream - 1];
            if (channel == null) {
                channel = FileChannel.open(paths[stream - 1]);
                channels[stream - 1] = channel;
            }
            byte[] text = new byte[(int) Math.max(0, Math.min(most, channel.size() - offset))];
            int count = text.length == 0 ? 0 : channel.read(ByteBuffer.wrap(text), offset);
            return count == text.length ? new Piece(offset, text) : new Piece(offset, new byte[0]);
        } catch (IOException notYet) {
            return new Piece(offset, new byte[0]);
        }
    }

    @Override
    public synchronized void close() {
        for (FileChannel channel : channels) {
            try {
                if (channel != null) {
                    channel.close();
                }
            } catch (IOException unread) {
                // it was only read
            }
        }
    }
}
