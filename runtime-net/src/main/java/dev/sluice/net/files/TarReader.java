package dev.sluice.net.files;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the entries of a tar archive in order: ustar, with the long names of POSIX (pax) and of GNU. One thread. */
final class TarReader {
    private static final int BLOCK = 512;
    private static final int MOST_HEADER_BYTES = 1 << 20;

    private final InputStream in;
    private final byte[] block = new byte[BLOCK];
    /** Bytes of the current entry that were not read, with its padding. */
    private long left;

    private long padding;

    /**
     * One entry.
     *
     * @param type the letter of the format: '0' file, '1' hard link, '2' symbolic link, '5' directory
     * @param link target of a link; else empty
     */
    record Entry(String name, char type, String link, long size, boolean executable) {}

    TarReader(InputStream in) {
        this.in = in;
    }

    /** The next entry; null at the end. The rest of the entry before it is skipped. */
    @Nullable
    Entry next() throws IOException {
        Map<String, String> extended = new HashMap<>();
        for (; ; ) {
            in.skipNBytes(left + padding);
            left = 0;
            padding = 0;
            if (!header()) {
                return null;
            }
            long size = extended.containsKey("size") ? decimal(extended.get("size")) : number(124, 12);
            left = size;
            padding = (BLOCK - size % BLOCK) % BLOCK;
            char type = (char) (block[156] & 0xFF);
            switch (type) {
                case 'x' -> pax(extended);
                case 'g', 'V' -> {} // defaults for all entries and the volume's name say nothing about the files
                case 'L' -> extended.put("path", longText());
                case 'K' -> extended.put("linkpath", longText());
                default -> {
                    return entry(type, size, extended);
                }
            }
        }
    }

    private Entry entry(char type, long size, Map<String, String> extended) throws IOException {
        if (extended.keySet().stream().anyMatch(key -> key.startsWith("GNU.sparse"))) {
            throw new ArchiveException("a sparse file (expected: whole ones; pack without --sparse)");
        }
        String prefix = text(257, 5).equals("ustar") && block[262] == 0 ? text(345, 155) : "";
        String name = prefix.isEmpty() ? text(0, 100) : prefix + "/" + text(0, 100);
        boolean file = type == 0 || type == '7';
        return new Entry(
                extended.getOrDefault("path", name),
                file ? '0' : type,
                extended.getOrDefault("linkpath", text(157, 100)),
                size,
                (number(100, 8) & 0100) != 0);
    }

    /** Reads bytes of the current entry; -1 at its end. */
    int read(byte[] bytes) throws IOException {
        if (left == 0) {
            return -1;
        }
        int count = in.read(bytes, 0, (int) Math.min(bytes.length, left));
        if (count < 0) {
            throw new EOFException("the archive ends within an entry");
        }
        left -= count;
        return count;
    }

    /** Reads a header; false at the end, which is a block of zeros or the end of the stream. */
    private boolean header() throws IOException {
        int count = in.readNBytes(block, 0, BLOCK);
        if (count == 0) {
            return false;
        }
        if (count < BLOCK) {
            throw new EOFException("the archive ends within a header");
        }
        long sum = 0;
        boolean zeros = true;
        for (int i = 0; i < BLOCK; i++) {
            sum += i >= 148 && i < 156 ? ' ' : block[i] & 0xFF;
            zeros &= block[i] == 0;
        }
        if (!zeros && sum != number(148, 8)) {
            throw new ArchiveException("a header with a wrong checksum (expected: a tar archive)");
        }
        return !zeros;
    }

    private void pax(Map<String, String> extended) throws IOException {
        byte[] records = content();
        int from = 0;
        while (from < records.length) {
            int space = from;
            while (space < records.length && records[space] != ' ') {
                space++;
            }
            long length = decimal(new String(records, from, space - from, StandardCharsets.US_ASCII));
            if (length < space - from + 3 || length > records.length - from) {
                throw new ArchiveException("a header of a wrong length (expected: a tar archive)");
            }
            String pair = new String(records, space + 1, (int) length - (space - from) - 2, StandardCharsets.UTF_8);
            int equals = pair.indexOf('=');
            if (equals < 0) {
                throw new ArchiveException("a header without a value (expected: a tar archive)");
            }
            extended.put(pair.substring(0, equals), pair.substring(equals + 1));
            from += (int) length;
        }
    }

    private String longText() throws IOException {
        String text = new String(content(), StandardCharsets.UTF_8);
        int end = text.indexOf(0);
        return end < 0 ? text : text.substring(0, end);
    }

    private byte[] content() throws IOException {
        if (left > MOST_HEADER_BYTES) {
            throw new ArchiveException("a header of " + left + " bytes (expected: at most " + MOST_HEADER_BYTES + ")");
        }
        byte[] bytes = in.readNBytes((int) left);
        left -= bytes.length;
        if (left > 0) {
            throw new EOFException("the archive ends within a header");
        }
        return bytes;
    }

    private String text(int from, int length) {
        int end = from;
        while (end < from + length && block[end] != 0) {
            end++;
        }
        return new String(block, from, end - from, StandardCharsets.UTF_8);
    }

    /** A number in octal digits, or in bytes if the first bit is set. */
    private long number(int from, int length) throws IOException {
        if ((block[from] & 0x80) != 0) {
            long value = block[from] & 0x7F;
            for (int i = from + 1; i < from + length; i++) {
                if (value > Long.MAX_VALUE >> 9) {
                    throw new ArchiveException("a number that is too large (expected: a tar archive)");
                }
                value = value << 8 | block[i] & 0xFF;
            }
            return value;
        }
        String digits = text(from, length).strip();
        try {
            return digits.isEmpty() ? 0 : positive(Long.parseLong(digits, 8));
        } catch (NumberFormatException e) {
            throw new ArchiveException("a number that is none (expected: a tar archive)");
        }
    }

    private static long decimal(String digits) throws IOException {
        try {
            return positive(Long.parseLong(digits));
        } catch (NumberFormatException e) {
            throw new ArchiveException("a number that is none (expected: a tar archive)");
        }
    }

    private static long positive(long value) {
        if (value < 0) {
            throw new NumberFormatException("negative");
        }
        return value;
    }
}
