package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.report.TimeLeft;
import dev.sluice.master.RunProgress.Cycles;
import dev.sluice.master.RunProgress.Snapshot;
import dev.sluice.model.Amount;
import dev.sluice.model.ledger.Counters;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Counters NONE = new Counters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    private static final Cycles ONE = new Cycles(1, 0, 0);

    private final ProgressLine line = new ProgressLine("unit");

    private static Snapshot after(double seconds, int cycle, long units, long finished, Cycles cycles) {
        return new Snapshot(
                (long) (seconds * SECOND), cycle, units, finished, units * cycle + finished, 0, 2, NONE, cycles);
    }

    @Test
    void shouldCallCommandsSo() {
        assertThat(new ProgressLine("command").next(after(5, 0, 60, 4, ONE))).contains(" 4/60 commands ");
        assertThat(new ProgressLine("unit").next(after(5, 0, 60, 4, ONE))).contains(" 4/60 units ");
    }

    @Test
    void shouldShowAllCyclesAndUnitsAndTheTimeUntilTheEndOfTheRun() {
        Cycles cycles = new Cycles(1_501, 940 * SECOND, 2 * SECOND);
        line.next(after(930, 465, 8, 0, cycles));
        assertThat(line.next(after(941, 470, 8, 4, cycles)))
                .isEqualTo("470/1,501 cycles [#######.................]  31 % 3,764/12,008 units  4.00/s, overall"
                        + " 4.00/s  2 slots  15 min 41 s, 34 to 35 min left");
        assertThat(line.next(after(941.2, 1_500, 8, 4, cycles)))
                .contains("1,500/1,501 cycles [", "  99 % 12,004/12,008 units", " up to 2 s left");
    }

    @Test
    void shouldShowTheUnitsOfTheCycleWhereCyclesDiffer() {
        Snapshot now = new Snapshot(9 * SECOND, 1, 8, 4, 104, 0, 2, NONE, new Cycles(3, 0, SECOND));
        assertThat(line.next(now)).contains(" 4/8 units, 104 in all  ");
    }

    @Test
    void shouldShowTheTimeLeftOfTheOnlyCycleAsARange() {
        line.next(after(1, 0, 8, 0, ONE));
        assertThat(line.next(after(2, 0, 8, 2, ONE)))
                .isEqualTo(
                        "[######..................]  25 % 2/8 units  2.00/s, overall 1.00/s  2 slots  2 s, 3 to 6 s left");
    }

    @Test
    void shouldForetellNoEndOfACycleThatMayGetMoreUnits() {
        line.next(after(1, 0, 8, 0, ONE));
        Cycles open = new Cycles(ONE.expected(), ONE.begunNanos(), ONE.meanNanos(), ONE.steps(), true);
        assertThat(line.next(new Snapshot(2 * SECOND, 0, 8, 2, 2, 0, 2, NONE, open)))
                .isEqualTo("[######..................]  25 % 2/8 units so far  2.00/s, overall 1.00/s  2 slots  2 s");
    }

    @Test
    void shouldSayThatTheTimeLeftIsThatOfTheCycleWhereNobodyKnowsHowManyFollow() {
        Cycles cycles = new Cycles(0, SECOND, SECOND);
        line.next(after(1, 0, 8, 8, cycles));
        assertThat(line.next(after(2, 1, 8, 2, cycles)))
                .startsWith("cycle 1 [######..................]  25 % 2/8 units, 10 in all")
                .endsWith(" s left of this cycle");
    }

    /** Units of half a second on two slots end in pairs, and not between two lines of a terminal. */
    @Test
    void shouldShowASteadyRateWhileUnitsEndNowAndThen() {
        Set<String> rates = new HashSet<>();
        for (int tick = 1; tick <= 150; tick++) {
            double seconds = tick * 0.2;
            String shown = line.next(after(seconds, 0, 1_000, 2 * (long) (seconds / 0.5), ONE));
            if (seconds > 4) {
                rates.add(shown.replaceFirst(".* units  ([0-9.]+)/s,.*", "$1"));
            }
        }
        assertThat(rates).allMatch(rate -> Math.abs(Double.parseDouble(rate) - 4) < 1.0);
    }

    @Test
    void shouldFollowARateThatChanges() {
        for (int seconds = 1; seconds <= 20; seconds++) {
            line.next(after(seconds, 0, 10_000, 100L * seconds, ONE));
        }
        String last = "";
        for (int seconds = 21; seconds <= 24; seconds++) {
            last = line.next(after(seconds, 0, 10_000, 2_000 + 10L * (seconds - 20), ONE));
        }
        assertThat(last).contains(" 10.0/s, overall 85.0/s ");
    }

    @Test
    void shouldNeverShowAnIntervalOfZeros() {
        assertThat(TimeLeft.interval(0, 0)).isEqualTo("less than 1 s");
        assertThat(TimeLeft.interval(0.2, 3)).isEqualTo("up to 3 s");
        assertThat(TimeLeft.interval(3, 3)).isEqualTo("about 3 s");
        assertThat(TimeLeft.interval(100, 130)).isEqualTo("1 to 3 min");
        assertThat(TimeLeft.interval(7_000, 9_000)).isEqualTo("1 to 3 h");
        assertThat(TimeLeft.interval(90_000, 260_000)).isEqualTo("1 to 4 days");
    }

    @Test
    void shouldShowThreeDigitsOfARate() {
        assertThat(Amount.number(0)).isEqualTo("0");
        assertThat(Amount.number(0.0421)).isEqualTo("0.0421");
        assertThat(Amount.number(4.214)).isEqualTo("4.21");
        assertThat(Amount.number(421.4)).isEqualTo("421");
        assertThat(Amount.number(42_140)).isEqualTo("42,140");
    }
}
