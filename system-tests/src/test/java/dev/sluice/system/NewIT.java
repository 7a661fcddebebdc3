package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.NoLeaks;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code sluice new}: a project that builds, and runs, as its README says. Maven works in a copy of the local
 * repository, so that nothing is installed into the developer's own.
 */
@NoLeaks
class NewIT {
    private static final int SECONDS = 240;

    @TempDir
    Path directory;

    @Tag("long")
    @Test
    void shouldMakeAProjectThatBuildsAndRunsAsItsReadmeSays() throws Exception {
        Maven maven = Maven.in(directory);
        String said = type(maven.environment() + "sluice new my-app --package org.example.primes");
        assertThat(said)
                .contains("org.example.primes.MyApp", "cd my-app", "mvn verify", "sluice run target/my-app.jar");
        assertThat(maven.artifact("runtime-api")).exists();
        for (Markdown.Block block : Markdown.of(Checkout.read(directory.resolve("my-app/README.md")))
                .blocks()) {
            assertThat(block.language()).isEqualTo("sh");
            type(maven.environment() + "cd my-app\n" + String.join("\n", block.lines()));
        }
        assertThat(directory.resolve("my-app/primes.txt")).hasContent("78498 primes below 1000000");
        assertThat(directory.resolve("my-app/target/surefire-reports")).isNotEmptyDirectory();
        assertThat(directory.resolve("my-app/target/failsafe-reports")).isNotEmptyDirectory();
        // once built, it is built again without a network
        type(maven.environment() + "cd my-app\nrm target/my-app.jar\nmvn -q -o -DskipITs verify");
        assertThat(directory.resolve("my-app/target/my-app.jar")).exists();
    }

    @Test
    void shouldKeepTheProjectWhenThereIsNoMaven() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Terminal terminal = Terminal.type(
                directory, "PATH=/nowhere exec " + java + " -jar " + Checkout.masterJar() + " new lonely");
        assertThat(terminal.exitCodeWithin(60)).isEqualTo(4);
        assertThat(terminal.output())
                .contains(
                        "lonely is there",
                        "E422 mvn: not found (expected: Maven 3.8 or newer on the PATH)",
                        "'java -jar " + Checkout.masterJar() + " install' does it again");
        assertThat(directory.resolve("lonely/pom.xml")).exists();
    }

    private String type(String lines) throws InterruptedException {
        try (Terminal terminal = Terminal.type(directory, lines)) {
            int code = terminal.exitCodeWithin(SECONDS);
            assertThat(code)
                    .as("exit code of\n%s\nwhich printed:\n%s", lines, terminal.output())
                    .isZero();
            assertThat(terminal.output()).doesNotContain("WARN", "Exception", "\tat ");
            return terminal.output();
        }
    }
}
