package dev.sluice.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.runfile.ThisHost;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The commands attach and logs. In a pause the test lets the run go on. */
class SubmittedRunsTest {
    private static final String LONG_GONE =
            "\"pid\":" + Integer.MAX_VALUE + ",\"processStarted\":\"" + Instant.EPOCH + "\"";

    @TempDir
    Path directory;

    private final Deque<Step> steps = new ArrayDeque<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final StringWriter printed = new StringWriter();
    private final StringWriter said = new StringWriter();
    private Path run;

    /** Takes the place of a pause. */
    private interface Step {
        void happen() throws IOException;
    }

    private final Pause pause = () -> {
        try {
            Objects.requireNonNull(steps.poll(), "a pause without end").happen();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    };

    @BeforeEach
    void submit() throws Exception {
        run = submitted("one");
        listInPool(false);
    }

    private Path submitted(String name) throws IOException {
        Path made = Files.createDirectories(directory.resolve("runs").resolve(name));
        Files.createFile(made.resolve("output"));
        Files.createFile(made.resolve("log"));
        return made;
    }

    private void listInPool(boolean over) throws IOException {
        Files.writeString(
                directory.resolve("pool.json"),
                "{\"schema\":\"sluice-pool-state-1\",\"hosts\":[],\"runs\":[{\"directory\":\"" + run
                        + "\",\"from\":\"/\",\"words\":[\"run\"],\"over\":" + over + "}]}");
    }

    private static void json(Path run, String mode, String rest) throws IOException {
        Files.writeString(
                run.resolve("run.json"),
                "{\"schema\":\"sluice-run-1\",\"mode\":\"" + mode + "\",\"run\":\"id-" + run.getFileName() + "\","
                        + rest + "}");
    }

    private void running() throws IOException {
        ProcessHandle self = ProcessHandle.current();
        json(
                run,
                "running",
                "\"host\":\"" + ThisHost.name() + "\",\"pid\":" + self.pid() + ",\"processStarted\":\""
                        + self.info().startInstant().orElseThrow() + "\"");
    }

    private void killed() throws IOException {
        json(run, "running", "\"host\":\"" + ThisHost.name() + "\"," + LONG_GONE);
    }

    private static void ended(Path run, String outcome, int code) throws IOException {
        json(run, "cluster", "\"outcome\":\"" + outcome + "\",\"exitCode\":" + code);
    }

    private void append(String file, String text) throws IOException {
        Files.writeString(run.resolve(file), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private int execute(Callable<Integer> command, Object... words) throws Exception {
        CommandLine line = new CommandLine(command)
                .setOut(new PrintWriter(printed, true))
                .setErr(new PrintWriter(said, true))
                .setExecutionExceptionHandler((failure, failed, parsed) -> {
                    throw failure;
                });
        List<String> all = new ArrayList<>();
        for (Object word : words) {
            all.add(word.toString());
        }
        line.parseArgs(all.toArray(String[]::new));
        return command.call();
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    // ---- wait

    @Test
    void shouldWaitForTheEndAndExitAsTheRun() throws Exception {
        running();
        steps.add(() -> {});
        steps.add(() -> ended(run, "complete", 0));

        assertThat(execute(new AttachCommand(pause, out, err), "--wait", run)).isZero();
        assertThat(steps).isEmpty();
        assertThat(printed).hasToString("id-one complete" + System.lineSeparator());
    }

    @ParameterizedTest
    @CsvSource({"complete,0", "complete,6", "failed,1", "failed,4", "interrupted,130", "interrupted,143"})
    void shouldExitWithTheCodeOfTheRun(String outcome, int code) throws Exception {
        ended(run, outcome, code);

        assertThat(execute(new AttachCommand(pause, out, err), "--wait", run)).isEqualTo(code);
    }

    @Test
    void shouldExitWithTheFirstCodeThatIsNotZero() throws Exception {
        Path second = submitted("two");
        Path third = submitted("three");
        ended(run, "complete", 0);
        ended(second, "failed", 3);
        ended(third, "failed", 1);

        assertThat(execute(new AttachCommand(pause, out, err), "--wait", run, second, third))
                .isEqualTo(3);
    }

    @Test
    void shouldWaitForTheNextMasterOfARunThatThePoolResumes() throws Exception {
        killed();
        steps.add(() -> {});
        steps.add(this::running);
        steps.add(() -> ended(run, "complete", 0));

        assertThat(execute(new AttachCommand(pause, out, err), "--wait", run)).isZero();
        assertThat(text(err).lines()).singleElement().asString().contains("id-one", "its pool starts it again");
    }

    @Test
    void shouldTellOfAKilledRunThatNobodyResumes() throws Exception {
        killed();
        listInPool(true);
        assertThat(execute(new AttachCommand(pause, out, err), "--wait", run)).isEqualTo(137);
        Files.delete(directory.resolve("pool.json"));

        assertThat(execute(new AttachCommand(pause, out, err), "--wait", run)).isEqualTo(137);
    }

    @Test
    void shouldWaitForASubmittedRunThatHasNotBegun() throws Exception {
        steps.add(() -> ended(run, "complete", 0));

        assertThat(execute(new AttachCommand(pause, out, err), "--wait", run)).isZero();
    }

    @Test
    void shouldRefuseADirectoryThatIsNoRun() throws Exception {
        Path other = Files.createDirectories(directory.resolve("other"));

        assertThatThrownBy(() -> execute(new AttachCommand(pause, out, err), "--wait", other))
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUN_UNREADABLE));
    }

    @Test
    void shouldPrintEndedRunsAsJson() throws Exception {
        ended(run, "failed", 1);

        assertThat(execute(new AttachCommand(pause, out, err), "--wait", "--json", run))
                .isEqualTo(1);
        assertThat(printed.toString()).contains("\"sluice-runs-1\"", "\"id-one\"", "\"failed\"");
    }

    // ---- attach

    @Test
    void shouldShowOutputAndLogAsTheyCome() throws Exception {
        running();
        append("output", "a");
        append("log", "joined\n");
        steps.add(() -> {
            assertThat(text(out)).isEqualTo("a");
            assertThat(text(err)).isEqualTo("joined\n");
            append("output", "b\0");
        });
        steps.add(() -> {
            append("output", "c");
            append("log", "done\n");
            ended(run, "failed", 1);
        });

        assertThat(execute(new AttachCommand(pause, out, err), run)).isEqualTo(1);
        assertThat(text(out)).isEqualTo("ab\0c");
        assertThat(text(err)).isEqualTo("joined\ndone\n");
    }

    @Test
    void shouldShowTheWholeOutputAndTheEndOfALongLog() throws Exception {
        String output = "0123456789\n".repeat(20_000);
        append("output", output);
        append("log", "first\n" + "line\n".repeat(2_000) + "last\n");
        ended(run, "complete", 0);

        assertThat(execute(new AttachCommand(pause, out, err), run)).isZero();
        assertThat(text(out)).isEqualTo(output);
        assertThat(text(err)).startsWith("line\n").endsWith("last\n").hasSizeBetween(8_000, 8_192);
    }

    @Test
    void shouldStayAttachedWhileThePoolResumesTheRun() throws Exception {
        killed();
        append("output", "a");
        steps.add(this::running);
        steps.add(() -> {
            append("output", "b");
            ended(run, "complete", 0);
        });

        assertThat(execute(new AttachCommand(pause, out, err), run)).isZero();
        assertThat(text(out)).isEqualTo("ab");
        assertThat(text(err)).contains("its pool starts it again");
    }

    // ---- logs

    @Test
    void shouldPrintTheLogOfASubmittedRun() throws Exception {
        running();
        append("log", "one\n");

        assertThat(execute(new LogsCommand(pause, out), run)).isZero();
        assertThat(text(out)).isEqualTo("one\n");
    }

    @Test
    void shouldFollowTheLogUntilTheRunEnds() throws Exception {
        running();
        append("log", "one\n");
        steps.add(() -> append("log", "two\n"));
        steps.add(() -> {
            append("log", "three\n");
            ended(run, "failed", 1);
        });

        assertThat(execute(new LogsCommand(pause, out), "-f", run)).isZero();
        assertThat(text(out)).isEqualTo("one\ntwo\nthree\n");
    }

    @Test
    void shouldPrintTheLogsOfWorkersOfARunThatWasNotSubmitted() throws Exception {
        Path other = Files.createDirectories(directory.resolve("other").resolve("logs"));
        Files.writeString(other.resolve("w1.log"), "one\n");
        Files.writeString(other.resolve("w2.log"), "two\n");
        Files.writeString(other.resolve("w3.log"), "");
        ended(other.getParent(), "complete", 0);

        assertThat(execute(new LogsCommand(pause, out), other.getParent())).isZero();
        assertThat(text(out)).isEqualTo("==> w1.log <==\none\n\n==> w2.log <==\ntwo\n");
    }

    // ---- results

    @Test
    void shouldPrintTheOutputByteForByte() throws Exception {
        byte[] bytes = {0, -1, '\r', '\n', (byte) 0xc3, 10};
        Files.write(run.resolve("output"), bytes);
        ended(run, "complete", 0);

        assertThat(execute(new LogsCommand(pause, out), "--output", run)).isZero();
        assertThat(out.toByteArray()).isEqualTo(bytes);
        assertThat(said.toString()).isEmpty();
    }

    @Test
    void shouldTellByTheExitCodeThatOutputIsNotWhole() throws Exception {
        append("output", "part");
        ended(run, "interrupted", 130);

        assertThat(execute(new LogsCommand(pause, out), "--output", run)).isEqualTo(130);
        assertThat(text(out)).isEqualTo("part");
        assertThat(said.toString()).contains("id-one interrupted");
    }

    @Test
    void shouldPrintNoOutputOfARunThatGoesOn() throws Exception {
        append("output", "part");
        for (Step state : List.<Step>of(this::running, this::killed)) {
            state.happen();
            assertThatThrownBy(() -> execute(new LogsCommand(pause, out), "--output", run))
                    .isInstanceOfSatisfying(SluiceException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.RUN_NOT_OVER);
                        assertThat(e.code().exitCode()).isEqualTo(4);
                    })
                    .hasMessageContaining("it has not ended");
        }

        assertThat(text(out)).isEmpty();
    }

