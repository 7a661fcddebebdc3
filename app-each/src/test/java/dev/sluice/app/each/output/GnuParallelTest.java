package dev.sluice.app.each.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.api.Blob;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.job.Outcome;
import dev.sluice.testing.OnPath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares with GNU parallel, which runs the same commands. */
class GnuParallelTest {
    private static final int TIMES_AND_HOST = 4;

    @TempDir
    static Path home;

    @TempDir
    Path directory;

    /** The exit code of a program, and the text that it printed. */
    private record Printed(int code, String out, String error) {}

    @BeforeAll
    static void requireParallel() throws Exception {
        Files.createFile(home.resolve("will-cite"));
        assumeTrue(OnPath.has("parallel"), "GNU parallel is not installed");
        assumeTrue(run(home, "parallel", "--version").out().startsWith("GNU parallel"), "parallel is another program");
    }

    private static Printed run(Path directory, String... words) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
        builder.environment().put("PARALLEL_HOME", home.toString());
        builder.environment().put("SHELL", "/bin/bash");
        builder.environment().put("LC_ALL", "C.UTF-8");
        Path out = Files.createTempFile(home, "out", "");
        Path error = Files.createTempFile(home, "error", "");
        Process process = builder.redirectOutput(out.toFile())
                .redirectError(error.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Printed(process.exitValue(), Files.readString(out), Files.readString(error));
    }

    private Printed parallel(String... words) throws Exception {
        return run(
                directory,
                Stream.concat(Stream.of("parallel"), Stream.of(words)).toArray(String[]::new));
    }

