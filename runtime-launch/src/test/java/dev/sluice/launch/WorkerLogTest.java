package dev.sluice.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerLogTest {
    @TempDir
    Path directory;

    private Path log(String text) throws IOException {
        return Files.writeString(directory.resolve("w.log"), text);
    }

    @Test
    void shouldReadTheLastLines() throws IOException {
        assertThat(WorkerLog.lastLines(log("one\ntwo\nthree\n"), 2, 100)).containsExactly("two", "three");
        assertThat(WorkerLog.lastLines(log("one\nno end"), 9, 100)).containsExactly("one", "no end");
        assertThat(WorkerLog.lastLines(log(""), 9, 100)).isEmpty();
        assertThat(WorkerLog.lastLines(directory.resolve("none"), 9, 100)).isEmpty();
    }

    @Test
    void shouldReadOnlyTheEndOfALargeLog() throws IOException {
        Path log = log("line\n".repeat(100_000) + "last\n");
        assertThat(WorkerLog.lastLines(log, 20, 14)).containsExactly("line", "last");
        assertThat(WorkerLog.lastLines(log("x".repeat(1_000)), 20, 10)).containsExactly("x".repeat(10));
    }

    @Test
    void shouldReplaceWhatATerminalObeys() throws IOException {
        assertThat(WorkerLog.lastLines(log("a\u001b[2Jb\tc é\n"), 9, 100))
                .hasSize(1)
                .allSatisfy(line -> {
                    assertThat(line).startsWith("a").endsWith("[2Jb\tc é").doesNotContain("\u001b");
                });
        assertThat(WorkerLog.lastWords(log("1\n2\n"))).isEqualTo("1" + System.lineSeparator() + "2");
    }
}
