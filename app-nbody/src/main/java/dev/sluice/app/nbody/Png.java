package dev.sluice.app.nbody;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;

/**
 * Pictures of 24 bits as PNG, and their chunks (PNG specification, third edition, W3C 2025, which includes animations).
 * {@code javax.imageio} writes single pictures but not animated PNG, so this class joins a film.
 */
final class Png {
    private static final long SIGNATURE = 0x89504e470d0a1a0aL;
    private static final int CHANNELS = 3;

    static {
        System.setProperty("java.awt.headless", "true"); // ImageIO otherwise needs a display if DISPLAY is set
        ImageIO.setUseCache(false); // else it writes temporary files
    }

    private Png() {}

    /**
     * One picture as a file.
     *
     * @param pixels rows × columns × red, green, blue
     */
    static byte[] of(int width, int height, byte[] pixels) throws IOException {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int at = 0; at < width * height; at++) {
            int colour = (pixels[CHANNELS * at] & 0xff) << 16
                    | (pixels[CHANNELS * at + 1] & 0xff) << 8
                    | pixels[CHANNELS * at + 2] & 0xff;
            image.setRGB(at % width, at / width, colour);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (!ImageIO.write(image, "png", bytes)) {
            throw new IOException("this Java has no writer for PNG");
        }
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

    /** The compressed pixels of a picture that {@link #of} wrote. */
    static byte[] readPacked(DataInputStream in) throws IOException {
        if (in.readLong() != SIGNATURE) {
            throw new IOException("a frame that is no PNG (expected: as it was written)");
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        while (true) {
            byte[] content = new byte[in.readInt()];
            byte[] name = new byte[4];
            in.readFully(name);
            in.readFully(content);
            in.readInt(); // its check
            switch (new String(name, StandardCharsets.US_ASCII)) {
                case "IDAT" -> packed.write(content);
                case "IEND" -> {
                    return packed.toByteArray();
                }
                default -> {} // does not concern the pixels
            }
        }
    }
}
