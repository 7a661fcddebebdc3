package dev.sluice.model.predict;

import static dev.sluice.model.predict.SampleGrowth.Stop.EVERY_UNIT;
import static dev.sluice.model.predict.SampleGrowth.Stop.INSIDE;
import static dev.sluice.model.predict.SampleGrowth.Stop.SHARE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SampleGrowthTest {
    private static final Interval WIDE = new Interval(-0.3, 0.3);
    private static final double LONG = 60;

    @Test
    void shouldStopWhenTheIntervalIsInside() {
        SampleGrowth growth = new SampleGrowth(0.05, 64);
        SampleIndices sample = SampleIndices.coarsest(1_000_000);
        assertThat(growth.stop(sample, new Interval(-0.05, 0.04), LONG)).isEqualTo(INSIDE);
        assertThat(growth.stop(sample, WIDE, LONG)).isNull();
        assertThat(sample.finer().count()).isEqualTo(10);
    }

    /** The paper's n < N/P = 8,192 for 1,048,576 units and 128 processors. */
    @Test
    void shouldStayBelowTheShareOfAWorker() {
        SampleGrowth growth = new SampleGrowth(0.001, 128);
        SampleIndices sample = SampleIndices.coarsest(1_048_576);
        while (growth.stop(sample, WIDE, LONG) == null) {
            sample = sample.finer();
        }
        assertThat(growth.stop(sample, WIDE, LONG)).isEqualTo(SHARE);
        assertThat(sample.count()).isLessThan(8_192).isEqualTo(6_562);
    }

    /** A worker's share of 300 units is five, which say little, and 28 take half a second. */
    @Test
    void shouldGoOnWhileTheSampleIsCheap() {
        SampleGrowth growth = new SampleGrowth(0.05, 64);
        SampleIndices sample = SampleIndices.coarsest(300);
        assertThat(growth.stop(sample, WIDE, LONG)).isEqualTo(SHARE);
        assertThat(growth.stop(sample, WIDE, 0.02)).isNull();
        assertThat(growth.stop(sample.finer(), WIDE, 0.02)).isNull();
        assertThat(growth.stop(sample.finer().finer(), WIDE, 0.02)).isEqualTo(SHARE);
        SampleIndices many = sample.finer().finer().finer();
        assertThat(growth.stop(many, WIDE, 1e-6)).as("%d units", many.count()).isEqualTo(SHARE);
    }

    @Test
    void shouldStopWhenThereIsNothingMore() {
        assertThat(new SampleGrowth(0.05, 1).stop(SampleIndices.coarsest(3), WIDE, LONG))
                .isEqualTo(EVERY_UNIT);
    }
}
