package dev.sluice.model.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.testing.SeededTest;
import java.util.List;
import java.util.random.RandomGenerator;

/** Tests properties of policies for random numbers of units, slots and weights. */
class RandomPolicyTest {
    private int nextWorker = 1;

    private static <T> T any(List<T> of, RandomGenerator random) {
        return of.get(random.nextInt(of.size()));
    }

    private FakeCycle cycle(PolicyName policy, RandomGenerator random) {
        long units = 1 + (long) Math.pow(10, random.nextDouble() * (policy == PolicyName.SS ? 3 : 9));
        FakeCycle cycle = new FakeCycle(policy, units);
        for (int i = 0, workers = 1 + random.nextInt(8); i < workers; i++) {
            cycle.join(nextWorker++, 1 + random.nextInt(4), 1);
        }
        weigh(cycle, random);
        learn(cycle, random);
        return cycle;
    }

    /** Gives each worker a random weight, such that the weights of all slots sum to p. */
    private static void weigh(FakeCycle cycle, RandomGenerator random) {
        double sum = 0;
        for (Allocation.Share share : List.copyOf(cycle.there.values())) {
            double weight = 0.05 + random.nextDouble() * random.nextInt(1, 20);
            sum += weight * share.slots();
            cycle.there.put(share.worker(), new Allocation.Share(share.worker(), share.slots(), weight));
        }
        int slots =
                cycle.there.values().stream().mapToInt(Allocation.Share::slots).sum();
        for (Allocation.Share share : List.copyOf(cycle.there.values())) {
            double weight = share.weight() * slots / sum;
            cycle.there.put(share.worker(), new Allocation.Share(share.worker(), share.slots(), weight));
        }
    }

    /** Draws measurements: none, few or many, with or without deviation. */
    private static void learn(FakeCycle cycle, RandomGenerator random) {
        double mean = Math.pow(10, random.nextDouble() * 9 - 7);
        double deviation = random.nextInt(3) == 0 ? 0 : mean * random.nextDouble() * 3;
        long timed = (long) Math.pow(10, random.nextDouble() * 6) - 1;
        cycle.measured = timed == 0
                ? Measured.NOTHING
                : new Measured(
                        timed,
                        random.nextDouble() * 0.1,
                        timed < 2 ? Double.NaN : deviation,
                        cycle.slots() / mean,
                        cycle.slots() * deviation * deviation / mean);
        for (WorkerId worker : cycle.there.keySet()) {
            long of = timed / cycle.there.size();
            cycle.times.put(worker, of == 0 ? UnitTimes.NONE : new UnitTimes(of, mean, deviation * deviation));
        }
    }

    @SeededTest(runs = 2000)
    void shouldGiveEveryUnitOnceWhoeverAsks(RandomGenerator random) {
        PolicyName policy = any(List.of(PolicyName.values()), random);
        FakeCycle cycle = cycle(policy, random);
        int steps = 0;
        while (cycle.unassigned > 0 && steps++ < 3000) {
            ask(cycle, random);
            if (random.nextInt(50) == 0) {
                learn(cycle, random);
            }
        }
        finish(cycle, policy);
        assertThat(cycle.given.stream().mapToLong(FakeCycle.Given::units).sum()).isEqualTo(cycle.units);
    }

