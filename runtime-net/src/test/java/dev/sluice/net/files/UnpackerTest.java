package dev.sluice.net.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnpackerTest {
    private static final long MOST = 1 << 20;

    @TempDir
    Path directory;

    private long unpack(Path archive) throws IOException {
        return new Unpacker(Files.createDirectories(directory.resolve("in/tree")), MOST).unpack(archive);
    }

    private Path tree(String name) {
        return directory.resolve("in/tree").resolve(name);
    }

    private Path archive() {
        return directory.resolve("archive");
    }

    private Path zip(String... namesAndContents) throws IOException {
        try (OutputStream file = Files.newOutputStream(archive());
                ZipOutputStream zip = new ZipOutputStream(file)) {
            for (int i = 0; i < namesAndContents.length; i += 2) {
                zip.putNextEntry(new ZipEntry(namesAndContents[i]));
                zip.write(namesAndContents[i + 1].getBytes(UTF_8));
            }
        }
        return archive();
    }

    /** Everything that was written, except the archive. */
    private Stream<Path> outside() throws IOException {
        return Files.walk(directory)
                .filter(path -> Files.isRegularFile(path) && !path.equals(archive()) && !path.startsWith(tree("")));
    }

    @Test
    void shouldUnpackFilesDirectoriesAndLinksOfATar() throws IOException {
        Path archive = new TarFile()
                .special("./", '5', "")
                .special("bin/", '5', "")
                .program("bin/run", "#!/bin/sh")
                .file("lib/deep/data.csv", "1,2")
                .special("lib/now", '2', "deep/data.csv")
                .special("lib/same", '1', "lib/deep/data.csv")
                .gzip(archive());

        assertThat(unpack(archive)).isEqualTo(12);

        assertThat(tree("lib/now")).isSymbolicLink().hasContent("1,2");
        assertThat(tree("lib/same")).hasContent("1,2");
        assertThat(tree("bin/run")).isExecutable();
        assertThat(Files.getPosixFilePermissions(tree("lib/deep/data.csv"))).isEqualTo(Permissions.FILE);
    }

    @Test
    void shouldReadLongNamesOfPaxAndGnu() throws IOException {
        String pax = "p/".repeat(100) + "x";
        String gnu = "g/".repeat(100) + "x";
        String record = " path=" + pax + "\n";
        byte[] header = ((record.length() + 3) + record).getBytes(UTF_8);
        Path archive = new TarFile()
                .entry("header", 'x', "", 0644, header)
                .file("short", "one")
                .entry("././@LongLink", 'L', "", 0644, (gnu + "\0").getBytes(UTF_8))
                .file("short", "two")
                .plain(archive());

        unpack(archive);

        assertThat(tree(pax)).hasContent("one");
        assertThat(tree(gnu)).hasContent("two");
        assertThat(tree("short")).doesNotExist();
    }

    @Test
    void shouldUnpackAZip() throws IOException {
        assertThat(unpack(zip("a/", "", "a/b.txt", "abc", "c", "d"))).isEqualTo(4);
        assertThat(tree("a/b.txt")).hasContent("abc");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../out", "a/../../out", "/tmp/out-of-sluice", "a/.."})
    void shouldRefuseNamesThatClimbOut(String name) throws IOException {
        Path tar = new TarFile().file(name, "x").gzip(archive());
        assertThatThrownBy(() -> unpack(tar)).isInstanceOf(ArchiveException.class);
        Path zip = zip(name, "x");
        assertThatThrownBy(() -> unpack(zip)).isInstanceOf(ArchiveException.class);
        assertThat(outside()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"/etc/passwd", "../../archive", "a/../../../archive", "missing"})
    void shouldRefuseLinksOutOfTheDirectoryOrToNothing(String target) throws IOException {
        Path tar = new TarFile().file("a/b", "x").special("link", '2', target).gzip(archive());
        assertThatThrownBy(() -> unpack(tar))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("link");
    }

    @Test
    void shouldWriteNothingThroughALink() throws IOException {
        Path out = Files.createDirectory(directory.resolve("out"));
        Path tar = new TarFile().special("d", '2', "../../out").file("d/x", "x").gzip(archive());
        assertThatThrownBy(() -> unpack(tar)).isInstanceOf(ArchiveException.class);
        assertThat(out).isEmptyDirectory();
    }

    @Test
    void shouldRefuseALinkThatOtherLinksLeadOut() throws IOException {
        Path tar = new TarFile()
                .file("a/b/c", "x")
                .special("s", '2', "a/b")
                .special("t", '2', "s/../../../../archive")
                .gzip(archive());
        assertThatThrownBy(() -> unpack(tar)).isInstanceOf(ArchiveException.class);
    }

    @Test
    void shouldRefuseHardLinksToWhatIsOutside() throws IOException {
        Path tar = new TarFile().special("hard", '1', "../../archive").gzip(archive());
        assertThatThrownBy(() -> unpack(tar)).isInstanceOf(ArchiveException.class);
        Path passwords = new TarFile().special("hard", '1', "/etc/passwd").gzip(archive());
        assertThatThrownBy(() -> unpack(passwords)).isInstanceOf(ArchiveException.class);
    }

    @ParameterizedTest
    @ValueSource(chars = {'3', '4', '6', 'S', 'Z'})
    void shouldRefuseDevicesAndOtherSpecialEntries(char type) throws IOException {
        Path tar = new TarFile().special("device", type, "").gzip(archive());
        assertThatThrownBy(() -> unpack(tar))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("special");
    }

    @Test
    void shouldStopAtTheBoundOfWhatIsUnpacked() throws IOException {
        String zeros = "0".repeat(600_000);
        Path tar = new TarFile().file("a", zeros).file("b", zeros).gzip(archive());
        assertThat(Files.size(tar)).isLessThan(10_000);
        assertThatThrownBy(() -> unpack(tar))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("larger");
        Path zip = zip("c", zeros, "d", zeros);
        assertThatThrownBy(() -> unpack(zip))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("larger");
    }

    @Test
    void shouldRefuseWhatIsNoArchive() throws IOException {
        Path text = Files.writeString(archive(), "not an archive".repeat(100));
        assertThatThrownBy(() -> unpack(text)).isInstanceOf(ArchiveException.class);
    }

    @Test
    void shouldRefuseADamagedHeader() throws IOException {
        byte[] bytes = new TarFile().file("a", "x").content();
        bytes[0] ^= 1;
        Path tar = Files.write(archive(), bytes);
        assertThatThrownBy(() -> unpack(tar))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("checksum");
    }

    @Test
    void shouldRefuseASmallArchiveOfManyDirectories() throws IOException {
        TarFile tar = new TarFile();
        for (int i = 0; i < 110; i++) {
            tar.file(i + "/" + "d/".repeat(45) + "x", "");
        }
        Path deep = tar.gzip(directory.resolve("deep"));
        assertThatThrownBy(() -> unpack(deep))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("directories (expected: at most 4,096");
        assertThatThrownBy(() -> Unpacker.check(deep, MOST)).isInstanceOf(ArchiveException.class);
    }

    /** The master does so before any worker starts. */
    @ParameterizedTest
    @ValueSource(strings = {"../out", "/etc/x", "a/../../x"})
    void shouldRefuseWhatWorkersWouldRefuseAndWriteNothing(String name) throws IOException {
        Path archive = zip("first", "1", name, "2");
        assertThatThrownBy(() -> Unpacker.check(archive, MOST)).isInstanceOf(ArchiveException.class);
        assertThat(outside()).isEmpty();
        assertThat(directory.resolve("unpacked")).doesNotExist();
    }

    @Test
    void shouldRefuseNamesThatNoFileSystemTakes() throws IOException {
        Path archive = zip("n".repeat(300), "1");
        assertThatThrownBy(() -> Unpacker.check(archive, MOST))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("too long");
    }
}