    @Test
    void shouldRefuseRunsThatWereNotSubmitted() throws Exception {
        Path other = Files.createDirectories(directory.resolve("other"));
        ended(other, "complete", 0);
        for (Callable<Integer> command :
                List.<Callable<Integer>>of(new AttachCommand(pause, out, err), new LogsCommand(pause, out))) {
            assertThatThrownBy(() -> execute(command, other))
                    .isInstanceOfSatisfying(
                            SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FILE_NOT_FOUND))
                    .hasMessageContaining("id-other")
                    .hasMessageContaining("sluice submit");
        }
    }

    @Test
    void shouldShowOneRunAndWaitForSeveral() {
        assertThatThrownBy(() -> execute(new AttachCommand(pause, out, err), run, run))
                .hasMessage("RUN: 2 runs (expected: one to show, or --wait RUN...)");
        assertThatThrownBy(() -> execute(new AttachCommand(pause, out, err), "--json", run))
                .hasMessage("--json: without --wait (expected: attach --wait)");
    }

    @Test
    void shouldTellTheOutputOfARunFromAFile() {
        assertThatThrownBy(() -> execute(new LogsCommand(pause, out), "--output", "--list", run))
                .hasMessageStartingWith("--list: of a run (expected: --output, and a file");
        assertThatThrownBy(() -> execute(new LogsCommand(pause, out), "--output", "--follow", run))
                .hasMessageStartingWith("--follow: with --output");
        assertThatThrownBy(() -> execute(new LogsCommand(pause, out), run, "3"))
                .hasMessage("RUN: 2 runs (expected: one, or --output FILE INDEX...)");
    }
}
