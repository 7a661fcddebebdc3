package dev.sluice.model.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testing.SeededTest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleIndicesTest {
    /** Figure 1 of the paper counts from 1. */
    @Test
    void shouldTakeEveryThirdAsThePaperDoes() {
        assertThat(indices(SampleIndices.evenly(10, 4))).containsExactly(0, 3, 6, 9);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4})
    void shouldTakeAllOfAFew(long units) {
        SampleIndices sample = SampleIndices.coarsest(units);
        assertThat(sample.isEverything()).isTrue();
        assertThat(indices(sample)).hasSize((int) units);
    }

    @SeededTest
    void shouldKeepWhatWasExecutedWhenRefined(RandomGenerator random) {
        long units = random.nextLong(1, 1L << random.nextInt(1, 62));
        SampleIndices coarse = SampleIndices.coarsest(units);
        for (int level = 0; level < 6; level++) {
            SampleIndices fine = coarse.finer();
            Set<Long> kept = new HashSet<>();
            Arrays.stream(indices(fine)).forEach(kept::add);
            assertThat(kept).hasSize(fine.count());
            Arrays.stream(indices(coarse)).forEach(index -> assertThat(kept).contains(index));
            coarse = fine;
        }
    }

    @SeededTest
    void shouldIncludeBothEndsAndHaveOneStride(RandomGenerator random) {
        long units = random.nextLong(2, 1L << random.nextInt(2, 62));
        SampleIndices sample = SampleIndices.evenly(units, random.nextInt(2, 2_000));
        long[] indices = indices(sample);
        assertThat(indices[0]).isZero();
        assertThat(indices[indices.length - 1]).isEqualTo(units - 1);
        long stride = (units - 1) / (indices.length - 1);
        for (int i = 1; i < indices.length; i++) {
            assertThat(indices[i] - indices[i - 1]).isBetween(stride, stride + 1);
        }
    }

    /** Units numbered row by row: each refinement covers as many columns as possible. */
    @Test
    void shouldNotFallIntoColumns() {
        SampleIndices sample = SampleIndices.coarsest(1024 * 1024);
        for (int level = 0; level < 5; level++) {
            sample = sample.finer();
        }
        assertThat(Arrays.stream(indices(sample)).map(index -> index % 1024).distinct())
                .hasSizeGreaterThan(500);
    }

    @Test
    void shouldRefuseASampleOfOne() {
        assertThatThrownBy(() -> SampleIndices.evenly(10, 1)).hasMessageContaining("expected: 2 or more");
        assertThatThrownBy(() -> SampleIndices.coarsest(10).index(4)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    private static long[] indices(SampleIndices sample) {
        return IntStream.range(0, sample.count()).mapToLong(sample::index).toArray();
    }
}
