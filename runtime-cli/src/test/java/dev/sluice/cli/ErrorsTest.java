package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ErrorsTest {
    @Test
    void shouldReplaceWhatATerminalWouldObey() {
        Executed ran = Executed.sluice("report", "no-\u001b[2J\u202erun");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("no-\uFFFD[2J\uFFFDrun: no such run");
    }

    @Test
    void shouldTakeWordsThatBeginWithAnAtAsTheyAre(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("words"), "--help");
        Executed ran = Executed.sluice("report", "@" + file);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("@" + file);
        Executed folder = Executed.sluice("report", "@" + directory);
        assertThat(folder.code()).isEqualTo(2);
        assertThat(folder.err()).doesNotContain("at picocli");
    }

    @Test
    void shouldExpandNoFiles() {
        assertThat(SluiceMaster.unconfigured().isExpandAtFiles()).isFalse();
    }
}
