package dev.sluice.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.option.Columns;
import org.junit.jupiter.api.Test;

class TableTextTest {
    @Test
    void shouldReplaceWhatATerminalWouldObey() {
        TableText table = new TableText();
        table.line("%s", "a\u001b[2Jb");
        table.line("%s", "Bad: \u202egnp\n\tat A.b");
        assertThat(table.toString().lines()).containsExactly("a\uFFFD[2Jb", "Bad: \uFFFDgnp", "\tat A.b");
        assertThat(Columns.printable("a\u202eb\u0085c\nd\uD83D\uDE00")).isEqualTo("a\uFFFDb\uFFFDc\uFFFDd\uD83D\uDE00");
    }
}
