package dev.sluice.app.mandelbrot;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * Writes 24-bit PNG files row by row. {@code javax.imageio} would load half of AWT, needs the whole picture as one
 * image, and leaves filters and chunks to the JDK's version. With this class, equal pictures give equal files.
 */
final class Png {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final int CHANNELS = 3;
    private static final byte PAETH = 4;
    private static final int COMPRESSION = 4;

    private final int width;
    private final int height;

    /** Gives the colours of a row as 0xRRGGBB. */
    interface Rows {
        void colour(int row, int[] colours);
    }

    Png(int width, int height) {
        this.width = width;
        this.height = height;
    }

    void write(OutputStream out, Rows rows) throws IOException {
        out.write(SIGNATURE);
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        DataOutputStream fields = new DataOutputStream(header);
        fields.writeInt(width);
        fields.writeInt(height);
        fields.write(new byte[] {8, 2, 0, 0, 0}); // bits per channel, RGB, deflate, adaptive filters, not interlaced
        writeChunk(out, "IHDR", header.toByteArray(), header.size());
        writePixels(out, rows);
        writeChunk(out, "IEND", new byte[0], 0);
    }

    private void writePixels(OutputStream out, Rows rows) throws IOException {
        Deflater deflater = new Deflater(COMPRESSION);
        try (DeflaterOutputStream packed = new DeflaterOutputStream(new Chunks(out), deflater, 1 << 16)) {
            byte[] above = new byte[width * CHANNELS];
            byte[] line = new byte[width * CHANNELS];
            byte[] filtered = new byte[1 + width * CHANNELS];
            int[] colours = new int[width];
            for (int row = 0; row < height; row++) {
                rows.colour(row, colours);
                unpack(colours, line);
                filter(line, above, filtered);
                packed.write(filtered);
                byte[] done = above;
                above = line;
                line = done;
            }
        } finally {
            deflater.end();
        }
    }

    private static void unpack(int[] colours, byte[] line) {
        for (int column = 0; column < colours.length; column++) {
            line[CHANNELS * column] = (byte) (colours[column] >> 16);
            line[CHANNELS * column + 1] = (byte) (colours[column] >> 8);
            line[CHANNELS * column + 2] = (byte) colours[column];
        }
    }

    /** Replaces each byte by its difference from the best predictor among the left, upper and upper left neighbours. */
    private static void filter(byte[] line, byte[] above, byte[] filtered) {
        filtered[0] = PAETH;
        for (int at = 0; at < line.length; at++) {
            int left = at < CHANNELS ? 0 : line[at - CHANNELS] & 0xff;
            int corner = at < CHANNELS ? 0 : above[at - CHANNELS] & 0xff;
            int up = above[at] & 0xff;
            int toLeft = Math.abs(up - corner);
            int toUp = Math.abs(left - corner);
            int toCorner = Math.abs(left + up - 2 * corner);
            int nearest = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
            filtered[at + 1] = (byte) (line[at] - nearest);
        }
    }

    private static void writeChunk(OutputStream out, String kind, byte[] bytes, int length) throws IOException {
        byte[] name = kind.getBytes(StandardCharsets.US_ASCII);
        CRC32 check = new CRC32();
        check.update(name);
        check.update(bytes, 0, length);
        DataOutputStream fields = new DataOutputStream(out);
        fields.writeInt(length);
        fields.write(name);
        fields.write(bytes, 0, length);
        fields.writeInt((int) check.getValue());
    }

    /** Writes each block of the deflater as a chunk. */
    private static final class Chunks extends OutputStream {
        private final OutputStream out;

        Chunks(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            writeChunk(out, "IDAT", from == 0 ? bytes : Arrays.copyOfRange(bytes, from, from + length), length);
        }
    }
}
