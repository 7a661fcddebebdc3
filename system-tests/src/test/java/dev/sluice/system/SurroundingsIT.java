package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds the table of docs/data.md, "What an application sees": it is the same in every mode and in every method. */
@NoLeaks
class SurroundingsIT {
    private static final List<String> METHODS = List.of(
            "accept", "complete", "compute", "constructor", "cycle", "endCycle", "initialize", "loadState", "unit");

    private static final List<String> JAVA =
            List.of("-Duser.language=de", "-Duser.country=AT", "-Duser.timezone=Asia/Kathmandu");

    @TempDir
    Path directory;

    private Path jar;

    @BeforeEach
    void pack() throws IOException {
        jar = PoisonJar.in(directory, Surroundings.class, SurroundingsDriver.class);
        try (FileSystem inside = FileSystems.newFileSystem(jar)) {
            Files.writeString(inside.getPath("META-INF/services/java.sql.Driver"), SurroundingsDriver.class.getName());
        }
        Files.createFile(directory.resolve("here"));
    }

    @Test
    void shouldLookTheSameInEveryMethodInEveryMode() throws Exception {
        for (List<String> mode :
                List.of(List.of("--local=0"), List.<String>of(), List.of("--isolate", "on"), List.of("--local", "2"))) {
            assertThat(seen(mode, "/")).as("%s", mode).containsExactlyElementsOf(expected());
        }
    }

    @Test
    void shouldLookTheSameInARunThatGoesOn() throws Exception {
        Path mended = directory.resolve("mended");
        try (MasterRun failed = run(List.of("--run-dir", "run"), mended.toString())) {
            assertThat(failed.exitCodeWithin(60)).as(failed.err()).isEqualTo(1);
            assertThat(failed.err())
                    .contains("to repeat unit 2: ", "run --unit 2 ", "after the code is mended: ")
                    .doesNotContain("to go on");
        }
        Files.createFile(mended);
        try (MasterRun resumed = MasterRun.master(directory, JAVA, "resume", "run")) {
            assertThat(resumed.exitCodeWithin(60)).as(resumed.err()).isZero();
            assertThat(lines(resumed)).containsExactlyElementsOf(expected());
        }
    }

    @Test
    void shouldGoOnWithAnotherJarOnlyAtTheUsersWord() throws Exception {
        Path mended = directory.resolve("mended");
        run(List.of("--run-dir", "run"), mended.toString()).printed(1);
        Files.createFile(mended);
        try (FileSystem inside = FileSystems.newFileSystem(jar)) {
            Files.writeString(inside.getPath("mended"), "yes");
        }
        try (MasterRun refused = MasterRun.master(directory, JAVA, "resume", "run")) {
            assertThat(refused.exitCodeWithin(60)).isEqualTo(2);
            assertThat(refused.err()).contains("E245", "surroundings.jar has changed", "resume --changed");
        }
        assertThat(MasterRun.master(directory, JAVA, "resume", "--changed", "run")
                        .printed(0))
                .contains("resumed with changes", "surroundings.jar has changed");
        RunSchema.read(Files.readString(directory.resolve("run").resolve("run.json")));
    }

    private static List<String> expected() {
        return METHODS.stream()
                .map(method -> "saw " + method + " own SurroundingsDriver de_AT Asia/Kathmandu UTF-8 true")
                .toList();
    }

    private List<String> seen(List<String> options, String mended) throws Exception {
        try (MasterRun run = run(options, mended)) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            return lines(run);
        }
    }

    private MasterRun run(List<String> options, String mended) throws IOException {
        return MasterRun.master(directory, JAVA, Words.of("run %s %s -- --mended %s", options, jar, mended));
    }

    private static List<String> lines(MasterRun run) throws IOException {
        return run.out().lines().filter(line -> line.startsWith("saw ")).toList();
    }
}
