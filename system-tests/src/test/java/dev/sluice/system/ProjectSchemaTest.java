package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice new --json} follows its schema, and what cannot be a project is refused. */
class ProjectSchemaTest {
    @TempDir
    Path directory;

    @Test
    void shouldSayWhatItMadeAsJson() {
        Path project = directory.resolve("sieve");
        JsonNode made = InProcess.sluice("new", "sieve", "--directory=" + project, "--no-install", "--json")
                .json(0, "docs/project.schema.json");
        assertThat(made.at("/class").asText()).isEqualTo("sieve.MySieve");
        assertThat(made.at("/directory").asText()).isEqualTo(project.toString());
        assertThat(made.at("/files")).isNotEmpty();
        for (JsonNode file : made.at("/files")) {
            assertThat(project.resolve(file.asText())).exists();
        }
    }

    @Test
    void shouldRefuseWhatCannotBeAProject() throws Exception {
        refuse("E200 NAME: 'new' makes the package 'new', and 'new' is a Java keyword", "new", "new");
        refuse("E200 NAME: 'a b' (expected: letters, digits", "new", "a b");
        Path taken = directory.resolve("taken");
        Files.createDirectories(taken.resolve("already"));
        refuse(
                "E200 directory: " + taken + " is not empty (expected: a new or empty directory",
                "new",
                "taken",
                "--directory=" + taken);
    }

    private static void refuse(String words, String... arguments) {
        InProcess run = InProcess.sluice(arguments);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(words).doesNotContain("\tat ");
    }
}
