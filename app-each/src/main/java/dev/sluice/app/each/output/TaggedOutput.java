package dev.sluice.app.each.output;

import dev.sluice.api.Blob;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * The output of a command and the tag of its lines.
 *
 * @param tag with its tab; empty: none
 */
record TaggedOutput(Blob out, Blob error, byte[] tag) {
    private static final int BLOCK = 1 << 16;

    /** Copies the bytes in blocks, line by line only if there is a tag. */
    static void write(Blob text, byte[] tag, OutputStream to) throws IOException {
        if (tag.length == 0) {
            Copying.copy(text, to);
            return;
        }
        OutputStream buffered = new BufferedOutputStream(to, BLOCK);
        Copying.copy(text, new TagStream(buffered, tag));
        buffered.flush();
    }

    /**
     * Writes a tag at the beginning of each line. A last line without a line feed gets none. Confined to one thread.
     */
    private static final class TagStream extends FilterOutputStream {
        private final byte[] tag;
        private boolean lineBegins = true;

        TagStream(OutputStream out, byte[] tag) {
            super(out);
            this.tag = tag;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            int end = offset + length;
            int from = offset;
            while (from < end) {
                if (lineBegins) {
                    out.write(tag);
                }
                int next = from;
                while (next < end && bytes[next] != '\n') {
                    next++;
                }
                lineBegins = next < end;
                int to = lineBegins ? next + 1 : end;
                out.write(bytes, from, to - from);
                from = to;
            }
        }
    }
}
