package dev.sluice.app.each.output;

import dev.sluice.api.Blob;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Copies blobs in blocks. */
final class Copying {
    private static final int BLOCK = 1 << 16;

    private Copying() {}

    static void copy(Blob from, OutputStream to) throws IOException {
        long left = from.size();
        if (left == 0) {
            return;
        }
        byte[] block = new byte[(int) Math.min(BLOCK, left)];
        try (InputStream in = from.open()) {
            for (int count = in.read(block); count >= 0; count = in.read(block)) {
                to.write(block, 0, count);
            }
        }
    }
}
