package dev.sluice.app.each.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobLogTest {
    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("log");
    }

    private void write(boolean append, int... numbers) throws IOException {
        try (JobLog log = JobLog.open(file, append)) {
            for (int number : numbers) {
                log.add(
                        EachSamples.input(number, "v"),
                        EachSamples.outcome("echo " + number + "\nx", number % 3, "four", "three"));
            }
        }
    }

    private static String line(int number) {
        return number + "\t:\t1700000000.123\t     1.235\t0\t4\t" + number % 3 + "\t0\techo " + number + "\0x\t#0";
    }

    @Test
    void shouldWriteTheColumnsOfGnuParallel() throws IOException {
        write(false, 1, 2);
        assertThat(Files.readString(file)).isEqualTo(JobLog.HEADER + line(1) + "\n" + line(2) + "\n");
    }

    @Test
    void shouldHaveOnlyWholeLinesWhereverAKillCutsTheFile() throws IOException {
        write(false, 1, 2);
        byte[] whole = Files.readAllBytes(file);
        List<String> lines = Files.readAllLines(file);
        for (int length = 0; length <= whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            write(true, 3);
            List<String> now = Files.readAllLines(file);
            assertThat(now).as("%d bytes", length).startsWith(lines.get(0)).endsWith(line(3));
            assertThat(lines).as("%d bytes", length).containsAll(now.subList(0, now.size() - 1));
        }
    }

    @Test
    void shouldContinueALogOfGnuParallelAsItIs() throws IOException {
        Files.writeString(file, JobLog.PLAIN_HEADER);
        write(true, 1);
        assertThat(file).content().doesNotContain("Memory", "#");
    }

    @Test
    void shouldRefuseToAppendToAnotherFile() throws IOException {
        Files.writeString(file, "my results\n");
        assertThatThrownBy(() -> JobLog.open(file, true)).hasMessageContaining("is no job log");
        assertThat(file).hasContent("my results\n");
    }

    @Test
    void shouldTellWhichCommandsFailedLast() throws IOException {
        write(false, 1, 2, 3, 4);
        Files.writeString(file, Files.readString(file) + line(1).replace("\t1\t0\t", "\t0\t0\t") + "\n5\ttorn");
        List<String> failed = new ArrayList<>();
        LoggedCommands.read(file, (number, success, command) -> {
            if (!success) {
                failed.add(number + " " + new String(command, StandardCharsets.UTF_8));
            }
        });
        assertThat(failed).containsExactly("2 echo 2\nx", "4 echo 4\nx");
    }

    @Test
    void shouldNotRepeatACommandWithoutTheBlockThatItRead() throws IOException {
        Files.writeString(file, JobLog.PLAIN_HEADER + "1\t:\t1.0\t0.1\t12\t0\t1\t0\tsort\n");
        assertThatThrownBy(() -> LoggedCommands.read(file, (number, success, command) -> {}))
                .hasMessageContaining("command 1 read a block of a stream");
    }

    @Test
    void shouldRefuseADamagedLine() throws IOException {
        Files.writeString(file, JobLog.HEADER + "one\ttwo\n");
        assertThatThrownBy(() -> LoggedCommands.read(file, (number, success, command) -> {}))
                .hasMessage(file + " has a damaged line (expected: nine columns): one two");
    }
}