    @SeededTest(runs = 1000)
    void shouldGiveEveryUnitOnceWhoeverComesAndGoes(RandomGenerator random) {
        PolicyName policy = any(List.of(PolicyName.values()), random);
        FakeCycle cycle = cycle(policy, random);
        cycle.expectedSlots = random.nextInt(20);
        long lost = 0;
        for (int step = 0; step < 200 && cycle.unassigned > 0; step++) {
            switch (random.nextInt(12)) {
                case 0 -> {
                    cycle.join(nextWorker++, 1 + random.nextInt(4), 1);
                    weigh(cycle, random);
                    learn(cycle, random);
                }
                case 1 -> {
                    WorkerId worker = any(List.copyOf(cycle.there.keySet()), random);
                    if (cycle.there.size() > 1) {
                        long had = cycle.given.stream()
                                .filter(given -> given.worker().equals(worker))
                                .mapToLong(FakeCycle.Given::units)
                                .sum();
                        lost += had;
                        cycle.lose(worker, had);
                    }
                }
                case 2 -> cycle.expectedSlots = 0;
                default -> ask(cycle, random);
            }
        }
        cycle.expectedSlots = 0;
        finish(cycle, policy);
        assertThat(cycle.given.stream().mapToLong(FakeCycle.Given::units).sum() - lost)
                .isEqualTo(cycle.units);
    }

    /** A worker asks; occasionally the next range is shorter than its chunk. */
    private static void ask(FakeCycle cycle, RandomGenerator random) {
        WorkerId worker = any(List.copyOf(cycle.there.keySet()), random);
        long before = cycle.unassigned;
        long most = random.nextInt(20) == 0 ? 1 + random.nextLong(before) : Long.MAX_VALUE;
        assertThat(cycle.ask(worker, most)).isBetween(0L, before);
    }

    /** All workers ask in turn, with so many measurements that chunks grow. */
    private static void finish(FakeCycle cycle, PolicyName policy) {
        cycle.measured = new Measured(1 << 30, 0.001, 1e-6, cycle.slots() / 0.001, 1e-9 * cycle.slots());
        for (WorkerId worker : cycle.there.keySet()) {
            cycle.times.put(worker, new UnitTimes(1 << 30, 0.001, 1e-12));
        }
        cycle.askInTurn();
        assertThat(cycle.unassigned).as("%s leaves nothing", policy).isZero();
    }

    @SeededTest(runs = 500)
    void shouldGiveFixedSharesWithinOneUnitOfTheQuota(RandomGenerator random) {
        FakeCycle cycle = cycle(PolicyName.FIXED, random);
        int slots = cycle.slots();
        cycle.askInTurn();
        assertThat(cycle.given).hasSizeLessThanOrEqualTo(slots);
        for (FakeCycle.Given given : cycle.given) {
            double quota = cycle.units * given.weight() / slots;
            assertThat(Math.abs(given.units() - quota))
                    .as("share %s of quota %s", given, quota)
                    .isLessThan(1.000001);
        }
    }

    @SeededTest(runs = 500)
    void shouldGiveWeightedChunksWithinOneUnit(RandomGenerator random) {
        PolicyName policy = any(List.of(PolicyName.GSS, PolicyName.FAC, PolicyName.TSS), random);
        FakeCycle cycle = cycle(policy, random);
        int slots = cycle.slots();
        long first = (cycle.units + 2L * slots - 1) / (2L * slots);
        long allocations = (2 * cycle.units + first) / (first + 1);
        long delta = allocations > 1 ? (first - 1) / (allocations - 1) : 0;
        int steps = policy == PolicyName.TSS ? (int) Math.min(100, allocations) : 100;
        double round = cycle.units;
        double served = 0;
        for (int step = 0; step < steps && cycle.unassigned > 0; step++) {
            double left = cycle.unassigned;
            WorkerId worker = any(List.copyOf(cycle.there.keySet()), random);
            long chunk = cycle.ask(worker);
            double weight = cycle.given.get(step).weight();
            if (served >= slots - 1e-9) {
                round = left;
                served = 0;
            }
            served += weight;
            double exact = switch (policy) {
                case GSS -> weight * left / slots;
                case FAC -> weight * round / (2.0 * slots);
                default -> weight * Math.max(1, first - step * delta);
            };
            double expected = Math.max(1, Math.min(left, exact));
            assertThat(chunk - expected)
                    .as("%s: %s of %s", policy, chunk, expected)
                    .isBetween(-1e-6, 1 + 1e-6);
        }
    }
}
