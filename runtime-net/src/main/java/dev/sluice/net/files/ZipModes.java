package dev.sluice.net.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/**
 * The Unix modes of a zip archive's entries by their names, from its central directory. Java's zip classes do not tell
 * them. An archive of more than 65,534 entries or 4 GiB has no modes here.
 */
final class ZipModes {
    private static final int END_BYTES = 22;
    private static final int END_SIGNATURE = 0x06054b50;
    private static final int ENTRY_SIGNATURE = 0x02014b50;
    private static final int ENTRY_BYTES = 46;
    private static final int UNIX = 3;

    private ZipModes() {}

    static Map<String, Integer> read(Path archive) throws IOException {
        Map<String, Integer> modes = new HashMap<>();
        try (FileChannel file = FileChannel.open(archive, StandardOpenOption.READ)) {
            long tail = Math.min(file.size(), END_BYTES + 0xFFFFL);
            ByteBuffer end = read(file, file.size() - tail, (int) tail);
            int at = (int) tail - END_BYTES;
            while (at >= 0 && end.getInt(at) != END_SIGNATURE) {
                at--;
            }
            if (at < 0) {
                return modes;
            }
            int count = end.getShort(at + 10) & 0xFFFF;
            long size = end.getInt(at + 12) & 0xFFFFFFFFL;
            long start = end.getInt(at + 16) & 0xFFFFFFFFL;
            if (count == 0xFFFF || start + size > file.size() || size > Integer.MAX_VALUE) {
                return modes;
            }
            entries(read(file, start, (int) size), modes);
        }
        return modes;
    }

    private static void entries(ByteBuffer directory, Map<String, Integer> modes) {
        int at = 0;
        while (at + ENTRY_BYTES <= directory.limit() && directory.getInt(at) == ENTRY_SIGNATURE) {
            int name = directory.getShort(at + 28) & 0xFFFF;
            int rest = (directory.getShort(at + 30) & 0xFFFF) + (directory.getShort(at + 32) & 0xFFFF);
            if (at + ENTRY_BYTES + name > directory.limit()) {
                return;
            }
            if ((directory.getShort(at + 4) >> 8 & 0xFF) == UNIX) {
                byte[] bytes = new byte[name];
                directory.get(at + ENTRY_BYTES, bytes);
                modes.put(new String(bytes, StandardCharsets.UTF_8), directory.getInt(at + 38) >>> 16);
            }
            at += ENTRY_BYTES + name + rest;
        }
    }

    private static ByteBuffer read(FileChannel file, long from, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining() && file.read(bytes, from + bytes.position()) >= 0) {
            // reads until the buffer is full
        }
        return bytes.flip();
    }
}