    /** Runs the commands one after the other, and gives their outcomes to the writer in another order. */
    private Printed each(OutputSettings settings, boolean shuffled, String command, String... values) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream error = new ByteArrayOutputStream();
        List<Integer> order = new ArrayList<>();
        for (int index = 0; index < values.length; index++) {
            order.add(index);
        }
        if (shuffled) {
            Collections.reverse(order);
        }
        OutputContext context = new OutputContext(
                out, error, directory, List.of(), EachSamples::expand, Optional.empty(), () -> values.length);
        try (OutputWriter writer = OutputWriter.open(settings, context)) {
            for (int index : order) {
                Input input = EachSamples.input(index + 1L, values[index].split("\\|", -1));
                if (writer.accept(index, input, outcome(command, input), EachSamples.key(index))
                        != HaltDecision.CONTINUE) {
                    break;
                }
            }
            writer.close();
            return new Printed(
                    writer.exitCode(), out.toString(StandardCharsets.UTF_8), error.toString(StandardCharsets.UTF_8));
        }
    }

    private Outcome outcome(String command, Input input) throws Exception {
        String line = new String(EachSamples.expand(command, input, 1), StandardCharsets.UTF_8);
        Printed printed = run(directory, "bash", "-c", line);
        boolean killed = printed.code() > 128;
        return EachSamples.outcome(
                line,
                killed ? 0 : printed.code(),
                killed ? printed.code() - 128 : 0,
                Blob.of(EachSamples.bytes(printed.out())),
                Blob.of(EachSamples.bytes(printed.error())));
    }

    private static OutputSettings printing(String tag) {
        return new OutputSettings(true, tag, "", "", "", Resume.NONE, ResumeBy.COMMAND, "", 0);
    }

    private static String[] numbers(int count) {
        String[] numbers = new String[count];
        Arrays.setAll(numbers, index -> Integer.toString(index + 1));
        return numbers;
    }

    private static String[] words(List<String> first, String... values) {
        return Stream.concat(first.stream(), Stream.of(values)).toArray(String[]::new);
    }

    @Test
    void shouldKeepTheOrder() throws Exception {
        String command = "printf 'a{}\\nb'; printf 'E{}\\n' >&2";
        Printed theirs = parallel(words(List.of("-k", command, ":::"), numbers(5)));
        Printed ours = each(printing(""), true, command, numbers(5));
        assertThat(ours).isEqualTo(theirs);
        assertThat(ours.out()).isEqualTo("a1\nba2\nba3\nba4\nba5\nb");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "x{1}y", "{#}"})
    void shouldTagLinesTheSameWay(String tag) throws Exception {
        String command = "printf 'a{}\\n\\nb'; printf '\\nF' >&2";
        Printed theirs = parallel(words(List.of("-k", "--tagstring", tag, command, ":::"), numbers(3)));
        assertThat(each(printing(tag), true, command, numbers(3))).isEqualTo(theirs);
    }

    @Test
    void shouldWriteTheSameJobLog() throws Exception {
        String command = "echo {}; [ {} != 3 ] || kill -9 $$; exit {}";
        String[] values = {"0", "1", "3", "42"};
        parallel(words(List.of("-j1", "--joblog", "theirs", command, ":::"), values));
        each(EachSamples.settings("ours", "", "", Resume.NONE), false, command, values);
        List<String> theirs = Files.readAllLines(directory.resolve("theirs"));
        List<String> ours = Files.readAllLines(directory.resolve("ours"));
        assertThat(ours).hasSize(5);
        assertThat(ours.get(0)).isEqualTo(theirs.get(0) + "\tMemory");
        for (int line = 1; line < ours.size(); line++) {
            assertThat(ours.get(line)).matches(".*\t#[0-9]+");
            assertThat(timeless(ours.get(line).replaceFirst("\t#[0-9]+$", ""))).isEqualTo(timeless(theirs.get(line)));
            assertThat(ours.get(line)).matches("\\d+\t:\t\\d{10}\\.\\d{3}\t[ 0-9]{6}\\.\\d{3}\t.*");
        }
    }

    /** Leaves the columns out that two runs do not share. */
    private static List<String> timeless(String line) {
        List<String> columns = new ArrayList<>(List.of(line.split("\t", -1)));
        columns.subList(1, TIMES_AND_HOST).clear();
        return columns;
    }

    private Map<String, String> tree(String name) throws IOException {
        Path root = directory.resolve(name);
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(root.relativize(file).toString(), Files.readString(file));
            }
        }
        return files;
    }

    @Test
    void shouldWriteTheSameTreeOfResults() throws Exception {
        String command = "echo out; echo error >&2; : {#}";
        String[] second = {"a/b", "é%", "x\ty\\z", "a b", "..."};
        parallel(words(List.of("-j1", "--results", "theirs", command, ":::", "1", "2", ":::"), second));
        String[] values = Stream.of("1", "2")
                .flatMap(first -> Stream.of(second).map(other -> first + "|" + other))
                .toArray(String[]::new);
        Printed ours = each(EachSamples.settings("", "ours", "", Resume.NONE), false, command, values);
        assertThat(ours.out()).isEmpty();
        assertThat(tree("ours")).isEqualTo(tree("theirs")).hasSize(30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{1}.txt", "{#}/", "x/{1}/"})
    void shouldWriteTheSameFilesByATemplate(String template) throws Exception {
        String command = "echo {}; echo error >&2";
        parallel(words(List.of("-j1", "--results", "theirs/" + template, command, ":::"), numbers(2)));
        each(EachSamples.settings("", "ours/" + template, "", Resume.NONE), false, command, numbers(2));
        assertThat(tree("ours")).isEqualTo(tree("theirs")).hasSize(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "tsv"})
    void shouldWriteTheSameTable(String type) throws Exception {
        String command = "printf '%s\\n' 'q\"{}'; printf '{}' >&2; : {#}";
        String[] values = {"1", "x,y", "z"};
        parallel(words(List.of("-j1", "-q", "--results", "theirs." + type, "bash", "-c", command, ":::"), values));
        each(EachSamples.settings("", "ours." + type, "", Resume.NONE), false, command, values);
        String theirs = Files.readString(directory.resolve("theirs." + type));
        String ours = Files.readString(directory.resolve("ours." + type));
        assertThat(rows(ours)).isEqualTo(rows(theirs)).hasSize(7);
    }

    /** Leaves out times and host, and the command, which is quoted otherwise. */
    private static List<String> rows(String table) {
        return table.lines()
                .map(line -> line.replaceFirst("^(\\d+[,\t]:)[,\t][0-9.]+[,\t][0-9.]+", "$1"))
                .map(line -> line.replaceFirst("\"(bash -c|printf).* : ?[^,\t]*?(#|\\d)[^,\t]*?\"(?=[,\t])", "COMMAND"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "now,fail=1 | 0 7 0 0",
                "soon,fail=1 | 0 7 0 0",
                "soon,fail=2 | 0 7 9 0",
                "now,success=1 | 3 7 0 0",
                "now,done=2 | 3 7 0 0",
                "soon,fail=50% | 3 7 1 0 0 0",
                "now,fail=90% | 0 3 0 0",
                "soon,success=50% | 3 7 0 0 0 0",
                "soon,fail=3 | 3 4 0",
                "1 | 0 7 0",
                "-1 | 3 0 5",
                "10% | 3 0 0 0"
            })
    void shouldHaltWithTheSameExitCode(String rule, String codes) throws Exception {
        String[] values = codes.split(" ");
        String command = "echo {}; exit {}";
        Printed theirs = parallel(words(List.of("-j1", "--halt", rule, command, ":::"), values));
        OutputSettings settings = new OutputSettings(false, "", "", "", "", Resume.NONE, ResumeBy.COMMAND, rule, 0);
        Printed ours = each(settings, false, command, values);
        assertThat(ours.code()).isEqualTo(theirs.code());
        assertThat(ours.out()).isEqualTo(theirs.out());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 105})
    void shouldCountFailuresInTheExitCode(int failures) throws Exception {
        String[] values = numbers(failures + 1);
        String command = "[ {} -gt " + failures + " ]";
        Printed theirs = parallel(words(List.of("-j2", command, ":::"), values));
        HaltState state = new HaltState(
                new OutputSettings(false, "", "", "", "", Resume.NONE, ResumeBy.COMMAND, "never", 0),
                () -> values.length);
        for (int number = 1; number <= values.length; number++) {
            state.add(EachSamples.outcome("x", number > failures ? 0 : 1, "", ""));
        }
        assertThat(state.exitCode()).isEqualTo(theirs.code());
    }

    @Test
    void shouldReadAJobLogOfGnuParallel() throws Exception {
        parallel("-j1", "--joblog", "log", "exit {}", ":::", "0", "1", "2");
        parallel("-j1", "--joblog", "log", "--resume-failed", "exit $(({} / 2))", ":::", "0", "1", "2");
        List<String> failed = new ArrayList<>();
        LoggedCommands.read(
                directory.resolve("log"),
                (number, success, command) ->
                        failed.add(number + " " + success + " " + new String(command, StandardCharsets.UTF_8)));
        assertThat(failed).containsExactly("1 true exit 0", "2 true exit $((1 / 2))", "3 false exit $((2 / 2))");
    }
}
