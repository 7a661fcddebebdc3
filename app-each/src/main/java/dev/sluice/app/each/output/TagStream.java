package dev.sluice.app.each.output;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Writes a tag at the beginning of each line. A last line without a line feed gets none. Confined to one thread. */
final class TagStream extends FilterOutputStream {
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
