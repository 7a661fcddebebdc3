package dev.sluice.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Blob;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.job.Outcome;
import dev.sluice.app.each.output.ContentKey;
import dev.sluice.app.each.output.OutputContext;
import dev.sluice.app.each.output.OutputSettings;
import dev.sluice.app.each.output.OutputWriter;
import dev.sluice.app.each.output.Resume;
import dev.sluice.app.each.output.ResumeBy;
import dev.sluice.cli.Executed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class KeptOutputTest {
    @TempDir
    Path directory;

    private Path file;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @BeforeEach
    void write() throws IOException {
        file = directory.resolve("all.out");
        OutputSettings settings =
                new OutputSettings(false, "", "", "", file.toString(), Resume.NONE, ResumeBy.COMMAND, "", 0);
        OutputStream nowhere = OutputStream.nullOutputStream();
        OutputContext context = new OutputContext(
                nowhere, nowhere, directory, List.of(), (text, input, slot) -> bytes(text), Optional.empty(), () -> 3);
        try (OutputWriter writer = OutputWriter.open(settings, context)) {
            for (int number : new int[] {2, 3, 1}) {
                writer.accept(
                        number - 1,
                        new Input(number, List.of(), Optional.empty()),
                        outcome(number),
                        new ContentKey(number, 0));
            }
        }
    }

    private static Outcome outcome(int number) {
        return new Outcome(
                bytes("fit \u001b" + number),
                number == 2 ? 7 : 0,
                0,
                number == 3,
                1,
                "",
                1,
                0,
                1_500_000,
                0,
                false,
                Blob.of(bytes("out " + number + "\n")),
                Blob.of(bytes("error " + number + "\n")),
                List.of(),
                new byte[0]);
    }

    private String read(String... options) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StringWriter error = new StringWriter();
        String[] words = Arrays.copyOf(options, options.length + 1);
        words[options.length] = file.toString();
        if (options.length > 0 && !options[0].startsWith("-")) {
            words[options.length] = options[0];
            words[0] = file.toString();
        }
        int code = new CommandLine(new LogsCommand(Pause.real(), out))
                .setErr(new PrintWriter(error, true))
                .execute(Stream.concat(Stream.of("--output"), Stream.of(words)).toArray(String[]::new));
        assertThat(code).as(error.toString()).isZero();
        return error + out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldPrintOutputInTheOrderOfTheInputs() {
        assertThat(read()).isEqualTo("out 1\nout 2\nout 3\n");
        assertThat(read("--stderr")).isEqualTo("error 1\nerror 2\nerror 3\n");
        assertThat(read("--failed")).isEqualTo("out 2\nout 3\n");
    }

    @Test
    void shouldPrintTheOutputOfOneInput() {
        assertThat(read("3")).isEqualTo("out 3\n");
    }

    @Test
    void shouldListCommands() {
        assertThat(read("--list").lines().map(line -> line.strip().replaceAll(" +", " ")))
                .containsExactly(
                        "input end seconds stdout stderr command",
                        "1 exit 0 1.500 6 8 fit \ufffd1",
                        "2 exit 7 1.500 6 8 fit \ufffd2",
                        "3 time limit 1.500 6 8 fit \ufffd3");
    }

    @Test
    void shouldSayThatAPartIsMissing() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        assertThat(read())
                .isEqualTo("sluice: a part of " + file + " is torn or damaged and was left out" + System.lineSeparator()
                        + "out 2\nout 3\n");
    }

    @Test
    void shouldRefuseWhatIsNotThere() throws IOException {
        Executed missing = Executed.sluice("logs", "--output", file.toString(), "4");
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.err()).contains("E216 " + file + ": input 4 has no record (expected: a number of --list)");
        assertThat(Executed.sluice("logs", "--output", directory.resolve("x").toString())
                        .err())
                .contains("E204 ");
        Files.writeString(file, "something else than output\n");
        assertThat(Executed.sluice("logs", "--output", file.toString()).err())
                .contains("E216 ")
                .contains("no file of --output");
    }

    @Test
    void shouldPrintAnObjectForEachCommand() {
        assertThat(read("--json", "--failed").lines())
                .containsExactly(
                        "{\"input\":2,\"command\":\"fit \\u001b2\",\"exitCode\":7,\"signal\":0,\"timedOut\":false,"
                                + "\"started\":0.000000,\"seconds\":1.500000,\"stdout\":\"out 2\\n\","
                                + "\"stderr\":\"error 2\\n\"}",
                        "{\"input\":3,\"command\":\"fit \\u001b3\",\"exitCode\":0,\"signal\":0,\"timedOut\":true,"
                                + "\"started\":0.000000,\"seconds\":1.500000,\"stdout\":\"out 3\\n\","
                                + "\"stderr\":\"error 3\\n\"}");
        assertThat(Executed.sluice("logs", "--output", "--json", "--list", file.toString())
                        .err())
                .contains("E200 --json: with --list (expected: only one of the two)");
    }
}
