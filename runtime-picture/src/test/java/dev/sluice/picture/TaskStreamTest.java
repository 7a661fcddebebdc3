package dev.sluice.picture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.picture.TaskStream.Lane;
import dev.sluice.picture.TaskStream.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TaskStreamTest {
    static TaskStream example(int slots, int units) {
        SplittableRandom random = new SplittableRandom(7);
        List<Lane> lanes = new ArrayList<>();
        long end = 0;
        for (int slot = 0; slot < slots; slot++) {
            List<Span> spans = new ArrayList<>();
            long now = 300_000_000L + random.nextLong(200_000_000);
            spans.add(new Span(0, now, Cause.STARTING, ""));
            spans.add(new Span(now, now += 150_000_000, Cause.SETUP, ""));
            for (int unit = 0; unit < units; unit++) {
                long compute = 80_000_000 + random.nextLong(120_000_000);
                spans.add(new Span(now, now += compute, Cause.COMPUTE, "unit " + (unit * slots + slot)));
                spans.add(new Span(now, now += 2_000_000, Cause.RUNTIME, ""));
                if (unit % 4 == 3) {
                    Cause cause = slot % 2 == 0 ? Cause.RESULTS_LINK : Cause.MASTER;
                    spans.add(new Span(now, now += 40_000_000, cause, ""));
                }
            }
            end = Math.max(end, now);
            lanes.add(new Lane("host-" + slot / 2 + "/" + slot % 2, spans));
        }
        List<Lane> whole = new ArrayList<>();
        for (Lane lane : lanes) {
            List<Span> spans = new ArrayList<>(lane.spans());
            spans.add(new Span(spans.get(spans.size() - 1).toNanos(), end, Cause.NO_WORK, ""));
            whole.add(new Lane(lane.name(), spans));
        }
        return new TaskStream(
                "Task stream", "Eight slots; half of them wait for the results' link.", whole, end, CauseTimes.ZERO);
    }

    @Test
    void shouldShowASpanForEachAndTheLedger() throws Exception {
        Drawn drawn = Drawn.of(example(8, 24).picture());
        assertThat(drawn.count("rect", "c-compute"))
                .as("units, the bar and the legend")
                .isEqualTo(8 * 24 + 2);
        assertThat(drawn.texts("title")).anyMatch(text -> text.startsWith("unit 0: "));
        assertThat(drawn.texts("text"))
                .contains("host-0/0", "host-3/1", "0 s")
                .anyMatch(text -> text.startsWith("compute "));
    }

    @Test
    void shouldShowSharesWhereThereAreTooManySpans() throws Exception {
        Drawn drawn = Drawn.of(example(8, 2000).picture());
        assertThat(drawn.count("rect", "c-compute")).isEqualTo(2);
        assertThat(drawn.count("path", "c-compute")).isEqualTo(8);
        assertThat(drawn.texts("text").toString()).contains("spans of 8 slots").contains("one slot's time");
    }

    @Test
    void shouldShowSeveralSlotsInARowWhereThereAreMany() throws Exception {
        Drawn drawn = Drawn.of(example(1000, 20).picture());
        assertThat(drawn.count("path", "c-compute")).isEqualTo(48);
        assertThat(drawn.texts("text").toString()).contains("21 slots' time").contains("×21");
    }

    @Test
    void shouldStaySmallWithAMillionSpans() throws Exception {
        assertThat(Drawn.of(example(128, 4000).picture()).svg()).hasSizeLessThan(3_000_000);
    }

    @Test
    void shouldDrawARunThatNeverBegan() throws Exception {
        Drawn.of(new TaskStream("Nothing", "", List.of(), 0, CauseTimes.ZERO).picture());
        Drawn.of(new TaskStream("Empty", "", List.of(new Lane("a", List.of())), 0, CauseTimes.ZERO).picture());
    }

    @Test
    void shouldTakeTheLedgerThatIsGiven() throws Exception {
        CauseTimes ledger = CauseTimes.of(Map.of(Cause.COMPUTE, 75L, Cause.MASTER, 25L));
        Drawn drawn = Drawn.of(new TaskStream("Given", "", List.of(), 100, ledger).picture());
        assertThat(drawn.texts("text")).contains("compute 75 %", "master 25 %");
    }
}
