package dev.sluice.app.each.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker process that dies by SIGKILL in the middle of a command. */
@NoLeaks
class LostWorkerTest {
    @TempDir
    Path temporary;

    @Test
    void shouldEndItsCommandsAndRemoveItsFilesWhenAWorkerIsKilled() throws Exception {
        Path pids = temporary.resolve("pids");
        Path directory = Files.createDirectory(temporary.resolve("tmp"));
        String line = "trap '' TERM; sleep 1000 & echo $! > " + pids + "; echo $$ >> " + pids + "; pwd > " + pids
                + ".dir; wait; sleep 1000";
        Process worker = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + directory,
                        "-cp",
                        System.getProperty("java.class.path"),
                        LostWorker.class.getName(),
                        line)
                .inheritIO()
                .start();
        await().until(() -> Files.exists(Path.of(pids + ".dir")) && Files.size(Path.of(pids + ".dir")) > 0);
        List<String> running = Files.readAllLines(pids);
        assertThat(running).hasSize(2).allMatch(LostWorkerTest::lives);
        assertThat(directory).isNotEmptyDirectory();
        worker.destroyForcibly().waitFor();
        await().until(() -> running.stream().noneMatch(LostWorkerTest::lives));
        await().untilAsserted(() -> assertThat(directory).isEmptyDirectory());
    }

    private static boolean lives(String pid) {
        return ProcessHandle.of(Long.parseLong(pid)).map(ProcessHandle::isAlive).orElse(false);
    }
}
