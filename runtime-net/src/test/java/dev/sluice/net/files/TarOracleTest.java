package dev.sluice.net.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.SeededTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/** Archives of Commons Compress, with long names in both formats. */
class TarOracleTest {
    private static final String[] PARTS = {"a", "data", "größe", "名前", "with space", "x".repeat(90), "-", ".hidden"};

    /** An entry as packed, with its content. */
    private record Packed(TarReader.Entry entry, String content) {}

    @SeededTest(runs = 200)
    void shouldReadWhatCommonsCompressWrites(RandomGenerator random) throws IOException {
        List<Packed> packed = new ArrayList<>();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream out = new TarArchiveOutputStream(bytes, StandardCharsets.UTF_8.name())) {
            boolean posix = random.nextBoolean();
            out.setLongFileMode(posix ? TarArchiveOutputStream.LONGFILE_POSIX : TarArchiveOutputStream.LONGFILE_GNU);
            out.setBigNumberMode(
                    posix ? TarArchiveOutputStream.BIGNUMBER_POSIX : TarArchiveOutputStream.BIGNUMBER_STAR);
            out.setAddPaxHeadersForNonAsciiNames(posix);
            for (int i = random.nextInt(12); i > 0; i--) {
                packed.add(pack(random, out));
            }
        }
        TarReader reader = new TarReader(new ByteArrayInputStream(bytes.toByteArray()));
        for (Packed each : packed) {
            assertThat(reader.next()).isEqualTo(each.entry);
            assertThat(random.nextInt(4) == 0 ? each.content : content(reader)).isEqualTo(each.content);
        }
        assertThat(reader.next()).isNull();
    }

    private static Packed pack(RandomGenerator random, TarArchiveOutputStream out) throws IOException {
        byte kind = (byte) "01257".charAt(random.nextInt(5));
        String name = name(random) + (kind == TarConstants.LF_DIR ? "/" : "");
        TarArchiveEntry entry = new TarArchiveEntry(name, kind == '7' ? TarConstants.LF_NORMAL : kind);
        boolean link = kind == TarConstants.LF_LINK || kind == TarConstants.LF_SYMLINK;
        String target = link ? name(random) : "";
        entry.setLinkName(target);
        boolean executable = random.nextBoolean();
        entry.setMode(executable ? 0755 : 0644);
        entry.setUserId(random.nextBoolean() ? 0 : 3_000_000_000L);
        String content = link || kind == TarConstants.LF_DIR ? "" : "b".repeat(random.nextInt(1_500));
        entry.setSize(content.length());
        out.putArchiveEntry(entry);
        out.write(content.getBytes(StandardCharsets.US_ASCII));
        out.closeArchiveEntry();
        char type = kind == '7' ? '0' : (char) kind;
        return new Packed(new TarReader.Entry(name, type, target, content.length(), executable), content);
    }

    private static String name(RandomGenerator random) {
        List<String> parts = new ArrayList<>();
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            parts.add(PARTS[random.nextInt(PARTS.length)]);
        }
        return String.join("/", parts);
    }

    private static String content(TarReader reader) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        byte[] some = new byte[700];
        for (int read = reader.read(some); read >= 0; read = reader.read(some)) {
            content.writeBytes(Arrays.copyOf(some, read));
        }
        return content.toString(StandardCharsets.US_ASCII);
    }
}
