package dev.sluice.app.each;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnsentFileTest {
    @TempDir
    Path directory;

    private Optional<String> found(String command, String... sent) {
        return RunningCommands.UnsentFile.of(command.getBytes(StandardCharsets.UTF_8), directory, List.of(sent));
    }

    @Test
    void shouldNameAWordThatIsAFileHere() throws Exception {
        Files.writeString(directory.resolve("sim.py"), "");
        Files.writeString(Files.createDirectory(directory.resolve("a b")).resolve("données"), "");
        assertThat(found("python3 sim.py 1")).contains("sim.py");
        assertThat(found("cat 1 | python3 -u ./sim.py; true")).contains("sim.py");
        assertThat(found("sort <'a b/données'")).contains("a b/données");
        assertThat(found("sort a' 'b/données")).contains("a b/données");
        assertThat(found("python3 sim.py 1", "sim.py")).isEmpty();
        assertThat(found("python3 other.py " + directory.resolve("sim.py") + " ../x a"))
                .isEmpty();
    }
}
