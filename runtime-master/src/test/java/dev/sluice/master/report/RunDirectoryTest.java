package dev.sluice.master.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.virtual.RunFiles;
import dev.sluice.testing.Records;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
    private static final RunId RUN = new RunId("pep-20261125-042000-655e");

    @TempDir
    Path directory;

    private static RunFile runFile(Role role) {
        return Records.with(RunFiles.of(role, 1), "run", RUN);
    }

    private static void assertRefused(ThrowingCallable call, ErrorCode code, Path named) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(named.toString())
                .hasMessageContaining("expected: ");
    }

    @Test
    void shouldNameARunAfterItsJar() {
        assertThat(RunDirectory.newId(Path.of("lib", "app-pep.jar")).text()).matches("pep-\\d{8}-\\d{6}-[0-9a-f]{4}");
        assertThat(RunDirectory.newId(Path.of("my work!.jar")).text()).startsWith("my-work-");
        assertThat(RunDirectory.newId(Path.of("_.jar")).text()).startsWith("run-");
        assertThat(RunDirectory.newId(Path.of("x".repeat(99) + ".jar")).text()).hasSize(30 + 21);
        assertThat(RunDirectory.plainName(Path.of("app-pep.jar"))).isEqualTo("pep");
    }

    @Test
    void shouldStandWhereItIsToldOrBelowTheRuns() {
        assertThat(new RunDirectory(null, RUN).path()).isEqualTo(Path.of("sluice-runs", RUN.text()));
        assertThat(new RunDirectory(directory, RUN).path()).isEqualTo(directory);
    }

    @Test
    void shouldCreateItselfAndFindItsFiles() {
        RunDirectory run = new RunDirectory(directory.resolve("a").resolve("b"), RUN);
        assertThat(run.freeBytes()).isPositive();
        run.create();
        assertThat(run.logs()).isDirectory().hasParent(run.path());
        assertThat(run.runFile()).isEqualTo(run.path().resolve("private/worker.run"));
        assertThat(run.operatorFile()).isEqualTo(run.path().resolve("private/operator.run"));
        assertThat(RunDirectory.weatherFile(run.path())).isEqualTo(run.path().resolve("weather.json"));
    }

    @Test
    void shouldRefuseAPlaceThatIsAFile() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        assertRefused(() -> new RunDirectory(file, RUN).create(), ErrorCode.FILE_NOT_FOUND, file);
    }

    @Test
    void shouldReadTheOperatorsFileOfARunningRun() throws IOException {
        RunDirectory run = new RunDirectory(directory.resolve("run"), RUN);
        run.create();
        assertThat(RunDirectory.goesOn(run.path())).isFalse();
        runFile(Role.OPERATOR).write(run.operatorFile());
        runFile(Role.WORKER).write(run.runFile());
        assertThat(RunDirectory.goesOn(run.path())).isTrue();
        assertThat(RunDirectory.operatorsOf(run.path()).run()).isEqualTo(RUN);
        assertThat(RunDirectory.operatorsOf(run.operatorFile()).role()).isEqualTo(Role.OPERATOR);
        assertThat(RunDirectory.workerFile(run.path())).isEqualTo(run.runFile());
        assertRefused(() -> RunDirectory.operatorsOf(run.runFile()), ErrorCode.RUN_FILE_INVALID, run.runFile());
        RunDirectory.delete(run.operatorFile());
        RunDirectory.delete(run.runFile());
        assertThat(RunDirectory.goesOn(run.path())).isFalse();
    }

    @Test
    void shouldTellAMissingRunFromOneThatIsOver() throws IOException {
        Path missing = directory.resolve("missing");
        assertRefused(() -> RunDirectory.operatorsOf(missing), ErrorCode.FILE_NOT_FOUND, missing);
        assertRefused(() -> RunDirectory.workerFile(missing), ErrorCode.FILE_NOT_FOUND, missing);
        Path over = Files.createDirectory(directory.resolve("over"));
        assertRefused(() -> RunDirectory.operatorsOf(over), ErrorCode.RUN_OVER, over);
        assertRefused(() -> RunDirectory.workerFile(over), ErrorCode.RUN_OVER, over);
    }

    @Test
    void shouldTellWhetherItCouldBeCreatedWithoutDoingSo() throws IOException {
        Path fresh = directory.resolve("a").resolve("b");
        new RunDirectory(fresh, RUN).check();
        assertThat(directory.resolve("a")).doesNotExist();
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> new RunDirectory(file.resolve("b"), RUN).check())
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FILE_NOT_FOUND))
                .hasMessageContaining("expected: a directory that can be written");
    }
}
