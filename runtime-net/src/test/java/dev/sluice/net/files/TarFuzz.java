package dev.sluice.net.files;

import dev.sluice.testing.FuzzTarget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of a tar archive. The checksums of headers are made right first, because hardly any change would pass them.
 */
public final class TarFuzz {
    private static final int BLOCK = 512;
    private static final FuzzTarget TARGET = FuzzTarget.of(TarFuzz::read, IOException.class);

    private TarFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        byte[] longName = "d/a-name-that-needs-an-entry-of-its-own".getBytes(StandardCharsets.UTF_8);
        byte[] pax = "19 path=other-name\n12 size=400\n".getBytes(StandardCharsets.UTF_8);
        return List.of(
                new TarFile().file("a", "text").program("d/b", "#!").content(),
                new TarFile().special("l", '2', "a").special("d", '5', "").content(),
                new TarFile()
                        .entry("L", 'L', "", 0644, longName)
                        .file("a", "text")
                        .content(),
                new TarFile().entry("x", 'x', "", 0644, pax).file("a", "text").content());
    }

    /** Writes its checksum into each block that is not empty. */
    private static byte[] summed(byte[] input) {
        byte[] archive = input.clone();
        for (int at = 0; at + BLOCK <= archive.length; at += BLOCK) {
            int sum = 0;
            boolean empty = true;
            for (int i = 0; i < BLOCK; i++) {
                boolean own = i >= 148 && i < 156;
                sum += own ? ' ' : archive[at + i] & 0xFF;
                empty &= archive[at + i] == 0;
            }
            byte[] digits = Integer.toOctalString(sum).getBytes(StandardCharsets.US_ASCII);
            if (!empty) {
                Arrays.fill(archive, at + 148, at + 156, (byte) 0);
                System.arraycopy(digits, 0, archive, at + 148, digits.length);
            }
        }
        return archive;
    }

    private static void read(byte[] input) throws IOException {
        TarReader tar = new TarReader(new ByteArrayInputStream(summed(input)));
        byte[] buffer = new byte[100];
        for (TarReader.Entry entry = tar.next(); entry != null; entry = tar.next()) {
            if (entry.size() < 0) {
                throw new AssertionError("an entry of " + entry.size() + " bytes");
            }
            tar.read(buffer);
        }
    }
}
