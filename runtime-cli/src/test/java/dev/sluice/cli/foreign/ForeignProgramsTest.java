package dev.sluice.cli.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForeignProgramsTest {
    private static final String BELOW = "dev/sluice/app/foreign/program/";

    @TempDir
    Path directory;

    @Test
    void shouldTellProgramsFromJars() throws Exception {
        Path script = Files.writeString(directory.resolve("pi"), "#!/bin/sh\n");
        assertThat(ForeignPrograms.isProgram(script)).isFalse(); // it is not executable
        assertThat(script.toFile().setExecutable(true)).isTrue();
        assertThat(ForeignPrograms.isProgram(script)).isTrue();
        Path jar = directory.resolve("application");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("entry"));
        }
        assertThat(jar.toFile().setExecutable(true)).isTrue();
        assertThat(ForeignPrograms.isProgram(jar)).isFalse();
        assertThat(ForeignPrograms.isProgram(directory.resolve("missing.jar"))).isFalse();
        assertThat(ForeignPrograms.isProgram(directory.resolve("missing.py"))).isTrue();
    }

    @Test
    void shouldRefuseAMissingProgram() {
        assertThatThrownBy(() -> ForeignPrograms.jar(directory.resolve("missing.py"), "python3"))
                .hasMessageContaining("missing.py (expected: a program that can be read)");
    }

    @Test
    void shouldPackTheProgramAndHowItStarts() throws Exception {
        Path program = Files.writeString(directory.resolve("a = ü.py"), "print(1)\n");
        Path made = ForeignPrograms.jar(program, "python3.12");
        assertThat(made).hasFileName("a = ü.jar");
        try (ZipFile jar = new ZipFile(made.toFile())) {
            Properties read = new Properties();
            read.load(jar.getInputStream(jar.getEntry(BELOW + "program.properties")));
            assertThat(read)
                    .containsEntry("manner", "python")
                    .containsEntry("file", "a = ü.py")
                    .containsEntry("name", program.toString())
                    .containsEntry("directory", directory.toString())
                    .containsEntry("interpreter", "python3.12");
            byte[] bytes =
                    jar.getInputStream(jar.getEntry(BELOW + "file/a = ü.py")).readAllBytes();
            assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo("print(1)\n");
        }
        assertThat(ForeignPrograms.jar(program, "python3.12")).isEqualTo(made);
        Files.writeString(program, "print(2)\n");
        assertThat(ForeignPrograms.jar(program, "python3.12")).isNotEqualTo(made);
    }
}
