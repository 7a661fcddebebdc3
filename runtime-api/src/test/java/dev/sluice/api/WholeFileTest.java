package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of the user is never harmed. */
class WholeFileTest {
    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("file");
    }

    private static void write(Path file, String text) throws IOException {
        WholeFile.write(file, to -> to.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void shouldWriteAndReplaceAFile() throws IOException {
        write(file, "a longer text");
        write(file, "new");
        assertThat(file).hasContent("new");
        assertAlone(file);
    }

    @Test
    void shouldKeepWhatIsThereIfTheContentFails() throws IOException {
        write(file, "old");
        assertThatThrownBy(() -> WholeFile.write(file, to -> {
                    to.write(1);
                    throw new IOException("no more");
                }))
                .hasMessage("no more");
        assertThat(file).hasContent("old");
        assertAlone(file);
    }

    @Test
    void shouldKeepALinkAndWriteWhereItLeads() throws IOException {
        Path other = Files.createDirectory(directory.resolve("other")).resolve("target");
        Files.createSymbolicLink(file, other);
        write(file, "first");
        write(file, "second");
        assertThat(file).isSymbolicLink().hasContent("second");
        assertThat(other).hasContent("second");
    }

    @Test
    void shouldNeverReplaceADevice() throws IOException {
        Path nowhere = Path.of("/dev/null");
        assumeTrue(Files.exists(nowhere) && !Files.isRegularFile(nowhere), "this system has no such device");
        Files.createSymbolicLink(file, nowhere);
        write(file, "into a link to a device");
        assertThat(file).isSymbolicLink();
        assertThat(Files.isRegularFile(nowhere)).isFalse();
    }

    @Test
    void shouldRefuseADirectory() {
        assertThatThrownBy(() -> write(directory, "text")).isInstanceOf(IOException.class);
        assertThat(directory).isEmptyDirectory();
    }

    private void assertAlone(Path expected) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            assertThat(all).containsExactly(expected);
        }
    }
}
