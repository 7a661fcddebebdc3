package dev.sluice.model.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrantDesksTest {
    private static final WorkerId NEAR = new WorkerId(1);
    private static final WorkerId BESIDE = new WorkerId(2);
    private static final WorkerId FAR = new WorkerId(3);
    private static final long MILLI = 1_000_000L;
    private static final long MUCH = 1L << 40;

    private final GrantDesks desks = new GrantDesks(GrantMode.SERIAL, GrantConfig.DEFAULT);
    private long now;

    private static Offer offer(WorkerId worker, long id) {
        return new Offer(worker, id, 1_000_000, false);
    }

    private List<Offer> grant(long budget) {
        return desks.grant(budget, now += MILLI);
    }

    @Test
    void shouldLetNobodyNearWaitForWhatComesFromFar() {
        desks.distance(NEAR, MILLI / 2);
        desks.distance(BESIDE, MILLI);
        desks.distance(FAR, 70 * MILLI);
        desks.offered(offer(FAR, 1), now);
        assertThat(grant(MUCH)).containsExactly(offer(FAR, 1));
        desks.offered(offer(NEAR, 1), now);
        desks.offered(offer(BESIDE, 1), now);
        assertThat(grant(MUCH)).as("one at a time of those near").containsExactly(offer(NEAR, 1));
        assertThat(desks.outstanding()).isEqualTo(2);
        assertThat(desks.waiting()).isEqualTo(1);
        desks.delivered(NEAR, 1, now);
        assertThat(grant(MUCH)).containsExactly(offer(BESIDE, 1));
    }

    @Test
    void shouldHaveOneBudgetForAll() {
        desks.distance(FAR, 70 * MILLI);
        desks.offered(offer(FAR, 1), now);
        desks.offered(offer(NEAR, 1), now);
        assertThat(grant(1)).as("one, whatever its size").hasSize(1);
        assertThat(grant(1)).isEmpty();
        assertThat(grant(1)).isEmpty();
        assertThat(grant(MUCH)).hasSize(1);
    }

    @Test
    void shouldMoveAWorkerWhenNothingOfItIsOpen() {
        desks.offered(offer(FAR, 1), now);
        assertThat(grant(MUCH)).hasSize(1);
        desks.distance(FAR, 70 * MILLI);
        desks.offered(offer(FAR, 2), now);
        desks.offered(offer(NEAR, 1), now);
        assertThat(grant(MUCH)).as("all are at the desk of those near").isEmpty();
        desks.delivered(FAR, 1, now);
        assertThat(grant(MUCH)).hasSize(1);
        desks.withdrawn(FAR);
        assertThat(grant(MUCH)).containsExactly(offer(NEAR, 1));
        desks.offered(offer(FAR, 3), now);
        assertThat(grant(MUCH)).as("it has a desk of its own by now").containsExactly(offer(FAR, 3));
    }

    @Test
    void shouldTakeTheShortestRoundTripThatWasSeen() {
        desks.distance(FAR, 1);
        desks.distance(FAR, 300 * MILLI);
        desks.offered(offer(FAR, 1), now);
        desks.offered(offer(NEAR, 1), now);
        assertThat(grant(MUCH)).hasSize(1);
        desks.gone(FAR);
        desks.gone(NEAR);
        assertThat(desks.outstanding() + desks.waiting()).isZero();
    }

    @Test
    void shouldTellOfWhichWayEachChangeIs() {
        GrantDesks adaptive = new GrantDesks(GrantMode.ADAPTIVE, GrantConfig.DEFAULT);
        adaptive.distance(FAR, 70 * MILLI);
        adaptive.offered(offer(FAR, 1), 1);
        adaptive.offered(offer(NEAR, 1), 2);
        assertThat(adaptive.history()).extracting(GrantChange::way).containsExactly(2, 0);
        assertThat(adaptive.history()).extracting(GrantChange::nanos).containsExactly(1L, 2L);
    }
}
