package dev.sluice.app.nbody;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * 24-bit pictures as PNG, and their chunks (PNG specification, third edition, W3C 2025, which includes animations).
 * Written by hand because {@code javax.imageio} cannot write animated PNG, and its GIF has 256 colours, too few for
 * glow.
 */
final class Png {
    private static final long SIGNATURE = 0x89504e470d0a1a0aL;
    private static final int CHANNELS = 3;
    private static final int COMPRESSION = 6;
    private static final int NONE = 0;
    private static final int SUB = 1;
    private static final int UP = 2;

    private Png() {}

    /** @param pixels rows × columns × red, green, blue */
    static byte[] of(int width, int height, byte[] pixels) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        writeHead(out, width, height);
        writeChunk(out, "IDAT", packed(filtered(pixels, CHANNELS * width)));
        writeChunk(out, "IEND", new byte[0]);
        return bytes.toByteArray();
    }

    /** Signature and header. */
    static void writeHead(DataOutputStream out, int width, int height) throws IOException {
        out.writeLong(SIGNATURE);
        ByteBuffer header = ByteBuffer.allocate(13).putInt(width).putInt(height);
        header.put(new byte[] {8, 2, 0, 0, 0}); // bits of a channel, RGB, deflate, filter per row, not interlaced
        writeChunk(out, "IHDR", header.array());
    }

    static void writeChunk(DataOutputStream out, String kind, byte[] content) throws IOException {
        byte[] name = kind.getBytes(StandardCharsets.US_ASCII);
        CRC32 check = new CRC32();
        check.update(name);
        check.update(content);
        out.writeInt(content.length);
        out.write(name);
        out.write(content);
        out.writeInt((int) check.getValue());
    }

    /** The packed pixels of a picture that {@link #of} wrote. */
    static byte[] readPacked(DataInputStream in) throws IOException {
        if (in.readLong() != SIGNATURE) {
            throw new IOException("a frame that is no PNG (expected: as it was written)");
        }
        while (true) {
            byte[] content = new byte[in.readInt()];
            byte[] name = new byte[4];
            in.readFully(name);
            in.readFully(content);
            in.readInt(); // its check
            if (new String(name, StandardCharsets.US_ASCII).equals("IDAT")) {
                return content;
            }
        }
    }

    private static byte[] packed(byte[] bytes) {
        Deflater deflater = new Deflater(COMPRESSION);
        try {
            deflater.setInput(bytes);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] part = new byte[1 << 16];
            while (!deflater.finished()) {
                out.write(part, 0, deflater.deflate(part));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    /** Each row behind the number of the filter that leaves the smallest differences. */
    private static byte[] filtered(byte[] pixels, int stride) {
        int rows = pixels.length / stride;
        byte[] filtered = new byte[rows * (stride + 1)];
        for (int row = 0; row < rows; row++) {
            int best = NONE;
            long least = Long.MAX_VALUE;
            for (int filter = NONE; filter <= UP; filter++) {
                long sum = 0;
                for (int at = row * stride; at < (row + 1) * stride; at++) {
                    sum += Math.abs(difference(pixels, at, stride, filter));
                }
                if (sum < least) {
                    least = sum;
                    best = filter;
                }
            }
            int to = row * (stride + 1);
            filtered[to] = (byte) best;
            for (int column = 0; column < stride; column++) {
                filtered[to + 1 + column] = difference(pixels, row * stride + column, stride, best);
            }
        }
        return filtered;
    }

    private static byte difference(byte[] pixels, int at, int stride, int filter) {
        return switch (filter) {
            case SUB -> (byte) (pixels[at] - (at % stride < CHANNELS ? 0 : pixels[at - CHANNELS]));
            case UP -> (byte) (pixels[at] - (at < stride ? 0 : pixels[at - stride]));
            default -> pixels[at];
        };
    }
}
