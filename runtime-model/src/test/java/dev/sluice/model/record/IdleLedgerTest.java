package dev.sluice.model.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.record.IdleLedger.Line;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IdleLedgerTest {
    private static final long SECOND = 1_000_000_000L;

    private static CauseTimes times(Map<Cause, Integer> seconds) {
        CauseTimes all = CauseTimes.ZERO;
        for (Map.Entry<Cause, Integer> each : seconds.entrySet()) {
            all = all.plus(each.getKey(), each.getValue() * SECOND);
        }
        return all;
    }

    private static IdleLedger ledger(Map<Cause, Integer> seconds) {
        CauseTimes times = times(seconds);
        int sum = seconds.values().stream().mapToInt(Integer::intValue).sum();
        return IdleLedger.of(sum * SECOND, 0, times, Map.of("a", times));
    }

    @Test
    void shouldGiveEachSecondOneCause() {
        IdleLedger ledger = ledger(Map.of(
                Cause.COMPUTE, 40,
                Cause.RUNTIME, 10,
                Cause.MASTER, 20,
                Cause.RESULTS_LINK, 6,
                Cause.INPUTS_LINK, 4,
                Cause.SETUP, 5,
                Cause.NO_WORK, 5,
                Cause.STARTING, 10));
        assertThat(ledger.slotSeconds()).isEqualTo(100);
        assertThat(ledger.seconds(Line.COMPUTE)).isEqualTo(50);
        assertThat(ledger.percent(Line.LINK)).isEqualTo(10);
        assertThat(ledger.runtimePercent()).isEqualTo(10);
        assertThat(ledger.sumPercent()).isCloseTo(100, within(1e-9));
    }

    @Test
    void shouldNameTheLinkThatWasWaitedForLongest() {
        CauseTimes near = times(Map.of(Cause.RESULTS_LINK, 1));
        CauseTimes far = times(Map.of(Cause.RESULTS_LINK, 3, Cause.INPUTS_LINK, 7));
        IdleLedger ledger = IdleLedger.of(20 * SECOND, SECOND, near.plus(far), Map.of("near", near, "far", far));
        assertThat(ledger.links())
                .containsExactly(
                        new IdleLedger.Link("master", "far", 7),
                        new IdleLedger.Link("far", "master", 3),
                        new IdleLedger.Link("near", "master", 1));
        assertThat(ledger.estimatedSeconds()).isEqualTo(1);
    }

    @Test
    void shouldHaveAFieldAndWordsForEachLine() {
        assertThat(IdleLedger.NONE.lines())
                .extracting(IdleLedger.Share::field)
                .doesNotHaveDuplicates()
                .allMatch(field -> !field.isEmpty());
        assertThat(Line.values()).extracting(Line::words).doesNotHaveDuplicates();
    }
}
