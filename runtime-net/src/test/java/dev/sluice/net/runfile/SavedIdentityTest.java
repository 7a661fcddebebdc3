package dev.sluice.net.runfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.RunId;
import dev.sluice.net.rules.NetException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavedIdentityTest {
    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("journal").resolve("identity");
    }

    private static SavedIdentity identity() {
        return new SavedIdentity(
                new RunId("run-1"), RunIdentity.create(), RunSecrets.create(), 7070, Path.of("/tmp/run.sock"));
    }

    @Test
    void shouldBeTheSameAfterItWasWrittenAndRead() throws IOException {
        SavedIdentity written = identity();
        written.write(file());

        SavedIdentity read = SavedIdentity.read(file());

        assertThat(read).isEqualTo(written);
        assertThat(read.identity().key()).isEqualTo(written.identity().key());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    @Test
    void shouldNeedNoCertificateForALocalSocketAlone() {
        SavedIdentity written = new SavedIdentity(new RunId("run-1"), null, RunSecrets.create(), 0, null);
        written.write(file());
        assertThat(SavedIdentity.read(file())).isEqualTo(written);
    }

    @Test
    void shouldRefuseAFileThatOthersMayRead() throws IOException {
        identity().write(file());
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> SavedIdentity.read(file()))
                .isInstanceOf(NetException.class)
                .hasMessageContaining("rw-r-----");
    }

    @Test
    void shouldRefuseAFileThatIsNotWholeAndShowNoSecret() throws IOException {
        SavedIdentity written = identity();
        written.write(file());
        String text = Files.readString(file());
        Files.writeString(file(), text.substring(0, text.length() - 8));
        assertThatThrownBy(() -> SavedIdentity.read(file()))
                .hasMessageContaining("it is not whole")
                .hasMessageNotContaining(written.secrets().worker().text());
    }
}
