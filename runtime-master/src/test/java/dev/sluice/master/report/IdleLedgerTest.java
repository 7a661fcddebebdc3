package dev.sluice.master.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.master.report.IdleLedger.HostTimes;
import dev.sluice.master.report.IdleLedger.Line;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import java.util.List;
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
        return IdleLedger.of(sum * SECOND, 0, times, List.of(new HostTimes("a", times)));
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
        assertThat(ledger.runtimeSeconds()).isEqualTo(10);
        assertThat(ledger.runtimePercent()).isEqualTo(10);
        assertThat(ledger.sumPercent()).isCloseTo(100, within(1e-9));
        assertThat(ledger.sentence()).contains("master");
    }

    @Test
    void shouldNameTheLinkThatWasWaitedForLongest() {
        CauseTimes near = times(Map.of(Cause.RESULTS_LINK, 1));
        CauseTimes far = times(Map.of(Cause.RESULTS_LINK, 3, Cause.INPUTS_LINK, 7));
        IdleLedger ledger = IdleLedger.of(
                20 * SECOND, SECOND, near.plus(far), List.of(new HostTimes("near", near), new HostTimes("far", far)));
        assertThat(ledger.links())
                .containsExactly(
                        new IdleLedger.Link("master", "far", 7),
                        new IdleLedger.Link("far", "master", 3),
                        new IdleLedger.Link("near", "master", 1));
        assertThat(ledger.estimatedSeconds()).isEqualTo(1);
        assertThat(ledger.sentence()).contains("link").contains("far");
    }

    @Test
    void shouldSayWhatLimitsARun() {
        assertThat(ledger(Map.of()).percent(Line.COMPUTE)).isZero();
        assertThat(ledger(Map.of()).runtimePercent()).isZero();
        List<String> sentences = List.of(
                ledger(Map.of()).sentence(),
                ledger(Map.of(Cause.COMPUTE, 95, Cause.MASTER, 5)).sentence(),
                ledger(Map.of(Cause.COMPUTE, 10, Cause.RUNTIME, 90)).sentence(),
                ledger(Map.of(Cause.COMPUTE, 50, Cause.MASTER, 50)).sentence(),
                ledger(Map.of(Cause.COMPUTE, 50, Cause.SETUP, 50)).sentence(),
                ledger(Map.of(Cause.COMPUTE, 50, Cause.NO_WORK, 50)).sentence(),
                ledger(Map.of(Cause.COMPUTE, 50, Cause.STARTING, 50)).sentence());
        assertThat(sentences).doesNotHaveDuplicates();
        assertThat(sentences.get(1)).contains("add slots");
        assertThat(sentences.get(2)).contains("larger units");
        assertThat(sentences.get(4)).contains("setup");
    }

    @Test
    void shouldNotBlameTheMasterOrALinkForTheStartOfAShortRun() {
        IdleLedger waiting = ledger(Map.of(Cause.COMPUTE, 50, Cause.MASTER, 30, Cause.STARTING, 20));
        assertThat(waiting.sentence(1.9)).startsWith("Too short to show what limits it");
        assertThat(waiting.sentence(2)).isEqualTo(waiting.sentence());
        IdleLedger starting = ledger(Map.of(Cause.COMPUTE, 50, Cause.RESULTS_LINK, 20, Cause.STARTING, 30));
        assertThat(starting.sentence(1)).isEqualTo(starting.sentence()).contains("starting");
        assertThat(ledger(Map.of(Cause.COMPUTE, 95, Cause.MASTER, 5)).sentence(1))
                .contains("add slots");
        assertThat(ledger(Map.of()).sentence(1)).isEqualTo("No slots joined.");
    }

    @Test
    void shouldNotCountParkedSlotsAsALimit() {
        IdleLedger busy = ledger(Map.of(Cause.COMPUTE, 19, Cause.MASTER, 1, Cause.PARKED, 80));
        assertThat(busy.seconds(Line.PARKED)).isEqualTo(80);
        assertThat(busy.sumPercent()).isCloseTo(100, within(1e-9));
        assertThat(busy.sentence()).contains("add slots");
        IdleLedger waiting = ledger(Map.of(Cause.COMPUTE, 10, Cause.RESULTS_LINK, 10, Cause.PARKED, 80));
        assertThat(waiting.sentence()).contains("link");
    }

    @Test
    void shouldHaveAFieldAndWordsForEachLine() {
        assertThat(Line.values())
                .extracting(Line::field)
                .doesNotHaveDuplicates()
                .allMatch(field -> !field.isEmpty());
        assertThat(Line.values()).extracting(Line::words).doesNotHaveDuplicates();
    }
}
