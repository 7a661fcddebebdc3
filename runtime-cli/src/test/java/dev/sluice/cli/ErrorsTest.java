package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ErrorsTest {
    @Test
    void shouldReplaceWhatATerminalWouldObey() {
        Executed ran = Executed.sluice("report", "no-\u001b[2J\u202erun");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("no-\uFFFD[2J\uFFFDrun: no such run");
    }
}
