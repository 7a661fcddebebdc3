package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReturnedFilesTest {
    @TempDir
    Path directory;

    @Test
    void shouldUnpackFilesWhereTheRunDirectoryIsBelowTheCurrentOne() {
        assertThat(new ReturnedFiles(null).into()).isEqualTo(Path.of(""));
        ReturnedFiles below = new ReturnedFiles(Path.of("runs/mine"));
        assertThat(below.into()).isEqualTo(Path.of(""));
        assertThat(below.there()).isEqualTo("runs/mine");
        assertThat(new ReturnedFiles(Path.of("../mine")).there()).isEqualTo("mine");
    }

    @Test
    void shouldMoveFilesIntoARunDirectoryElsewhere() throws IOException {
        Path named = Files.createDirectories(directory.resolve("elsewhere/mine"));
        Files.writeString(named.resolve("plan.json"), "here");
        ReturnedFiles files = new ReturnedFiles(named);
        assertThat(files.there()).isEqualTo("mine");
        files.create();
        Path came = files.into().resolve("mine/logs");
        Files.createDirectories(came);
        Files.writeString(came.resolve("a.log"), "log");
        Files.writeString(came.resolveSibling("run.json"), "run");
        files.settle();
        assertThat(named.resolve("run.json")).hasContent("run");
        assertThat(named.resolve("logs/a.log")).hasContent("log");
        assertThat(named.resolve("plan.json")).hasContent("here");
        assertThat(files.into()).doesNotExist();
    }
}
