package dev.sluice.app.each.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Blob;
import dev.sluice.app.each.job.ReturnedFile;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafePathTest {
    @TempDir
    Path directory;

    private static byte[] bytes(String latin) {
        return latin.getBytes(StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"../x", "a/../../x", "a/..", "..", "/etc/x", "", ".", "a\0b", "link/x", "link/new/x", "out"})
    void shouldRefuseNamesThatLeaveTheDirectory(String name) throws IOException {
        Path root = Files.createDirectory(directory.resolve("root"));
        Path outside = Files.createDirectory(directory.resolve("outside"));
        Files.createSymbolicLink(root.resolve("link"), outside);
        Files.createSymbolicLink(root.resolve("out"), outside.resolve("file"));
        assertThatThrownBy(() -> SafePath.below(root, bytes(name)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("name of a result: ");
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void shouldTakeLinksThatStayInside() throws IOException {
        Path root = Files.createDirectory(directory.resolve("root"));
        Files.createSymbolicLink(root.resolve("link"), Files.createDirectory(root.resolve("inside")));
        Files.writeString(SafePath.below(root, bytes("link/a/x")), "x");
        assertThat(root.resolve("inside/a/x")).hasContent("x");
    }

    @Test
    void shouldKeepBytesThatAreNoText() throws IOException {
        Path file = SafePath.below(directory, bytes("a\u00ff b/%\u00e9"));
        Files.writeString(file, "x");
        assertThat(file.toUri().getRawPath()).endsWith("/a%FF%20b/%25%E9");
        assertThat(Path.of(URI.create(directory.toUri() + "a%FF%20b/%25%E9"))).hasContent("x");
    }

    @Test
    void shouldWriteReturnedFilesWhole() throws IOException {
        Blob content = Blob.of(new byte[100_000]);
        ReturnedFile file = new ReturnedFile(bytes("sub/tool"), true, content);
        Files.createDirectories(directory.resolve("sub"));
        Files.writeString(directory.resolve("sub/tool"), "old");
        ReturnedFiles.writeAll(directory, List.of(file));
        assertThat(directory.resolve("sub/tool")).hasSize(100_000).isExecutable();
        assertThat(directory.resolve("sub")).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void shouldKeepAnOlderFileIfTheNewOneCannotBeWritten() throws IOException {
        Path source = Files.write(directory.resolve("source"), new byte[300_000]);
        Blob cut = Blob.of(source);
        Files.write(source, new byte[10]);
        Files.writeString(directory.resolve("result"), "old");
        ReturnedFile file = new ReturnedFile(bytes("result"), false, cut);
        assertThatThrownBy(() -> ReturnedFiles.writeAll(directory, List.of(file)))
                .isInstanceOf(IOException.class);
        assertThat(directory.resolve("result")).hasContent("old");
        assertThat(directory).isDirectoryNotContaining("glob:**.part");
    }
}
