package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
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
        // once built, it is built again without a network, tests and all
        type(maven.environment() + "cd my-app\nmvn -q -o clean verify");
        assertThat(directory.resolve("my-app/target/my-app.jar")).exists();
    }

    @Test
    void shouldSayWhatItMadeAsJson() throws Exception {
        try (MasterRun run = MasterRun.master(directory, "new", "sieve", "--no-install", "--json")) {
            assertThat(run.exitCodeWithin(30)).as(run.err()).isZero();
            JsonNode made = RunSchema.read(run.out(), "docs/project.schema.json");
            assertThat(made.at("/class").asText()).isEqualTo("sieve.MySieve");
            for (JsonNode file : made.at("/files")) {
                assertThat(Path.of(made.at("/directory").asText(), file.asText()))
                        .exists();
            }
        }
    }

    @Test
    void shouldRefuseWhatCannotBeAProject() throws Exception {
        refuse(2, "E200 NAME: 'new' makes the package 'new', and 'new' is a Java keyword", "new", "new");
        refuse(2, "E200 NAME: 'a b' (expected: letters, digits", "new", "a b");
        Files.createDirectories(directory.resolve("taken/already"));
        refuse(2, "E200 directory: taken is not empty (expected: a new or empty directory", "new", "taken");
    }

    @Test
    void shouldKeepTheProjectWhenThereIsNoMaven() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Terminal terminal = Terminal.type(
                directory, "PATH=/nowhere exec " + java + " -jar " + Checkout.masterJar() + " new lonely");
        assertThat(terminal.exitCodeWithin(30)).isEqualTo(4);
        assertThat(terminal.output())
                .contains(
                        "lonely is there",
                        "E422 mvn: not found (expected: Maven 3.8 or newer on the PATH)",
                        "sluice install");
        assertThat(directory.resolve("lonely/pom.xml")).exists();
    }

    private void refuse(int exitCode, String words, String... arguments) throws Exception {
        try (MasterRun run = MasterRun.master(directory, arguments)) {
            assertThat(run.exitCodeWithin(30)).isEqualTo(exitCode);
            assertThat(run.err()).contains(words).doesNotContain("\tat ");
        }
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
