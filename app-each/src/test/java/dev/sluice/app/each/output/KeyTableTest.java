package dev.sluice.app.each.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.SeededTest;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class KeyTableTest {
    @SeededTest(runs = 10)
    void shouldCountAsAMapDoes(RandomGenerator random) {
        KeyTable table = new KeyTable();
        Map<ContentKey, int[]> counts = new HashMap<>();
        for (int step = 0; step < 20_000; step++) {
            ContentKey key = EachSamples.key(random.nextInt(5000));
            boolean success = random.nextBoolean();
            boolean repetition = random.nextInt(4) == 0;
            int[] count = counts.computeIfAbsent(key, missing -> new int[2]);
            count[1] -= repetition && count[1] > 0 ? 1 : 0;
            count[success ? 0 : 1]++;
            table.add(key, success, repetition);
        }
        assertThat(table.keys()).isEqualTo(counts.size());
        counts.forEach((key, count) -> {
            int place = table.find(key);
            assertThat(place).isNotNegative();
            assertThat(table.successes(place)).isEqualTo(count[0]);
            assertThat(table.failures(place)).isEqualTo(count[1]);
        });
        assertThat(table.find(new ContentKey(1, 2))).isNegative();
    }

    @Test
    void shouldKeepAMillionKeysIn32Mebibytes() {
        KeyTable table = new KeyTable();
        for (int number = 0; number < 1_000_000; number++) {
            table.add(EachSamples.key(number), true, false);
        }
        assertThat(table.keys()).isEqualTo(1_000_000);
        assertThat(table.size() * 16L).isLessThanOrEqualTo(32L << 20);
        assertThat(table.find(EachSamples.key(999_999))).isNotNegative();
        assertThat(table.find(EachSamples.key(1_000_001))).isNegative();
    }
}
