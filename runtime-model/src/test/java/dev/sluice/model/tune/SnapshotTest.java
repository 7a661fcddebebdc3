package dev.sluice.model.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotTest {
    private static Snapshot moment(int cycle, double work, double began, double left, boolean begins) {
        return new Snapshot(
                work,
                cycle,
                100,
                new Snapshot.Work(work, began, left),
                begins,
                false,
                0,
                List.of(new Snapshot.HostPart(1, 1, 0.1)),
                null);
    }

    /** A load has changed: units are taken for shorter than those of the cycle before were. */
    @Test
    void shouldPlaceTheBeginOfACycleWhereNothingIsDone() {
        Snapshot began = moment(3, 30, 30, 10, true);
        Snapshot next = moment(4, 45, 45, 12, true);

        assertThat(next.position(began)).isEqualTo(3);
    }

    @Test
    void shouldPlaceAnotherMomentByTheWorkSince() {
        Snapshot earlier = moment(3, 32, 30, 8, false);
        Snapshot later = moment(3, 37, 30, 3, false);

        assertThat(later.position(earlier)).isEqualTo(3.2);
    }
}
