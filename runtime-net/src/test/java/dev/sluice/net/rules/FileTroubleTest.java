package dev.sluice.net.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTroubleTest {
    @TempDir
    Path directory;

    @Test
    void shouldNeverCallAFileOrPathADefect() {
        assertCode(new NoSuchFileException("x"), ErrorCode.FILE_UNUSABLE);
        assertCode(new UncheckedIOException(new AccessDeniedException("x")), ErrorCode.FILE_UNUSABLE);
        assertCode(new FileSystemException("x", null, "Read-only file system"), ErrorCode.FILE_UNUSABLE);
        assertCode(new InvalidPathException("\0", "Nul character not allowed"), ErrorCode.PATH_UNUSABLE);
        assertCode(new MalformedInputException(1), ErrorCode.TEXT_UNREADABLE);
        assertCode(new IOException("Input/output error"), ErrorCode.INPUT_OUTPUT_FAILED);
        assertCode(new IOException("No space left on device"), ErrorCode.DISK_FULL);
    }

    private static void assertCode(Exception thrown, ErrorCode code) {
        assertThat(FileTrouble.of(thrown)).as("%s", thrown).contains(code);
        assertThat(FileTrouble.of(new IllegalStateException(thrown)))
                .as("%s", thrown)
                .contains(code);
    }

    @Test
    void shouldLeaveDefectsDefects() {
        assertThat(FileTrouble.of(new IllegalArgumentException("units: -1"))).isEmpty();
    }

    @Test
    void shouldNotCallALongNameAFullDisk() {
        IOException thrown = thrown(directory.resolve("n".repeat(300)));
        assertThat(FileTrouble.of(thrown)).contains(ErrorCode.NAME_TOO_LONG);
        assertThat(FileTrouble.ofWriting(thrown)).isEqualTo(ErrorCode.NAME_TOO_LONG);
    }

    @Test
    void shouldSayWhichFileIsMissing() {
        IOException thrown = thrown(directory.resolve("none").resolve("file"));
        assertThat(FileTrouble.ofWriting(thrown)).isEqualTo(ErrorCode.FILE_NOT_WRITTEN);
        assertThat(FileTrouble.words(thrown))
                .endsWith("none/file: no such file or directory (expected: one that exists)");
    }

    @Test
    void shouldSayWhatTheSystemSaidWithoutNamesOfClasses() {
        Path file = directory.resolve("file");
        assertThat(FileTrouble.named(thrown(file.resolve("below")))).doesNotContain("Exception");
        assertThat(FileTrouble.said(thrown(directory))).isEqualTo("Is a directory");
        assertThat(FileTrouble.said(new IOException("Input/output error"))).isEqualTo("Input/output error");
        assertThat(FileTrouble.named(new AccessDeniedException("x"))).isEqualTo("x: permission denied");
    }

    private static IOException thrown(Path file) {
        try {
            Files.write(file, new byte[0]);
        } catch (IOException e) {
            return e;
        }
        throw new AssertionError(file + " was written");
    }
}
