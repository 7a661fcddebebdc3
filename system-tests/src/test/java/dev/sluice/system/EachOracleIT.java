package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs lines of GNU parallel's manual with {@code sluice each}, and compares with what GNU parallel does, of which a
 * file has the record. One JVM runs most lines. Every sixteenth line has a JVM of its own, as a user's has, and is run
 * with GNU parallel too. {@code -Dsluice.update=oracle} runs all lines with GNU parallel, and writes the record anew.
 */
@NoLeaks
class EachOracleIT {
    private static final Pattern CASE = Pattern.compile("(?:\\{([^}]+)\\} )?(.*EACH.*)");
    private static final Path LINES = Checkout.file("system-tests/src/test/resources/each/oracle.txt");
    private static final Path RECORD = LINES.resolveSibling("oracle-recorded.txt");
    /** Stands in the record behind output that does not end with a line feed. */
    private static final String TORN = "\n\\no line feed\n";

    private static final int SAMPLED = 16;

    @TempDir
    static Path home;

    private static SluiceShell shell;
    private static SluiceShell lines;
    private static Path directory;
    private static Process java;
    private static Map<String, String> recorded;

    /**
     * A line.
     *
     * @param reason why the two differ; empty if they do not
     */
    private record Line(String reason, String text) {
        String with(String command) {
            return text.replace("EACH", command);
        }
    }

    @BeforeAll
    static void startJava() throws Exception {
        shell = SluiceShell.in(home.resolve("own"));
        Path shared = Files.createDirectory(home.resolve("shared"));
        lines = SluiceShell.in(shared);
        directory = Files.createDirectory(home.resolve("directory"));
        java = EachLines.start(shared, directory);
        recorded = Checkout.isUpdating("oracle") ? record() : recorded();
    }

    @AfterAll
    static void endJava() throws Exception {
        java.destroy();
        java.waitFor();
    }

    private static List<Line> lines() {
        return Checkout.read(LINES)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> {
                    Matcher parts = CASE.matcher(line);
                    assertThat(parts.matches()).as(line).isTrue();
                    return new Line(Objects.requireNonNullElse(parts.group(1), ""), parts.group(2));
                })
                .toList();
    }

    private static boolean hasParallel() throws Exception {
        Process look = new ProcessBuilder("sh", "-c", "parallel --version | grep -q 'GNU parallel'").start();
        return look.waitFor() == 0;
    }

    private static String text(SluiceShell.Printed printed) {
        return "exit code " + printed.code() + "\n" + printed.out();
    }

    private static String parallel(Line line) throws Exception {
        return text(shell.run(Files.createTempDirectory(home, "parallel"), line.with("parallel")));
    }

    /** Reads the record: a line behind {@code $}, then exit code and output, each line of them behind a bar. */
    private static Map<String, String> recorded() {
        Map<String, String> texts = new HashMap<>();
        for (String part : Checkout.read(RECORD).split("(?m)^\\$ ", -1)) {
            int end = part.indexOf('\n');
            String text = part.substring(end + 1).replaceAll("(?m)^\\|", "");
            texts.put(
                    part.substring(0, end),
                    text.endsWith(TORN) ? text.substring(0, text.length() - TORN.length()) : text);
        }
        return texts;
    }

    private static Map<String, String> record() throws Exception {
        assumeTrue(hasParallel(), "GNU parallel is not installed (package parallel)");
        StringBuilder all = new StringBuilder("# What GNU parallel does (EachOracleIT).\n");
        for (Line line : lines()) {
            String text = parallel(line);
            all.append("$ ").append(line.text()).append('\n');
            all.append((text.endsWith("\n") ? text : text + TORN).replaceAll("(?m)^(?=.|\n)", "|"));
        }
        Files.writeString(RECORD, all);
        return recorded();
    }

    @TestFactory
    Stream<DynamicTest> shouldDoAsGnuParallelDoes() {
        List<Line> all = lines();
        return IntStream.range(0, all.size())
                .mapToObj(number -> DynamicTest.dynamicTest(
                        all.get(number).text(), () -> compare(all.get(number), number % SAMPLED == 0)));
    }

    private static void compare(Line line, boolean sampled) throws Exception {
        boolean own = sampled || line.text().contains("export");
        SluiceShell.Printed printed = own
                ? shell.run(Files.createTempDirectory(home, "each"), line.with("sluice each"))
                : lines.run(emptied(), line.with("sluice each"));
        String expected = recorded.get(line.text());
        if (line.reason().isEmpty()) {
            assertThat(text(printed)).as(printed.err()).isEqualTo(expected);
        } else if (line.reason().startsWith("may ")) {
            assertThat(text(printed)).as(printed.err()).startsWith(expected); // and perhaps more
        } else {
            assertThat(text(printed))
                    .as("does as GNU parallel does now (expected: " + line.reason() + ")")
                    .isNotEqualTo(expected);
        }
        if (sampled && hasParallel()) {
            assertThat(parallel(line)).as("the record of GNU parallel").isEqualTo(expected);
        }
    }

    /** All lines of the one JVM have its directory. */
    private static Path emptied() throws Exception {
        new ProcessBuilder("find", directory.toString(), "-mindepth", "1", "-delete")
                .start()
                .waitFor();
        return directory;
    }

    /** The page has a row for each line that differs. */
    @Test
    void shouldExplainEachDifferenceInTheDocument() {
        String page = Checkout.read(Checkout.file("docs/commands.md"));
        for (Line line : lines()) {
            if (!line.reason().isEmpty()) {
                assertThat(page).contains(line.reason());
            }
        }
    }
}
