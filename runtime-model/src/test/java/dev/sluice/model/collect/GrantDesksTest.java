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

    private final GrantDesks desks = new GrantDesks(GrantMode.ADAPTIVE, GrantConfig.DEFAULT);
    private long now;

    private static ResultOffer offer(WorkerId worker, long id) {
        return new ResultOffer(worker, id, 1_000_000, false);
    }

    private List<ResultOffer> grant(long budget) {
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
    void shouldMoveAWorkerWithItsNextOffer() {
        desks.offered(offer(FAR, 1), now);
        assertThat(grant(MUCH)).hasSize(1);
        desks.offered(offer(NEAR, 1), now);
        assertThat(grant(MUCH)).as("nothing is known of either").isEmpty();
        desks.distance(FAR, 70 * MILLI);
        desks.offered(offer(FAR, 2), now);
        assertThat(grant(MUCH)).as("it has a desk of its own by now").containsExactly(offer(FAR, 2));
        desks.offered(offer(FAR, 1), now);
        assertThat(desks.outstanding()).as("no offer is taken twice").isEqualTo(2);
        desks.delivered(FAR, 1, now);
        assertThat(grant(MUCH)).containsExactly(offer(NEAR, 1));
        desks.delivered(FAR, 2, now);
        desks.withdrawn(NEAR);
        assertThat(desks.outstanding() + desks.waiting()).isZero();
    }

    @Test
    void shouldLetNobodyStarveForTheBudget() {
        desks.distance(FAR, 70 * MILLI);
        ResultOffer huge = new ResultOffer(FAR, 1, 1L << 30, false);
        desks.offered(offer(NEAR, 1), now);
        assertThat(grant(2_000_000)).hasSize(1);
        desks.offered(huge, now);
        int served = 1;
        for (int id = 2; id < 10_000 && desks.waiting() > 0; id++) {
            desks.offered(offer(NEAR, id), now); // an offer of a near worker always waits
            desks.delivered(NEAR, served, now);
            for (ResultOffer offer : grant(2_000_000)) {
                served = offer.worker().equals(NEAR) ? (int) offer.id() : served;
                if (offer.equals(huge)) {
                    return;
                }
            }
        }
        throw new AssertionError("the huge one was never granted");
    }

    @Test
    void shouldHaveOneDeskForANumberThatIsTold() {
        GrantDesks serial = new GrantDesks(GrantMode.SERIAL, GrantConfig.DEFAULT);
        serial.distance(FAR, 70 * MILLI);
        serial.offered(offer(FAR, 1), now);
        serial.offered(offer(NEAR, 1), now);
        assertThat(serial.grant(MUCH, now)).hasSize(1);
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
