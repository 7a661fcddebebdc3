package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Types what README.md tells the reader to type: each block marked {@code sh}, in a directory with the script and the
 * three jars and the documents. Lines under {@code # terminal N} are typed into their own terminals, the first of which
 * must have said how to join before the others begin.
 */
@NoLeaks
class ReadmeIT {
    private static final int SECONDS = 120;

    /** This test is part of it. */
    private static final String CHECK = "./sluice check";

    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> shouldDoWhatTheReadmeSays() throws IOException {
        link("sluice", Checkout.file("sluice"));
        link("docs", Checkout.file("docs"));
        link("python", Checkout.file("python"));
        link("sluice-master.jar", Checkout.masterJar());
        link("sluice-worker.jar", Checkout.workerJar());
        link("app-mandelbrot.jar", Checkout.applicationJar("mandelbrot"));
        return readme().blocks().stream()
                .filter(block -> block.language().equals("sh"))
                .filter(block -> !block.lines().contains(CHECK))
                .map(block -> DynamicTest.dynamicTest(block.lines().get(0), () -> type(block.lines())));
    }

    @Test
    void shouldBeCheckedByTheCommandOfTheReadme() {
        assertThat(readme().blocks()).anySatisfy(block -> {
            assertThat(block.language()).isEqualTo("sh");
            assertThat(block.lines()).contains(CHECK);
        });
        assertThat(Checkout.read(Checkout.file(".ci/run"))).contains("exec " + CHECK);
    }

    private void type(List<String> lines) throws InterruptedException {
        List<Terminal> terminals = new ArrayList<>();
        try {
            for (String part : String.join("\n", lines).split("(?m)^(?=# terminal \\d)")) {
                if (!terminals.isEmpty()) {
                    awaitInvitation(terminals.get(0));
                }
                terminals.add(Terminal.type(directory, part));
            }
            for (Terminal terminal : terminals) {
                int code = terminal.exitCodeWithin(SECONDS);
                assertThat(code)
                        .as("exit code; it printed:\n%s", terminal.output())
                        .isZero();
                assertThat(terminal.output()).doesNotContain("WARN", "Exception", "\tat ");
            }
        } finally {
            terminals.forEach(Terminal::close);
        }
    }

    private static void awaitInvitation(Terminal master) {
        await().until(() -> !master.isRunning() || master.output().contains("join"));
    }

    private void link(String name, Path target) throws IOException {
        Files.createSymbolicLink(directory.resolve(name), target);
    }

    private static Markdown readme() {
        return Markdown.of(Checkout.read(Checkout.file("README.md")));
    }
}
