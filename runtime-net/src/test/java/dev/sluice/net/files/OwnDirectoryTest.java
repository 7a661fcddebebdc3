package dev.sluice.net.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.runfile.ThisHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnDirectoryTest {
    @TempDir
    Path directory;

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void shouldMakeDirectoriesThatNobodyElseMayEnter() throws IOException {
        Path made = OwnDirectory.make(directory.resolve("a/b"));
        assertThat(mode(made)).isEqualTo("rwx------");
        assertThat(mode(directory.resolve("a"))).isEqualTo("rwx------");
    }

    @Test
    void shouldCloseADirectoryThatALooseUmaskHasLeftOpen() throws IOException {
        Path open = Files.createDirectory(directory.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(mode(OwnDirectory.make(open))).isEqualTo("rwx------");
    }

    @Test
    void shouldRefuseTheDirectoryOfAnotherUser() throws IOException {
        assumeTrue(ThisHost.user().equals(0), "only root may give files away");
        Path foreign = Files.createDirectory(directory.resolve("foreign"));
        Files.setAttribute(foreign, "unix:uid", 12_345);
        assertThatThrownBy(() -> OwnDirectory.make(foreign))
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CACHE_EXPOSED))
                .hasMessageContaining("12345");
        assertThat(OwnDirectory.isOwn(foreign)).isFalse();
    }
}
