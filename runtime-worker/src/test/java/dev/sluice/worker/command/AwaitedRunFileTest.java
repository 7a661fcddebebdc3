package dev.sluice.worker.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.rules.NetException;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.virtual.RunFiles;
import dev.sluice.testing.Records;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Waits in virtual time; in each pause, the test changes the file. */
class AwaitedRunFileTest {
    private static final RunFile WHOLE = Records.with(RunFiles.of(Role.WORKER, 7_000), "insecure", true);

    @TempDir
    Path directory;

    private final List<String> said = new ArrayList<>();
    private Path file;
    private Path whole;
    private long nowMillis;

    @BeforeEach
    void place() throws IOException {
        file = directory.resolve("private").resolve("worker.run");
        whole = file.resolveSibling("whole.run");
        WHOLE.write(whole);
    }

    private RunFile read(AwaitedRunFile.Pause pause) throws InterruptedException {
        return new AwaitedRunFile(
                        file,
                        () -> nowMillis * 1_000_000L,
                        millis -> {
                            nowMillis += millis;
                            pause.sleep(millis);
                        },
                        said::add)
                .read();
    }

    /** Copies the first bytes, as a copy in progress has them. */
    private void copy(long bytes) {
        try {
            if (!Files.exists(file)) {
                Files.copy(whole, file, StandardCopyOption.COPY_ATTRIBUTES);
            }
            String text = Files.readString(whole);
            Files.writeString(file, text.substring(0, (int) Math.min(bytes, text.length())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldWaitForAFileThatComesLate() throws InterruptedException {
        assertThat(read(millis -> {
                    if (nowMillis > 3_600_000) {
                        copy(Long.MAX_VALUE);
                    }
                }))
                .isEqualTo(WHOLE);
        assertThat(said).containsExactly("waiting for " + file);
    }

    @Test
    void shouldWaitUntilAFileThatIsBeingCopiedIsWhole() throws Exception {
        copy(0);
        assertThat(read(millis -> copy(nowMillis / 1_000))).isEqualTo(WHOLE);
        assertThat(nowMillis).as("longer than a file gets that does not grow").isGreaterThan(100_000);
    }

    @Test
    void shouldSayWhatIsWrongWithAFileThatStaysIncomplete() {
        copy(80);
        assertThatThrownBy(() -> read(millis -> {}))
                .isInstanceOfSatisfying(
                        NetException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUN_FILE_INVALID))
                .hasMessageContaining("not whole: it stops after line");
        assertThat(nowMillis).isEqualTo(10_000);
    }

    @Test
    void shouldNotWaitForAnotherModeOfAFileThatOthersMayRead() throws IOException {
        copy(Long.MAX_VALUE);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> read(millis -> {})).hasMessageContaining("rw-r--r--");
        assertThat(nowMillis).isZero();
    }
}
