package dev.sluice.app.each.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.each.job.Command;
import dev.sluice.app.each.job.Outcome;
import dev.sluice.app.each.job.ReturnedFile;
import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories of commands, and the files that come back from them. */
@NoLeaks
class UnitDirectoryTest {
    @TempDir
    Path temporary;

    private CommandCrew crew;

    @AfterEach
    void closeCrew() throws IOException {
        crew.close();
    }

    @Test
    void shouldRunInTheDirectoryOfTheProcess() throws Exception {
        crew = Commands.crew();
        assertThat(output("pwd -P")).isEqualTo(Path.of("").toRealPath() + "\n");
        assertThat(output("cd /; pwd")).isEqualTo("/\n");
        assertThat(output("pwd -P")).isEqualTo(Path.of("").toRealPath() + "\n");
    }

    @Test
    void shouldMakeAGivenDirectoryAndKeepItsFiles() throws Exception {
        Path given = temporary.resolve("a b/c");
        crew = Commands.crewIn(given);
        Outcome outcome = run(Commands.returning("echo x > f; pwd", "f"));
        assertThat(Commands.output(outcome)).isEqualTo(given.toRealPath() + "\n");
        assertThat(Commands.text(outcome.returned().get(0).content())).isEqualTo("x\n");
        assertThat(given.resolve("f")).exists();
    }

    @Test
    void shouldGiveEachTryAnEmptyDirectoryAndRemoveIt() throws Exception {
        crew = Commands.crewWithOwnDirectories();
        Command command = Commands.line("pwd; ls; touch f; mkdir -p d/e; touch d/e/f; chmod 0 d/e d; exit 1");
        Outcome outcome = Commands.run(crew, command, CommandLimits.NONE.tries(2));
        Path directory = Path.of(Commands.output(outcome).trim());
        assertThat(directory).doesNotExist();
        Outcome next = run(Commands.line("ls -A"));
        assertThat(next.succeeded()).isTrue();
        assertThat(Commands.output(next)).isEmpty();
    }

    @Test
    void shouldShowPlacedFilesInEachDirectory() throws Exception {
        Path model = Files.writeString(temporary.resolve("model"), "data");
        crew = Commands.crew(new WorkingDirectory.Own(List.of(new WorkingDirectory.PlacedFile("in/model.bin", model))));
        assertThat(output("cat in/model.bin")).isEqualTo("data");
        assertThat(output("rm -r in; echo gone")).isEqualTo("gone\n");
        assertThat(output("cat in/model.bin")).isEqualTo("data");
    }

    @Test
    void shouldSurviveACommandThatRemovesOrReplacesItsDirectory() throws Exception {
        crew = Commands.crewWithOwnDirectories();
        assertThat(output("rmdir \"$PWD\"; echo a")).isEqualTo("a\n");
        Path kept = Files.writeString(temporary.resolve("kept"), "kept");
        assertThat(output("rmdir \"$PWD\"; ln -s " + temporary + " \"$PWD\"; echo b"))
                .isEqualTo("b\n");
        assertThat(output("ls -A; echo c")).isEqualTo("c\n");
        assertThat(kept).exists();
    }

    @Test
    void shouldReturnFilesInTheirOrderAndLeaveMissingOnesOut() throws Exception {
        crew = Commands.crewWithOwnDirectories();
        Outcome outcome = run(Commands.returning(
                "mkdir d; head -c 3000000 /dev/zero > d/large; echo 1 > b; chmod +x b; : > empty; exit 4",
                "d/large",
                "missing",
                "b",
                "empty"));
        assertThat(outcome.exitCode()).isEqualTo(4);
        assertThat(outcome.returned())
                .extracting(file -> new String(file.name(), StandardCharsets.UTF_8))
                .containsExactly("d/large", "b", "empty");
        assertThat(outcome.returned()).extracting(ReturnedFile::executable).containsExactly(false, true, false);
        assertThat(outcome.returned().get(0).content().size()).isEqualTo(3_000_000);
        assertThat(Commands.text(outcome.returned().get(1).content())).isEqualTo("1\n");
    }

