package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class UnitRangesTest {
    @Test
    void shouldMergeNeighbours() {
        UnitRanges ranges = new UnitRanges();
        ranges.add(0, 3);
        ranges.add(5, 7);
        ranges.add(3, 5);
        assertThat(ranges).hasToString("{[0,7)}");
        assertThat(ranges.size()).isEqualTo(7);
    }

    @Test
    void shouldSplitWhenTheMiddleIsRemoved() {
        UnitRanges ranges = new UnitRanges();
        ranges.add(0, 10);
        ranges.remove(3, 5);
        assertThat(ranges).hasToString("{[0,3) [5,10)}");
        assertThat(ranges.size()).isEqualTo(8);
    }

    @Test
    void shouldHoldABillionUnitsInOneRange() {
        UnitRanges ranges = new UnitRanges();
        ranges.add(0, 1_000_000_000L);
        assertThat(ranges.ranges()).isEqualTo(1);
        assertThat(ranges.contains(999_999_999L)).isTrue();
        assertThat(ranges.contains(1_000_000_000L)).isFalse();
    }

    @Test
    void shouldAgreeWithABitSetOnRandomChanges() {
        for (long seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            UnitRanges ranges = new UnitRanges();
            BitSet bits = new BitSet();
            for (int step = 0; step < 120; step++) {
                int from = random.nextInt(100);
                int to = from + random.nextInt(20);
                if (random.nextBoolean()) {
                    ranges.add(from, to);
                    bits.set(from, to);
                } else {
                    ranges.remove(from, to);
                    bits.clear(from, to);
                }
                check(ranges, bits, random, seed);
            }
        }
    }

    private static void check(UnitRanges ranges, BitSet bits, SplittableRandom random, long seed) {
        assertThat(ranges.size()).as("size, seed %d", seed).isEqualTo(bits.cardinality());
        long end = -1;
        for (int i = 0; i < ranges.ranges(); i++) {
            assertThat(ranges.from(i))
                    .as("gap before range %d, seed %d", i, seed)
                    .isGreaterThan(end);
            assertThat(ranges.to(i)).isGreaterThan(ranges.from(i));
            end = ranges.to(i);
        }
        int from = random.nextInt(110);
        int to = from + 1 + random.nextInt(10);
        BitSet part = bits.get(from, to);
        assertThat(ranges.contains(from)).isEqualTo(bits.get(from));
        assertThat(ranges.intersects(from, to)).isEqualTo(!part.isEmpty());
        assertThat(ranges.containsAll(from, to)).isEqualTo(part.cardinality() == to - from);
        long[] within = new long[1];
        ranges.forEachWithin(from, to, (low, high) -> within[0] += high - low);
        assertThat(within[0]).isEqualTo(part.cardinality());
        assertThat(ranges.within(from, to).size()).isEqualTo(part.cardinality());
        assertThat(UnitRanges.ofBounds(ranges.bounds())).hasToString(ranges.toString());
    }
}
