package dev.sluice.app.each.output;

import dev.sluice.api.Blob;
import java.io.BufferedOutputStream;
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
}
