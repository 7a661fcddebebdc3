package dev.sluice.app.each.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShellTextTest {
    @Test
    void shouldStartAProgramApartFromTheShell() {
        assertThat(ShellText.program(List.of("gzip", "it's"), List.of("A=b c", "B=1"), "<x"))
                .isEqualTo("(export A='b c' B='1'; exec 'gzip' 'it'\\''s' ) <x");
        assertThat(ShellText.program(List.of("cd"), List.of(), "<x")).isEqualTo("(exec 'cd' ) <x");
    }

    @Test
    void shouldPassVariablesWithForeignNamesByEnv() {
        assertThat(ShellText.program(List.of("echo"), List.of("A=1", "b.c=2"), "<x"))
                .isEqualTo("(export A='1'; exec env 'b.c=2' 'echo' ) <x");
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
        assertThat(CrewConfig.shell(Map.of("SHELL", "/usr/sbin/nologin"))).isEqualTo("/bin/sh");
        assertThat(CrewConfig.shell(Map.of("SHELL", "/bin/false"))).isEqualTo("/bin/sh");
    }
}
