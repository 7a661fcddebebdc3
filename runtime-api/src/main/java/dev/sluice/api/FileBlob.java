package dev.sluice.api;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** A blob in an open file. A temporary file has no name any more and disappears when it is closed. */
final class FileBlob extends Blob {
    /** The blobs that a thread made for its current or last unit. */
    private static final class Made {
        final List<FileBlob> blobs = new ArrayList<>(0);
        boolean computing;
    }

    private static final ThreadLocal<Made> MADE = ThreadLocal.withInitial(Made::new);

    private final FileChannel file;
    private final long size;
    private final boolean temporary;

    private FileBlob(FileChannel file, long size, boolean temporary) {
        this.file = file;
        this.size = size;
        this.temporary = temporary;
        Made made = MADE.get();
        if (made.computing) {
            made.blobs.add(this);
        }
    }

    static FileBlob ofFile(Path path) throws IOException {
        FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
        return new FileBlob(file, file.size(), false);
    }

    /** Takes over a file without a name that is no longer written. */
    static FileBlob ofTemporary(FileChannel file) throws IOException {
        return new FileBlob(file, file.size(), true);
    }

    /** Records that this thread begins to compute a unit: the blobs of the unit before are no longer needed. */
    static void beginUnit() {
        Made made = MADE.get();
        made.blobs.forEach(FileBlob::close);
        made.blobs.clear();
        made.computing = true;
    }

    /** Records that the unit is computed: a blob that this thread makes later belongs to no result. */
    static void endUnit() {
        MADE.get().computing = false;
    }

    private void close() {
        try {
            file.close();
        } catch (IOException e) {
            // the file was only read, and its bytes disappear with the channel
        }
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public InputStream open() {
        return new Reader();
    }

    @Override
    void encode(Encoder out) throws IOException {
        if (temporary) {
            out.writeFile(file, 0, size);
        } else {
            out.copyFile(file, 0, size); // somebody else may still write or cut it
        }
    }

    /** Confined to one thread at a time. */
    private final class Reader extends BlobReader {
        private long position;

        @Override
        int readSome(byte[] to, int offset, int length) throws IOException {
            if (position == size) {
                return -1;
            }
            int wanted = (int) Math.min(length, size - position);
            int count;
            try {
                count = file.read(ByteBuffer.wrap(to, offset, wanted), position);
            } catch (ClosedChannelException e) {
                throw new IOException("a blob is read too late (expected: before the next unit is computed)", e);
            }
            if (count < 0) {
                throw new EOFException("the file has " + position + " bytes (expected: " + size + ", as it had)");
            }
            position += count;
            return count;
        }

        @Override
        public int available() {
            return (int) Math.min(Integer.MAX_VALUE, size - position);
        }
    }
}
