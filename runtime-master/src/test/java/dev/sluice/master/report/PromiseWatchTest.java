package dev.sluice.master.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.record.PromiseNow;
import dev.sluice.model.record.RunView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromiseWatchTest {
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

    private final List<String> news = new ArrayList<>();
    private final List<String> spares = new ArrayList<>();

    /** A run that is to be complete 100 s after its start, whose command began 2 s earlier. */
    private final PromiseWatch watch = new PromiseWatch(
            new Due(START.plusSeconds(100), false, 70, 90, 0.99),
            START.minusSeconds(2),
            START,
            news::add,
            () -> List.copyOf(spares));

    @Test
    void shouldSayWhatWasForetoldBeforeAnythingIsKnown() {
        PromiseNow now = watch.now(1, new double[] {-1, -1});

        assertThat(now.seconds()).isEqualTo(100);
        assertThat(now.low()).isEqualTo(68);
        assertThat(now.high()).isEqualTo(88);
        assertThat(now.chance()).isEqualTo(0.99);
    }

    @Test
    void shouldFollowTheTimeLeft() {
        assertThat(watch.now(50, new double[] {40, 49}).chance()).isGreaterThan(0.95);
        assertThat(watch.now(50, new double[] {49, 60}).chance()).isBetween(0.05, 0.3);
        assertThat(watch.now(50, new double[] {45, 55}).low()).isEqualTo(95);
        assertThat(watch.now(99, new double[] {0, 0.1}).chance()).isGreaterThan(0.99);
        assertThat(watch.now(101, new double[] {0, 0.1}).chance()).isZero();
    }

    @Test
    void shouldWarnOnceOfAPromiseThatWillBreakWithItsCauseAndWhatWouldHelp() {
        look(40, 80, 100);
        assertThat(news).isEmpty(); // one look may be wrong

        look(42, 80, 100);
        look(44, 80, 100);

        assertThat(news)
                .singleElement()
                .asString()
                .contains("will probably not be kept, the run would be 22 s to 42 s late")
                .contains("Computing limits the run.")
                .contains("What would help: another host: 60.0 s");
        assertThat(watch.outcome(140, true).warnedSeconds()).isEqualTo(44);
    }

    @Test
    void shouldSayWhenItWillBeKeptAfterAll() {
        look(40, 80, 100);
        look(42, 80, 100);
        look(44, 20, 25);
        look(46, 20, 25);

        assertThat(news).hasSize(2).last().asString().endsWith("will probably be kept after all");
    }

    @Test
    void shouldLetSparesWorkAsSoonAsItIsNotSure() {
        spares.add("w3 works again");
        look(40, 55, 65);
        look(42, 53, 63);

        assertThat(news).first().asString().contains("w3 works again, to keep it");
        assertThat(watch.outcome(99, true).changed()).containsExactly("w3 works again");
    }

    @Test
    void shouldBeKeptByARunThatIsCompleteInTime() {
        assertThat(watch.outcome(102, true).kept()).isTrue();
        assertThat(watch.outcome(102.1, true).kept()).isFalse();
        assertThat(watch.outcome(50, false).kept()).isFalse();
        assertThat(watch.outcome(50, true).words())
                .isEqualTo("asked for within 1 min 42 s: kept, 50 s taken; said before it began: 1 min 10 s to"
                        + " 1 min 30 s (99 % sure)");
    }

    private void look(double seconds, double low, double high) {
        PromiseNow now = watch.now(seconds, new double[] {low, high});
        watch.look(
                new RunView.Overview(
                        seconds,
                        0,
                        1,
                        100,
                        false,
                        10,
                        10,
                        1,
                        1,
                        2,
                        low,
                        high,
                        2,
                        2,
                        4,
                        0,
                        0,
                        "Computing limits the run.",
                        now,
                        List.of()),
                List.of(new RunView.Change("another host", 60, 0.4)));
    }
}
