package dev.sluice.app.mandelbrot;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Writes a picture as PNG on all processors: bands of rows are coloured, filtered and compressed independently of each
 * other. Their blocks are one stream for whoever reads it (W3C PNG, RFC 1950, RFC 1951).
 */
final class PngFile {
    /** Gives the colours of a row; called on any thread. */
    interface Rows {
        /** Fills in red, green and blue of each pixel of the row, 3 × width bytes. */
        void row(int y, byte[] rgb);
    }

    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

    /** The start of a zlib stream: a window of 32 KiB, compressed for speed. */
    private static final byte[] ZLIB = {0x78, 0x5e};

    /** On pictures of the set, 0.6 of the time of the next level, for four percent more bytes. */
    private static final int LEVEL = 4;

    private static final byte PAETH = 4;
    private static final int PIXEL_BYTES = 3;

    /** Filtered bytes of a band: many times the window, so that little is lost where a band begins. */
    private static final int BAND_BYTES = 1 << 20;

    private static final int ADLER_MODULUS = 65_521;

    /** The compressed rows of a band, the number of filtered bytes, and their checksum. */
    private record Band(byte[] compressed, long bytes, long adler) {}

    private PngFile() {}

    static void write(OutputStream out, int width, int height, Rows rows) throws IOException {
        int rowsOfBand = Math.max(1, BAND_BYTES / (1 + PIXEL_BYTES * width));
        int bands = 1 + (height - 1) / rowsOfBand;
        List<Band> all = IntStream.range(0, bands)
                .parallel()
                .mapToObj(band -> {
                    int first = band * rowsOfBand;
                    return band(width, first, Math.min(height, first + rowsOfBand), band == bands - 1, rows);
                })
                .toList();
        DataOutputStream file = new DataOutputStream(out);
        file.write(SIGNATURE);
        chunk(file, "IHDR", header(width, height));
        chunk(file, "IDAT", ZLIB);
        long adler = 1;
        for (Band band : all) {
            chunk(file, "IDAT", band.compressed());
            adler = joined(adler, band);
        }
        chunk(
                file,
                "IDAT",
                ByteBuffer.allocate(Integer.BYTES).putInt((int) adler).array());
        chunk(file, "IEND", new byte[0]);
        file.flush();
    }

    /** Eight bits for each of three colours, no interlacing. */
    private static byte[] header(int width, int height) {
        return ByteBuffer.allocate(13)
                .putInt(width)
                .putInt(height)
                .put(new byte[] {8, 2, 0, 0, 0})
                .array();
    }

    private static void chunk(DataOutputStream file, String kind, byte[] data) throws IOException {
        byte[] name = kind.getBytes(StandardCharsets.US_ASCII);
        CRC32 sum = new CRC32();
        sum.update(name);
        sum.update(data);
        file.writeInt(data.length);
        file.write(name);
        file.write(data);
        file.writeInt((int) sum.getValue());
    }

    /** Compresses the rows [from, to). A band that is not the last ends on a whole byte, with its block left open. */
    private static Band band(int width, int from, int to, boolean last, Rows rows) {
        byte[] above = new byte[PIXEL_BYTES * width];
        byte[] row = new byte[PIXEL_BYTES * width];
        byte[] filtered = new byte[1 + PIXEL_BYTES * width];
        filtered[0] = PAETH;
        if (from > 0) {
            rows.row(from - 1, above);
        }
        Adler32 sum = new Adler32();
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        byte[] some = new byte[1 << 14];
        Deflater deflater = new Deflater(LEVEL, true);
        deflater.setStrategy(Deflater.FILTERED);
        try {
            for (int y = from; y < to; y++) {
                rows.row(y, row);
                filter(row, above, filtered);
                sum.update(filtered);
                deflater.setInput(filtered);
                while (!deflater.needsInput()) {
                    compressed.write(some, 0, deflater.deflate(some));
                }
                byte[] next = above;
                above = row;
                row = next;
            }
            if (last) {
                deflater.finish();
            }
            int size;
            do {
                size = deflater.deflate(some, 0, some.length, last ? Deflater.NO_FLUSH : Deflater.SYNC_FLUSH);
                compressed.write(some, 0, size);
            } while (size == some.length);
        } finally {
            deflater.end();
        }
        return new Band(compressed.toByteArray(), (long) filtered.length * (to - from), sum.getValue());
    }

    /** Keeps of each byte the difference to that neighbour (left, above, or both) that is nearest to their plane. */
    private static void filter(byte[] row, byte[] above, byte[] into) {
        for (int at = 0; at < row.length; at++) {
            int left = at < PIXEL_BYTES ? 0 : row[at - PIXEL_BYTES] & 0xff;
            int up = above[at] & 0xff;
            int corner = at < PIXEL_BYTES ? 0 : above[at - PIXEL_BYTES] & 0xff;
            int farLeft = Math.abs(up - corner);
            int farUp = Math.abs(left - corner);
            int farCorner = Math.abs(left + up - 2 * corner);
            int nearest = farLeft <= farUp && farLeft <= farCorner ? left : farUp <= farCorner ? up : corner;
            into[1 + at] = (byte) (row[at] - nearest);
        }
    }

    /** The checksum of a stream with this checksum that a band follows. */
    private static long joined(long adler, Band band) {
        long low = adler & 0xffff;
        long high = adler >> 16;
        long lowOfBand = band.adler() & 0xffff;
        long highOfBand = band.adler() >> 16;
        long bytes = band.bytes() % ADLER_MODULUS;
        long joinedLow = (low + lowOfBand + ADLER_MODULUS - 1) % ADLER_MODULUS; // each begins at 1
        long joinedHigh = (high + highOfBand + bytes * (low + ADLER_MODULUS - 1)) % ADLER_MODULUS;
        return joinedHigh << 16 | joinedLow;
    }
}
