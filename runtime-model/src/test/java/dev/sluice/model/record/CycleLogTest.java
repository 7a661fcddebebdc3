package dev.sluice.model.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.record.CycleLog.Totals;
import java.util.List;
import org.junit.jupiter.api.Test;

class CycleLogTest {
    private static final long SECOND = 1_000_000_000L;
    private final CycleLog log = new CycleLog();

    private static Totals totals(long units) {
        return new Totals(units, 10 * units, 100 * units, 2 * units, units * SECOND);
    }

    private static CauseTimes compute(long seconds) {
        return CauseTimes.ZERO.plus(Cause.COMPUTE, seconds * SECOND);
    }

    @Test
    void shouldRecordTheFiguresOfEachCycle() {
        log.begun(0, 8, SECOND);
        log.checkpoint(totals(0), 4, SECOND);
        log.checkpoint(totals(4), 2, 2 * SECOND);
        log.regime(new RegimeSlice(0, 2, RegimeSlice.COMPUTATION, "slots", 1, 0, 0));
        log.finished(totals(8), 2, 3 * SECOND);
        CycleRecord record = log.view(CycleLog.MOST).get(0);
        assertThat(record.cycle()).isZero();
        assertThat(record.ended()).isEqualTo(1);
        assertThat(record.fromSeconds()).isEqualTo(1);
        assertThat(record.seconds()).isEqualTo(2);
        assertThat(record.slots()).isEqualTo(3, within(1e-9));
        assertThat(record.units()).isEqualTo(8);
        assertThat(record.computeSeconds()).isEqualTo(8);
        assertThat(record.bytesOut()).isEqualTo(80);
        assertThat(record.bytesIn()).isEqualTo(800);
        assertThat(record.messages()).isEqualTo(16);
        assertThat(record.regime() + " " + record.resource()).isEqualTo("computation slots");
    }

    @Test
    void shouldRecordTenthsOfALongCycle() {
        log.begun(0, 1_000, 0);
        for (int i = 1; i <= 1_000; i++) {
            log.checkpoint(totals(i), 4, i * SECOND);
        }
        log.finished(totals(1_000), 4, 1_000 * SECOND);
        List<CycleRecord> records = log.view(CycleLog.MOST);
        assertThat(records).hasSize(11);
        assertThat(records.subList(0, 10)).allMatch(each -> each.units() == 100 && each.ended() == 0);
        assertThat(records.get(10).ended()).isEqualTo(1);
    }

    @Test
    void shouldShareReportsAmongTheCyclesOfTheirTime() {
        log.begun(0, 2, 0);
        log.finished(totals(1), 4, SECOND);
        log.begun(1, 2, SECOND);
        log.spent(compute(8), 2 * SECOND);
        log.finished(totals(2), 4, 3 * SECOND);
        log.spent(compute(4), 4 * SECOND);
        assertThat(log.view(CycleLog.MOST))
                .extracting(each -> each.causes().of(Cause.COMPUTE))
                .containsExactly(4 * SECOND, 6 * SECOND);
    }

    @Test
    void shouldMergeNeighboursOfTooMany() {
        for (int i = 0; i < 25_000; i++) {
            log.begun(i, 1, i * SECOND / 10);
            log.finished(totals(i + 1), 4, (i + 1) * SECOND / 10);
            log.spent(compute(1), (i + 1) * SECOND / 10);
        }
        List<CycleRecord> records = log.view(CycleLog.MOST);
        assertThat(records).hasSizeLessThanOrEqualTo(CycleLog.MOST);
        assertThat(records.stream().mapToLong(CycleRecord::units).sum()).isEqualTo(25_000);
        assertThat(records.stream().mapToLong(CycleRecord::ended).sum()).isEqualTo(25_000);
        assertThat(records.stream().mapToDouble(CycleRecord::seconds).sum()).isEqualTo(2_500, within(1e-6));
        assertThat(records.stream()
                        .mapToLong(each -> each.causes().of(Cause.COMPUTE))
                        .sum())
                .isEqualTo(25_000 * SECOND);
        assertThat(log.view(60)).hasSizeLessThanOrEqualTo(60);
        assertThat(log.view(60).stream().mapToLong(CycleRecord::units).sum()).isEqualTo(25_000);
    }
}
