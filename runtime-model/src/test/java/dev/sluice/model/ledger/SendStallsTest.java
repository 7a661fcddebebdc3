package dev.sluice.model.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SendStallsTest {
    private final SendStalls holdups = new SendStalls();

    @Test
    void shouldBlameTheLinkWhenTheMasterTookResultsAtOnce() {
        holdups.begin(100);
        assertThat(holdups.times(150)).isEqualTo(CauseTimes.ZERO.plus(Cause.RESULTS_LINK, 50));
        holdups.queued(0);
        holdups.end(100, 400);
        assertThat(holdups.times(900)).isEqualTo(CauseTimes.ZERO.plus(Cause.RESULTS_LINK, 300));
    }

    @Test
    void shouldBlameTheMasterForAsLongAsResultsWaitedThere() {
        holdups.begin(100);
        holdups.queued(250);
        holdups.end(100, 400);
        assertThat(holdups.times(400))
                .isEqualTo(CauseTimes.ZERO.plus(Cause.MASTER, 250).plus(Cause.RESULTS_LINK, 50));
    }

    @Test
    void shouldAddUpSlotsThatAreHeldUpTogether() {
        holdups.begin(-Long.MAX_VALUE); // clocks may begin anywhere
        holdups.end(-Long.MAX_VALUE, -Long.MAX_VALUE + 10);
        holdups.begin(100);
        holdups.begin(300);
        holdups.queued(1_000);
        assertThat(holdups.times(500))
                .isEqualTo(CauseTimes.ZERO.plus(Cause.RESULTS_LINK, 10).plus(Cause.MASTER, 400 + 200));
        holdups.end(300, 600);
        assertThat(holdups.times(700).total()).isEqualTo(10 + 300 + 600);
    }
}
