package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.SeededTest;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Compares look-up, addition and removal with a sorted map, in random order. */
class AttemptsTest {
    @SeededTest(runs = 200)
    void shouldBehaveAsASortedMap(SplittableRandom random) {
        Attempts attempts = new Attempts();
        TreeMap<Long, Outstanding> model = new TreeMap<>();
        long newest = 1;
        for (int step = 0; step < 300; step++) {
            long some = 1 + random.nextLong(newest + 3);
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> put(attempts, model, newest += 1 + random.nextInt(3));
                case 3 -> put(attempts, model, some);
                case 4, 5, 6 -> take(attempts, model, model.isEmpty() ? null : model.firstEntry());
                case 7 -> take(attempts, model, model.floorEntry(some));
                case 8 -> assertThat(attempts.take(of(some))).isFalse(); // a different object with the same attempt
                default -> {
                    if (random.nextInt(20) == 0) {
                        attempts.clear();
                        model.clear();
                    }
                }
            }

            Map.Entry<Long, Outstanding> floor = model.floorEntry(some);
            assertThat(attempts).containsExactlyElementsOf(model.values());
            assertThat(attempts.beginningWith(some)).isSameAs(model.get(some));
            assertThat(attempts.upTo(some)).isSameAs(floor == null ? null : floor.getValue());
            assertThat(attempts.has(of(some))).isFalse();
            assertThat(floor == null || attempts.has(floor.getValue())).isTrue();
        }
    }

    private static void put(Attempts attempts, TreeMap<Long, Outstanding> model, long first) {
        Outstanding added = of(first);
        attempts.put(added);
        model.put(first, added);
    }

    private static void take(Attempts attempts, TreeMap<Long, Outstanding> model, Map.Entry<Long, Outstanding> entry) {
        if (entry != null) {
            assertThat(attempts.take(entry.getValue())).isTrue();
            assertThat(attempts.take(entry.getValue())).isFalse();
            model.remove(entry.getKey());
        }
    }

    private static Outstanding of(long first) {
        return new Outstanding(new AttemptRun(first, 7, 10 * first, 1, 1), false);
    }
}
