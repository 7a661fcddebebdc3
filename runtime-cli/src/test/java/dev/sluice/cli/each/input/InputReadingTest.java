package dev.sluice.cli.each.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.each.input.InputSpool;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.template.CommandTemplate;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InputReadingTest {
    @TempDir
    Path directory;

    private String file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private List<String> commands(String... arguments) {
        return ParsedInputs.commands(directory, "", arguments);
    }

    private List<String> blocks(String standardInput, String... arguments) {
        return ParsedInputs.inputs(directory, standardInput, arguments).stream()
                .map(InputReadingTest::block)
                .toList();
    }

    private static String block(Input input) {
        try (InputStream in = input.standardInput().orElseThrow().open()) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldTakeNamedColumnsOfCommaSeparatedValues() throws IOException {
        String csv = file("points.csv", "\ufeffx,the y,z\r\n1,\"a, \"\"b\"\"\nc\",\n\n2,d e,f\"g\n");

        assertThat(commands("--each-line", csv, "--columns", "fit", "--x", "{x}", "--y={the y}", "{z}", "{2}"))
                .containsExactly("fit --x 1 --y='a, \"b\"\nc' '' 'a, \"b\"\nc'", "fit --x 2 --y='d e' 'f\"g' 'd e'");
    }

    @Test
    void shouldTakeAnySeparatorAndAnyEndOfALine() throws IOException {
        String mac = file("mac.csv", "a,b\r1,2\r\"3\",\"4\r5\"\r\r6,\r");
        assertThat(commands("-a", mac, "--columns", "f", "{a}", "{b}"))
                .containsExactly("f 1 2", "f 3 '4\r5'", "f 6 ''");
        String semicolons = file("semicolons.csv", "a;b\n1;\"x;y\"\n3,5;4\n");
        assertThat(commands("-a", semicolons, "--columns", "--colsep", ";", "f", "{a}", "{b}"))
                .containsExactly("f 1 'x;y'", "f '3,5' 4");
        String tabs = file("tabs.tsv", "a\tb\n1\t\"x\ty\"\n");
        assertThat(commands("-a", tabs, "--columns", "--colsep", "\\t", "f", "{b}"))
                .containsExactly("f 'x\ty'");
    }

    @Test
    void shouldRefuseANameThatNoValueHas() throws IOException {
        String csv = file("names.csv", "size,colour\n1,red\n");
        assertThatThrownBy(() -> commands("-a", csv, "--columns", "f", "{sise}"))
                .hasMessageContaining("{sise}: no value has this name (expected: one of {size}, {colour};");
        assertThat(commands("-a", csv, "--columns", "awk '{print}' {size} ${x}"))
                .containsExactly("awk '{print}' 1 ${x}");
        assertThat(commands("-a", csv, "--columns", "-I", ",,", "f {sise} ,,")).hasSize(1);
    }

    @Test
    void shouldEndACommandWhereNoSystemStartsALongerOne() {
        String[] words = Stream.concat(
                        Stream.of("-n", "40000", "echo", ":::"),
                        IntStream.rangeClosed(1, 40_000).mapToObj(Integer::toString))
                .toArray(String[]::new);
        List<String> commands = commands(words);
        assertThat(commands).hasSize(2).allMatch(command -> command.length() < 128 * 1024);
        assertThat(String.join(" ", commands).replace("echo ", "").split(" ")).hasSize(40_000);
        words[2] = "echo x";
        assertThat(commands(words)).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a,b\\n1\\n| :2: 1 values (expected: 2, as many as names in the first line)",
                "a,b\\n1,\"2\\n| :2: no quote at the end of a value (expected: a second \")",
                "a,b\\n"
                        + "1,\"2\"3\\n"
                        + "| :2: text behind a quoted value (expected: a comma, or \"\" for a quote in the value)"
            })
    void shouldNameTheLineOfAWrongCsvFile(String text, String message) throws IOException {
        String csv = file("wrong.csv", text.replace("\\n", "\n"));

        assertThatThrownBy(() -> commands("-a", csv, "--columns", "f")).hasMessage(csv + message.strip());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-a", "-a --colsep=x", "--each-line --columns", "-a --skip-first-line", "-a --delimiter=\\n\\n"})
    void shouldRefuseAnInputWithoutAnEnd(String options) {
        List<String> arguments = new ArrayList<>(List.of(options.split(" ")));
        arguments.add(1, "/dev/zero");
        arguments.add("echo");
        assertThatThrownBy(() -> commands(arguments.toArray(String[]::new)))
                .hasMessageContaining("/dev/zero:")
                .hasMessageContaining("no end within 16 MiB (expected: ");
    }

    @Test
    void shouldTakeElementsOfAJsonArray() throws IOException {
        String json = file(
                "in.json",
                "[{\"n\": 1.50, \"name\": \"a b\", \"x\": {\"y\": [1, null]}},"
                        + " {\"x\": true, \"name\": \"\\u00e9\", \"n\": -2}]");
        String scalars = file("scalars.json", "[1, \"a b\", null]");
        String lines = file("lines.json", "{\"a\": 1}\n{\"a\": 2}\n");

        assertThat(commands("--from-json", json, "f", "{n}", "{name}", "{x}"))
                .containsExactly("f 1.50 'a b' '{\"y\":[1,null]}'", "f -2 'é' true");
        assertThat(commands("--from-json", scalars, "f")).containsExactly("f 1", "f 'a b'", "f null");
        assertThat(commands("--from-json", lines, "f", "{a}", "{2}", ":::", "x", "y"))
                .containsExactly("f 1 x", "f 1 y", "f 2 x", "f 2 y");
        assertThat(commands("--from-json", file("empty.json", "[]"), "f")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[{\"a\": 1}, {\"b\": 1}] | : element 2: field b (expected: the fields of the first element: a)",
                "[{\"a\": 1, \"b\": 2}, {\"b\": 1}] | : element 2: no field a (expected: the fields of the first"
                        + " element)",
                "[{\"a\": 1}, 2] | : element 2: no object (expected: an object, like the first element)"
            })
    void shouldNameTheElementOfAWrongJsonFile(String text, String message) throws IOException {
        String json = file("wrong.json", text);

        assertThatThrownBy(() -> commands("--from-json", json, "f")).hasMessage(json + message);
    }

    @Test
    void shouldKeepBytesAndNamesOfAnyKind() throws IOException {
        byte[] bytes = {'a', (byte) 0xff, ' ', '\n', '-', 'n', '\n', '\n', '\'', '"', '\r', '\n', 'x'};
        Path file = Files.write(directory.resolve("any"), bytes);

        List<Input> inputs = ParsedInputs.inputs(directory, "", "-a", file.toString(), "f");

        assertThat(inputs.stream().map(input -> input.values().get(0)))
                .containsExactly(
                        new byte[] {'a', (byte) 0xff, ' '},
                        new byte[] {'-', 'n'},
                        new byte[0],
                        new byte[] {'\'', '"', '\r'},
                        new byte[] {'x'});
        assertThat(inputs.stream().map(Input::number)).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void shouldTakeALineOfTenMegabytes() throws IOException {
        String line = "x".repeat(10_000_000);

        List<Input> inputs =
                ParsedInputs.inputs(directory, "", "-a", file("long", "a\n" + line + "\nb\n"), "-d", "\\n", "f");

        assertThat(inputs.stream().map(input -> input.values().get(0).length)).containsExactly(1, 10_000_000, 1);
        assertThat(
                        ParsedInputs.inputs(
                                        directory, "", "-a", file("two", "a\n" + line + "\n\nb"), "-d", "\\n\\n", "f")
                                .stream()
                                .map(input -> input.values().get(0).length))
                .containsExactly(10_000_002, 1);
    }

    @Test
    void shouldRefuseNulBytesBehindTheInputsBeforeThem() throws IOException {
        String file = file("nul", "a\nb\0c\n");

        assertThatThrownBy(() -> commands("-a", file, "f"))
                .hasMessage("input 2: a NUL byte, which no argument can have (expected: text; -0 for inputs that end"
                        + " with NUL)");
    }

    @Test
    void shouldRefuseFilesThatCannotBeRead() {
        assertThatThrownBy(() -> commands("f", "::::", directory + "/missing"))
                .isInstanceOfSatisfying(
                        SluiceException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.FILE_NOT_FOUND))
                .hasMessage("::::: " + directory + "/missing: not found (expected: a file that can be read)");
        assertThatThrownBy(() -> commands("-a", directory.toString(), "f"))
                .hasMessage("-a: " + directory + ": a directory (expected: a file that can be read)");
    }

    @Test
    void shouldHandOutLinesOfASlowPipeBeforeItEnds() throws Exception {
        InputRequest request = ParsedInputs.request("echo");
        try (PipedOutputStream pipe = new PipedOutputStream();
                InputReading reading = InputReading.open(request, new PipedInputStream(pipe), directory);
                InputSpool spool = new InputSpool(directory)) {
            CommandTemplate template = CommandTemplate.of(request.terms(List.of(), List.of(), List.of(), List.of()));
            CompletableFuture<Void> read = CompletableFuture.runAsync(() -> reading.readAll(spool, template));

            pipe.write("a\nb\nc".getBytes(StandardCharsets.UTF_8));
            pipe.flush();
            assertThat(spool.await(1)).isEqualTo(2);
            assertThat(spool.isComplete()).isFalse();
            pipe.close();
            read.get();
            assertThat(spool.await(2)).isEqualTo(3);
            assertThat(spool.isComplete()).isTrue();
        }
    }

    @Test
    void shouldDivideAStreamIntoBlocksOfWholeRecords() {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= 10_000; i++) {
            text.append(i).append('\n');
        }

        assertThat(blocks(text.toString(), "--pipe", "--block", "10k", "cat").stream()
                        .map(String::length))
                .as("as GNU parallel does")
                .containsExactly(9998, 10000, 10000, 10000, 8896);
        assertThat(String.join("", blocks(text.toString(), "--pipe", "--block", "1", "--recend", "00\\n", "cat")))
                .isEqualTo(text.toString());
        assertThat(blocks(text.toString(), "--pipe", "-N", "2500", "cat")).hasSize(4);
        assertThat(blocks("", "--pipe", "cat")).isEmpty();
    }

    @Test
    void shouldEndRecordsAsTold() {
        assertThat(blocks("a;b;c;", "--pipe", "--records", "2", "--recend", ";", "cat"))
                .containsExactly("a;b;", "c;");
        assertThat(blocks(">a\nx\n>b\ny\nz\n>c\n", "--pipe", "-N1", "--recstart", ">", "cat"))
                .containsExactly(">a\nx\n", ">b\ny\nz\n", ">c\n");
        assertThat(blocks("a1b22c", "--pipe", "-N1", "--regexp", "--recend", "[0-9]+", "cat"))
                .containsExactly("a1", "b22", "c");
        assertThat(blocks("h1\n1\n2\n3\n", "--pipe", "-N2", "--header", ":", "cat"))
                .containsExactly("h1\n1\n2\n", "h1\n3\n");
        assertThat(blocks("abc", "--pipe", "-N1", "cat")).containsExactly("abc");
    }

    @Test
    void shouldKeepRecordsOfSeveralLinesWhole() {
        String fastq = "@1\nA\n+\nI\n@2\nC\n+\nJ\n@3\nG\n+\n@\n";

        assertThat(blocks(fastq, "--pipe", "-L4", "-N1", "cat"))
                .containsExactly("@1\nA\n+\nI\n", "@2\nC\n+\nJ\n", "@3\nG\n+\n@\n");
        assertThat(blocks(fastq, "--pipe", "-L", "4", "--records", "2", "cat"))
                .containsExactly("@1\nA\n+\nI\n@2\nC\n+\nJ\n", "@3\nG\n+\n@\n");
        for (int most = 1; most < 30; most++) {
            assertThat(blocks(fastq, "--pipe", "-L4", "--block", "" + most, "cat"))
                    .as("--block %d", most)
                    .allMatch(block -> block.lines().count() % 4 == 0)
                    .satisfies(all -> assertThat(String.join("", all)).isEqualTo(fastq));
        }
        assertThat(blocks("h\n" + fastq, "--pipe", "--header", ":", "-L4", "-N2", "cat"))
                .containsExactly("h\n@1\nA\n+\nI\n@2\nC\n+\nJ\n", "h\n@3\nG\n+\n@\n");
        assertThat(blocks("1\n2\n3\n4\n5", "--pipe", "-L2", "-N1", "cat")).containsExactly("1\n2\n", "3\n4\n", "5");
    }

    @Test
    void shouldLeaveOutBlankBlocksAndTheFirstLine() {
        assertThat(blocks("\n\n\n\na\n", "--pipe", "--block", "2", "-r", "cat")).containsExactly("a\n");
        assertThat(blocks("a\nb\n", "--pipe", "--skip-first-line", "cat")).containsExactly("b\n");
    }

    @Test
    void shouldRefuseOptionsThatHaveNoEffectOnBlocks() {
        for (String options : List.of(
                "-0",
                "-d ;",
                "--colsep ,",
                "--columns",
                "--trim lr",
                "-E x",
                "--link",
                "--shuf",
                "-m",
                "-X",
                "--xargs",
                "-s 9",
                "--from-json f",
                "-N0",
                "-L0",
                "-L2 --recend x",
                "-L2 --recstart x",
                "-N2 --records 2")) {
            assertThatThrownBy(() -> ParsedInputs.request(("--pipe " + options + " cat").split(" ")))
                    .as(options)
                    .isInstanceOf(SluiceException.class)
                    .hasMessageMatching("(?s)-.*: .*\\(expected: .*\\)");
        }
        assertThatThrownBy(() -> ParsedInputs.request("--pipe", "cat", "::::", "a", "::::+", "b"))
                .hasMessageContaining("::::+");
    }

    @Test
    void shouldGiveACommandNothingOfAStreamAsArgument() {
        assertThat(ParsedInputs.commands(directory, "1\n2\n", "--pipe", "-N1", "wc", "-l"))
                .containsExactly("wc -l", "wc -l");
    }

    @Test
    void shouldLeaveNoFiles() {
        commands("f", ":::", "a", "b", ":::", "c", "d");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldKeepTheBytesOfArgumentsThatJavaDecodedWrongly() {
        byte[] line = "java\0-jar\0x.jar\0each\0f\0:::\0a?b\0é\0".getBytes(StandardCharsets.UTF_8);
        line[line.length - 6] = (byte) 0xe9;

        String[] words = RawArguments.of(new String[] {"f", ":::", "a\ufffdb", "\ufffd\ufffd"}, line);

        assertThat(words).containsExactly("f", ":::", "a\udce9b", "é");
        assertThat(RawArguments.of(new String[] {"other"}, line)).containsExactly("other");
    }

    @Test
    void shouldTellWhichOptionsDoNotGoTogether() {
        for (String line : List.of(
                "-0 -d x f",
                "--pipe f ::: a",
                "--recend x f",
                "--columns --colsep ;+ f",
                "-a - f :::: -",
                "--header x f",
                "-n -1 f",
                "--trim x f",
                "--block 2x --pipe f",
                "--block 2k f",
                "--colsep ( f",
                "-q f",
                "-d \\q f")) {
            assertThatThrownBy(() -> ParsedInputs.request(line.split(" ")))
                    .as(line)
                    .isInstanceOfSatisfying(
                            SluiceException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.USAGE))
                    .hasMessageMatching("(?s)-.*: .*\\(expected: .*\\)");
        }
    }

    @Test
    void shouldRefuseACommandThatIsLongerThanAllowed() {
        assertThatThrownBy(() -> commands("-X", "-s", "10", "echo", ":::", "a", "x".repeat(20)))
                .hasMessage("-s: a command of 26 bytes (expected: at most 10, which -s raises)");
    }

    @Test
    void shouldCombineManyWithMany() throws IOException {
        String many = file("many", "x\n".repeat(1000));

        List<Input> inputs = ParsedInputs.inputs(directory, "", "f", ":::", "1", "2", "::::", many, ":::", "a", "b");

        assertThat(inputs).hasSize(4000);
        assertThat(inputs.get(3999).values()).hasSize(3);
        assertThat(Arrays.asList(
                        inputs.get(2001).values().get(0)[0],
                        inputs.get(2001).values().get(2)[0]))
                .containsExactly((byte) '2', (byte) 'b');
    }

    @Test
    void shouldShuffleAllCommands() {
        String[] words = IntStream.range(0, 200).mapToObj(i -> "v" + i).toArray(String[]::new);
        List<String> inOrder = ParsedInputs.commands(directory, String.join("\n", words), "echo");
        List<String> shuffled = ParsedInputs.commands(directory, String.join("\n", words), "--shuf", "echo");
        assertThat(shuffled).isNotEqualTo(inOrder).containsExactlyInAnyOrderElementsOf(inOrder);
        assertThatThrownBy(() -> ParsedInputs.request("--shuf", "--pipe", "cat"))
                .hasMessageContaining("--shuf: with --pipe (expected: only one of the two)");
    }
}
