package dev.sluice.app.each.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellTextTest {
    @TempDir
    Path temporary;

    @Test
    void shouldStartAProgramAsASimpleCommand() {
        assertThat(text(List.of("gzip", "it's"), List.of("A=b c"), false)).isEqualTo("A='b c' 'gzip' 'it'\\''s' <x");
    }

    @Test
    void shouldStartTheProgramOfABuiltinByItsPath() throws Exception {
        Path echo = Files.createFile(temporary.resolve("echo"));
        assertThat(echo.toFile().setExecutable(true)).isTrue();
        assertThat(text(List.of("echo", "a"), List.of(), false)).isEqualTo("'" + echo + "' 'a' <x");
        assertThat(text(List.of("echo", "a"), List.of("PATH=/x"), false))
                .isEqualTo("(export PATH='/x' ; exec 'echo' 'a' ) <x");
        assertThat(text(List.of("cd"), List.of(), false)).isEqualTo("(exec 'cd' ) <x");
    }

    @Test
    void shouldPassVariablesWithForeignNamesByEnv() {
        assertThat(text(List.of("echo"), List.of("A=1", "b.c=2"), false)).isEqualTo("A='1' env 'b.c=2' 'echo' <x");
    }

    @Test
    void shouldFindVariablesThatAShellDrops() {
        byte[] environment = "A=1\0BASH_FUNC_f%%=() { x=1\n}\0_=y\0b.c=2\0".getBytes(StandardCharsets.UTF_8);
        assertThat(CommandText.oddVariables(environment)).containsExactly("BASH_FUNC_f%%=() { x=1\n}", "b.c=2");
    }

    @Test
    void shouldPreferTheShellThatGnuParallelPrefers() {
        assertThat(CrewConfig.shell(Map.of("PARALLEL_SHELL", "/bin/sh", "SHELL", "/bin/ls")))
                .isEqualTo("/bin/sh");
        assertThat(CrewConfig.shell(Map.of("SHELL", "/bin/ls"))).isEqualTo("/bin/ls");
        assertThat(CrewConfig.shell(Map.of("SHELL", "/no/such/shell"))).isEqualTo("/bin/sh");
    }

    private String text(List<String> words, List<String> environment, boolean apart) {
        return ShellText.program(words, environment, "<x", new ProgramPaths(temporary.toString()), apart);
    }
}