    @Test
    void shouldReturnDirectoriesAndWhatAPatternFits() throws Exception {
        Path model = Files.writeString(temporary.resolve("model"), "data");
        crew = Commands.crew(new WorkingDirectory.Own(List.of(new WorkingDirectory.PlacedFile("model.txt", model))));
        String make =
                "mkdir -p out/deep; echo > out/deep/a; echo > out/b; echo > r1.txt; echo > r2.txt; echo > '[x].txt'; "
                        + "echo > .r.txt; echo > other";
        assertThat(names(run(Commands.returning(make, "out"))).subList(0, 2)).containsExactly("out/b", "out/deep/a");
        assertThat(names(run(Commands.returning(make, "*.txt")))).containsExactly("[x].txt", "r1.txt", "r2.txt");
        assertThat(names(run(Commands.returning(make, "r[!1].t?t", "o*/*"))))
                .containsExactly("r2.txt", "out/b", "out/deep/a");
        assertThat(names(run(Commands.returning(make, "[x].txt")))).containsExactly("[x].txt");
    }

    private static List<String> names(Outcome outcome) throws Exception {
        assertThat(outcome.succeeded()).as(Commands.error(outcome)).isTrue();
        return outcome.returned().stream()
                .map(file -> new String(file.name(), StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void shouldFailACommandWithoutAFileThatIsNeeded() throws Exception {
        crew = Commands.crewWithOwnDirectories();
        for (String name : List.of("f", "f*", "d/f", "d/*")) {
            Outcome outcome = run(Commands.returning("true", name));
            assertThat(outcome.exitCode()).isEqualTo(126);
            assertThat(Commands.error(outcome))
                    .startsWith("sluice: --return " + name + ": the command left no such file");
        }
        Command maybe = Commands.line("true");
        Outcome outcome = run(new Command(
                maybe.words(), true, List.of(), Optional.empty(), List.of(), List.of(bytes("f"), bytes("f*"))));
        assertThat(outcome.succeeded()).isTrue();
    }

    @Test
    void shouldNameAFileThatIsNotBroughtBack() throws Exception {
        crew = Commands.crewWithOwnDirectories();
        assertThat(new String(run(Commands.returning("mkdir out; echo > out/3; echo > a", "a"))
                        .left()))
                .isEqualTo("out/3");
        assertThat(run(Commands.returning("mkdir out; echo > out/3; echo > .hidden", "out"))
                        .left())
                .isEmpty();
        assertThat(run(Commands.line("echo > a; exit 1")).left()).isEmpty();
    }

    @Test
    void shouldReturnAFileWhoseNameIsNoText() throws Exception {
        crew = Commands.crewWithOwnDirectories();
        byte[] name = {(byte) 0xff, 'a', '%', ' ', '?', (byte) 0xc3, (byte) 0xa4, '\n'};
        Command command = new Command(
                List.of(bytes("cp"), bytes("/dev/null"), name), false, List.of(), Optional.empty(), List.of(name));
        Outcome outcome = run(command);
        assertThat(Commands.error(outcome)).isEmpty();
        assertThat(outcome.returned()).hasSize(1);
        assertThat(outcome.returned().get(0).name()).isEqualTo(name);
    }

    @Test
    void shouldRefuseNamesOutsideTheDirectoryBeforeTheCommandStarts() throws Exception {
        crew = Commands.crewWithOwnDirectories();
        Path trace = temporary.resolve("trace");
        for (String name : List.of("../x", "/etc/passwd", "a/../../b", "..", "")) {
            Outcome outcome = run(Commands.returning("touch " + trace, name));
            assertThat(outcome.exitCode()).isEqualTo(126);
            assertThat(Commands.error(outcome)).contains("cannot return \"" + name + "\"");
        }
        assertThat(trace).doesNotExist();
    }

    @Test
    void shouldRefuseLinksOutOfTheDirectoryAndWhatIsNoFile() throws Exception {
        crew = Commands.crewWithOwnDirectories();
        Files.writeString(temporary.resolve("secret"), "secret");
        for (String line : List.of("ln -s " + temporary.resolve("secret") + " f", "ln -s nothing f", "mkfifo f")) {
            Outcome outcome = run(Commands.returning(line, "f"));
            assertThat(outcome.exitCode()).isEqualTo(126);
            assertThat(outcome.returned()).isEmpty();
            assertThat(Commands.error(outcome)).startsWith("sluice: f ").contains("(expected: ");
        }
        Outcome throughDirectory = run(Commands.returning("ln -s " + temporary + " d", "d/secret"));
        assertThat(throughDirectory.exitCode()).isEqualTo(126);
        Outcome inside = run(Commands.returning("echo x > g; ln -s g f", "f"));
        assertThat(Commands.text(inside.returned().get(0).content())).isEqualTo("x\n");
    }

    private Outcome run(Command command) throws IOException, InterruptedException {
        return Commands.run(crew, command);
    }

    private String output(String line) throws IOException, InterruptedException {
        Outcome outcome = run(Commands.line(line));
        assertThat(Commands.error(outcome)).isEmpty();
        return Commands.output(outcome);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
