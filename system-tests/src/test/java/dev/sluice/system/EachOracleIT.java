package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Runs lines of GNU parallel's manual with GNU parallel and with {@code sluice each}, and compares what they do. */
@NoLeaks
class EachOracleIT {
    private static final Pattern CASE = Pattern.compile("(?:\\{([^}]+)\\} )?(.*EACH.*)");

    @TempDir
    static Path home;

    private static SluiceShell shell;

    @TempDir
    Path directory;

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
    static void makeShell() throws Exception {
        shell = SluiceShell.in(home);
    }

    private static List<Line> lines() throws IOException {
        try (InputStream file = Objects.requireNonNull(EachOracleIT.class.getResourceAsStream("/each/oracle.txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> {
                        Matcher parts = CASE.matcher(line);
                        assertThat(parts.matches()).as(line).isTrue();
                        return new Line(Objects.requireNonNullElse(parts.group(1), ""), parts.group(2));
                    })
                    .toList();
        }
    }

    @TestFactory
    Stream<DynamicTest> shouldDoAsGnuParallelDoes() throws Exception {
        Process look = new ProcessBuilder("sh", "-c", "parallel --version | grep -q 'GNU parallel'").start();
        assumeTrue(look.waitFor() == 0, "GNU parallel is not installed (package parallel)");
        return lines().stream().map(line -> DynamicTest.dynamicTest(line.text(), () -> compare(line)));
    }

    private void compare(Line line) throws Exception {
        SluiceShell.Printed expected =
                shell.run(Files.createTempDirectory(directory, "parallel"), line.with("parallel"));
        SluiceShell.Printed actual = shell.run(Files.createTempDirectory(directory, "each"), line.with("sluice each"));
        if (line.reason().isEmpty()) {
            assertThat(actual.out()).as(actual.err()).isEqualTo(expected.out());
            assertThat(actual.code()).as(actual.err()).isEqualTo(expected.code());
        } else {
            assertThat(actual.code() + actual.out())
                    .as("does as GNU parallel does now (expected: " + line.reason() + ")")
                    .isNotEqualTo(expected.code() + expected.out());
        }
    }

    /** The page has a row for each line that differs. */
    @Test
    void shouldExplainEachDifferenceInTheDocument() throws Exception {
        String page = Checkout.read(Checkout.file("docs/commands.md"));
        for (Line line : lines()) {
            if (!line.reason().isEmpty()) {
                assertThat(page).contains(line.reason());
            }
        }
    }
}
