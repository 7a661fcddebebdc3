package dev.sluice.master.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.master.RunProgress;
import dev.sluice.model.SluiceException;
import dev.sluice.model.ledger.Counters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TreeForetoldTest {
    private static final TreeForetold TWO = new TreeForetold(2, 100, 10, 20);
    private static final Counters NONE = new Counters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    private static RunProgress.Snapshot after(double seconds, int cycle, long units) {
        return new RunProgress.Snapshot(
                Math.round(seconds * 1e9), cycle, units, 0, 0, 0, 2, NONE, new RunProgress.Cycles(0, 0, 0));
    }

    @Test
    void shouldTravelAsWords() {
        assertThat(TreeForetold.parse("--foretold", TWO.words())).isEqualTo(TWO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1 2 3", "one 2 3 4"})
    void shouldRefuseOtherWords(String words) {
        assertThatThrownBy(() -> TreeForetold.parse("--foretold", words))
                .isInstanceOf(SluiceException.class)
                .hasMessageContaining("--foretold: ")
                .hasMessageContaining("expected: ");
    }

    @Test
    void shouldCompareProgressWithARunWithoutSubMasters() {
        assertThat(TWO.beside(after(5, 0, 100))).contains("25");
        assertThat(TWO.beside(after(50, 0, 100))).contains("100");
        assertThat(TWO.beside(after(5, 1, 100))).isEmpty();
        assertThat(TWO.beside(after(5, 0, 99))).isEmpty();
        assertThat(TWO.sentence())
                .startsWith("2 sub-masters")
                .contains("10.00 s")
                .contains("20.00 s");
    }

    @Test
    void shouldSayWhetherSubMastersPaid() {
        TreeForetold.Outcome paid = TWO.outcome(100, 12);
        TreeForetold.Outcome lost = new TreeForetold(1, 100, 10, 20).outcome(100, 25);
        assertThat(paid).isNotNull();
        assertThat(lost).isNotNull();
        assertThat(paid.paid()).isTrue();
        assertThat(paid.sentence()).startsWith("2 sub-masters: 12.00 s").contains("8.00 s");
        assertThat(lost.paid()).isFalse();
        assertThat(lost.sentence()).startsWith("1 sub-master: 25.00 s").contains("not");
        assertThat(TWO.outcome(99, 12)).isNull();
        assertThat(TWO.outcome(100, 0)).isNull();
    }
}
