package dev.sluice.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.JarInfo;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavedCommandTest {
    private static final List<String> WORDS = List.of("run", "app.jar", "--", "--password", "geheim");

    @TempDir
    Path run;

    private static ApplicationInfo info(String jar, char hash) {
        return new ApplicationInfo(List.of(new JarInfo(jar, String.valueOf(hash).repeat(64), 10)), "App", List.of());
    }

    private static SavedCommand command() {
        return SavedCommand.here(new RunId("app-1"), WORDS, info("app.jar", 'a'));
    }

    private static void assertDiffers(ThrowingCallable demand, String text) {
        assertThatThrownBy(demand).isInstanceOfSatisfying(SluiceException.class, refused -> {
            assertThat(refused.code()).isEqualTo(ErrorCode.RESUMED_FILES_DIFFER);
            assertThat(refused).hasMessageContaining(text);
        });
    }

    @Test
    void shouldBeTheSameAfterItWasWrittenAndRead() throws IOException {
        assertThat(SavedCommand.isIn(run)).isFalse();
        command().write(run);
        assertThat(SavedCommand.isIn(run)).isTrue();
        assertThat(SavedCommand.read(run)).isEqualTo(command());
        Path file = SavedCommand.journal(run).resolve("command.json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void shouldKeepTheLongestCommandLineThatLinuxAllows() {
        List<String> words = new ArrayList<>(List.of("each", "echo", ":::"));
        words.addAll(Collections.nCopies(48, "\u0001".repeat(128 << 10)));
        SavedCommand longest = SavedCommand.here(new RunId("each-1"), words, info("app.jar", 'a'));
        longest.write(run);

        assertThat(SavedCommand.read(run)).isEqualTo(longest);
    }

    @Test
    void shouldRefuseAFileThatIsLongerThanAnyCommandLine() throws IOException {
        command().write(run);
        try (RandomAccessFile file = new RandomAccessFile(
                SavedCommand.journal(run).resolve("command.json").toFile(), "rw")) {
            file.setLength(1L << 32);
        }

        assertThatThrownBy(() -> SavedCommand.read(run)).isInstanceOfSatisfying(SluiceException.class, refused -> {
            assertThat(refused.code()).isEqualTo(ErrorCode.NOT_RESUMABLE);
            assertThat(refused).hasMessageContaining("command.json: 4294967296 bytes (expected: at most");
        });
    }

    @Test
    void shouldDemandTheJarsAndTheClassOfTheFirstTry() {
        command().demand(info("app.jar", 'a'));
        assertDiffers(() -> command().demand(info("app.jar", 'b')), "app.jar has changed (SHA-256 bbbbbbbbbbbb…");
        assertDiffers(() -> command().demand(info("other.jar", 'a')), "app.jar is not there");
        assertDiffers(
                () -> command().demand(new ApplicationInfo(info("app.jar", 'a').jars(), "Other", List.of())),
                "the class is Other, not App");
    }

    @Test
    void shouldNameAllChangesAndDemandThemFromThenOn() {
        ApplicationInfo info = new ApplicationInfo(info("new.jar", 'b').jars(), "Other", List.of());
        assertThat(command().changes(info))
                .containsExactly("the class is Other, not App", "app.jar is not there", "new.jar is new");
        command().with(info).demand(info);
    }

    @Test
    void shouldGiveTheWordsThatRepeatAUnit() {
        assertThat(command().alone(2, 7))
                .containsExactly("run", "--unit", "2:7", "app.jar", "--", "--password", "geheim");
    }

    @Test
    void shouldRefuseAFileThatIsNone() throws IOException {
        command().write(run);
        Files.writeString(SavedCommand.journal(run).resolve("command.json"), "{\"run\":\"app-1\"}");
        assertThatThrownBy(() -> SavedCommand.read(run)).isInstanceOf(SluiceException.class);
    }
}
