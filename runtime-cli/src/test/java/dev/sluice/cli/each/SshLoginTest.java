package dev.sluice.cli.each;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SshLoginTest {
    @TempDir
    Path directory;

    @Test
    void shouldReadWhatMeansTheSame() {
        assertThat(SshLogin.list("-S", "north,8/bob@south, :,2/:"))
                .containsExactly(
                        new SshLogin("north", 0),
                        new SshLogin("bob@south", 8),
                        new SshLogin("", 0),
                        new SshLogin("", 2));
    }

    @Test
    void shouldReadAFile() throws IOException {
        Path file = directory.resolve("hosts");
        Files.writeString(file, "# ours\n4/north # fast\n\n:\n");
        assertThat(SshLogin.file("--slf", file.toString()))
                .containsExactly(new SshLogin("north", 4), new SshLogin("", 0));
        assertThatThrownBy(() -> SshLogin.file("--slf", "-")).hasMessageContaining("--slf: - (expected: a file");
        assertThatThrownBy(() -> SshLogin.file("--slf", directory.resolve("x").toString()))
                .hasMessageContaining("(expected: a file that can be read)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "@gpu/north|hosts without groups",
                "ssh -p 22 north|--ssh 'ssh OPTIONS'",
                "0/north|at least 1",
                "-oProxyCommand=x|[N/][USER@]HOST",
                "bob:secret@north|no password",
                "north:22|could mean three things",
                ".|[N/][USER@]HOST",
                "a/b|[N/][USER@]HOST"
            })
    void shouldRefuseWhatMeansSomethingElse(String text, String expected) {
        assertThatThrownBy(() -> SshLogin.of("-S", text))
                .hasMessageContaining(expected)
                .hasMessageNotContaining("secret");
    }
}
