package dev.sluice.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.collect.ResultOffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrantBookTest {
    private static final long MILLI = 1_000_000L;
    private static final long SIZE = 1_000_000;
    private static final WorkerId ONE = new WorkerId(1);
    private static final WorkerId OTHER = new WorkerId(2);

    private final GrantBook book = new GrantBook(GrantMode.OFF, 2 * SIZE);
    private final GrantedResults one = new GrantedResults(ONE);
    private final GrantedResults other = new GrantedResults(OTHER);
    private long now;

    private void offer(WorkerId worker, long id) {
        book.offered(new ResultOffer(worker, id, SIZE, false), now);
    }

    /** Grants all offers that fit, and returns their ids. */
    private List<Long> grant(long memoryBytes) {
        List<ResultOffer> next = book.grant(now += MILLI);
        next.forEach(offer -> book.granted(offer.worker().equals(ONE) ? one : other, offer, memoryBytes));
        return next.stream().map(ResultOffer::id).toList();
    }

    @Test
    void shouldGrantNothingWhenNothingIsOffered() {
        assertThat(book.hasOffers()).isFalse();
        assertThat(grant(SIZE)).isEmpty();
    }

    @Test
    void shouldGrantWithinTheMemoryUntilResultsAreAccepted() {
        offer(ONE, 1);
        offer(ONE, 2);
        offer(ONE, 3);
        assertThat(grant(SIZE)).containsExactly(1L, 2L);
        assertThat(book.arrived(one, 1, now)).isEqualTo(SIZE);
        assertThat(grant(SIZE)).as("the first is not accepted").isEmpty();
        book.accepted(SIZE);
        assertThat(grant(SIZE)).containsExactly(3L);
        assertThat(book.results()).isEqualTo(3);
        assertThat(book.bytes()).isEqualTo(3 * SIZE);
        assertThat(book.most()).isEqualTo(2);
    }

    @Test
    void shouldNotCountResultsThatLieInFiles() {
        offer(ONE, 1);
        offer(ONE, 2);
        assertThat(grant(0)).containsExactly(1L, 2L);
        offer(ONE, 3);
        offer(ONE, 4);
        assertThat(grant(SIZE)).containsExactly(3L, 4L);
        assertThat(book.arrived(one, 1, now)).isZero();
    }

    @Test
    void shouldFreeTheMemoryOfASessionThatIsOver() {
        offer(ONE, 1);
        offer(OTHER, 2);
        offer(OTHER, 3);
        assertThat(grant(SIZE)).containsExactly(1L, 2L);
        assertThat(grant(SIZE)).isEmpty();
        book.gone(one);
        assertThat(one.isEmpty()).isTrue();
        assertThat(grant(SIZE)).containsExactly(3L);
        assertThat(book.arrived(one, 1, now)).as("of a session that is over").isZero();
    }

    @Test
    void shouldForgetOffersAndGrantsOfACycleThatIsOver() {
        offer(ONE, 1);
        offer(ONE, 2);
        offer(ONE, 3);
        grant(SIZE);
        book.withdrawn(one);
        assertThat(book.hasOffers()).isFalse();
        offer(ONE, 4);
        offer(ONE, 5);
        assertThat(grant(SIZE)).containsExactly(4L, 5L);
    }

    @Test
    void shouldNameTheOldestResultThatHasNotArrived() {
        assertThat(one.oldest()).isZero();
        offer(ONE, 1);
        offer(ONE, 2);
        grant(SIZE);
        assertThat(one.oldest()).isEqualTo(1);
        book.arrived(one, 1, now);
        assertThat(one.oldest()).isEqualTo(2);
    }

    @Test
    void shouldSayHowLongAResultWaitedForItsGrant() {
        offer(ONE, 1);
        now += 4 * MILLI;
        grant(SIZE);
        assertThat(book.waitedNanos(ONE, 1)).isEqualTo(5 * MILLI);
        assertThat(book.waitedNanos(ONE, 0)).isEqualTo(-1);
    }

    @Test
    void shouldLetOneGoAheadOfATransferThatFellSilentButNotOfOneThatMoves() {
        GrantBook serial = new GrantBook(GrantMode.SERIAL, 100 * SIZE);
        serial.offered(new ResultOffer(ONE, 1, SIZE, false), 0);
        serial.offered(new ResultOffer(OTHER, 2, SIZE, false), 0);
        serial.grant(0).forEach(offer -> serial.granted(one, offer, SIZE));
        for (int second = 1; second <= 20; second++) {
            serial.progressed(one, second * 1_000L, second * 1_000 * MILLI);
            assertThat(serial.grant(second * 1_000 * MILLI + 1)).isEmpty();
        }
        assertThat(serial.grant(120_000 * MILLI)).hasSize(1);
    }
}
