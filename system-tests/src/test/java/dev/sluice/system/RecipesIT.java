package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testing.NoLeaks;
import dev.sluice.testing.OnPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Types the recipes of docs/recipes.md: the block marked {@code sh} of each section, in an empty directory. A block
 * marked {@code text} below it is what the lines print.
 */
@NoLeaks
class RecipesIT {
    private static final int SECONDS = 120;

    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> shouldDoWhatTheRecipesSay() throws Exception {
        String page = Checkout.read(Checkout.file("docs/recipes.md"));
        List<String> sections = List.of(page.split("(?m)^## ")).stream().skip(1).toList();
        assertThat(sections).hasSize(11);
        List<DynamicTest> tests = new ArrayList<>();
        for (String section : sections) {
            tests.add(DynamicTest.dynamicTest(section.lines().findFirst().orElseThrow(), () -> type(section)));
        }
        return tests.stream();
    }

    private void type(String section) throws Exception {
        List<Markdown.Block> blocks = Markdown.of(section).blocks();
        String lines = String.join("\n", blocks.get(0).lines());
        assumeTrue(!lines.contains("python3 ") || OnPath.has("python3"), "python3 is not installed");
        assumeTrue(!lines.contains("make ") || OnPath.has("make"), "make is not installed");
        assumeTrue(!lines.contains("cc ") || OnPath.has("cc"), "cc, a compiler for C, is not installed");
        Path empty = Files.createTempDirectory(directory, "recipe");
        try (Terminal terminal = Terminal.type(empty, setting() + lines)) {
            int code = terminal.exitCodeWithin(SECONDS);
            assertThat(code)
                    .as("exit code; it printed:\n%s%s", terminal.output(), Checkout.read(empty.resolve("errors.txt")))
                    .isZero();
            if (blocks.size() > 1) {
                assertThat(terminal.output().lines()).isEqualTo(blocks.get(1).lines());
            }
        }
    }

    /** Sets up a shell whose {@code sluice} is that of the checkout. */
    private static String setting() {
        String checkout = Checkout.file("sluice").getParent().toString();
        return "export SLUICE_HOME='" + checkout + "' PYTHONPATH='" + checkout + "/python'\n"
                + "exec 2> errors.txt\nPATH='" + checkout + "':$PATH\n";
    }
}
