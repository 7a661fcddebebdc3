package dev.sluice.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerJarTest {
    @TempDir
    Path directory;

    @Test
    void shouldFindTheFileThatIsNamed() throws Exception {
        Path jar = Files.createFile(directory.resolve("worker.jar"));
        assertThat(WorkerJar.find(jar)).isEqualTo(jar);
    }

    /** A device would be read without an end. */
    @Test
    void shouldRefuseWhatIsNoFile() {
        for (Path none : new Path[] {Path.of("/dev/zero"), directory, directory.resolve("missing")}) {
            assertThatThrownBy(() -> WorkerJar.find(none))
                    .isInstanceOf(LaunchException.class)
                    .hasMessageContaining("no file at " + none)
                    .hasMessageContaining("--worker-jar FILE");
        }
    }
}
