package dev.sluice.model.pool;

import static dev.sluice.model.pool.SimulatedPool.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.pool.PoolRun.Limits;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Tests properties that every division has, on random pools. */
class DivisionPropertiesTest {
    private static final DivisionTerms TERMS = DivisionTerms.DEFAULT;

    /** Holdings by run and host, which carry out moves; drains take until the next second. */
    private static final class Ledger {
        private final Map<String, Map<String, int[]>> held = new TreeMap<>();
        private final Map<String, Double> slotSeconds = new HashMap<>();
        private int moves;

        List<PoolHolding> holdings() {
            List<PoolHolding> list = new ArrayList<>();
            held.forEach((run, hosts) ->
                    hosts.forEach((host, slots) -> list.add(new PoolHolding(run, host, slots[0], slots[1]))));
            return list;
        }

        void endDrains() {
            held.values()
                    .forEach(hosts -> hosts.values().removeIf(slots -> {
                        slots[0] -= slots[1];
                        slots[1] = 0;
                        return slots[0] == 0;
                    }));
        }

        void carryOut(PoolDecision decision) {
            for (SlotMove move : decision.moves()) {
                int[] slots = held.computeIfAbsent(move.run(), r -> new TreeMap<>())
                        .computeIfAbsent(move.host(), h -> new int[2]);
                assertThat(slots[0] - slots[1]).as("%s", move).isEqualTo(move.from());
                if (move instanceof SlotMove.Grow) {
                    slots[0] += move.to() - move.from();
                } else {
                    slots[1] += move.from() - move.to();
                }
                moves++;
            }
        }

        void elapse() {
            held.forEach((run, hosts) -> slotSeconds.merge(run, (double) slots(run), Double::sum));
        }

        int slots(String run) {
            return held.getOrDefault(run, Map.of()).values().stream()
                    .mapToInt(slots -> slots[0])
                    .sum();
        }
    }

    private static List<PoolHost> hosts(SplittableRandom random, boolean steps) {
        return IntStream.range(0, random.nextInt(1, 20))
                .mapToObj(i -> {
                    int step = steps ? random.nextInt(1, 5) : 1;
                    return new PoolHost("h" + i, step * random.nextInt(1, 9), step, random.nextDouble(0.5, 2), false);
                })
                .toList();
    }

    private static PoolRun run(SplittableRandom random, int i) {
        int least = random.nextInt(4) == 0 ? random.nextInt(4) : 0;
        int most = random.nextInt(4) == 0 ? least + random.nextInt(1, 6) : Integer.MAX_VALUE;
        GainCurve curve = random.nextInt(3) == 0 ? GainCurve.upTo(random.nextInt(1, 20)) : GainCurve.LINEAR;
        long backlog = random.nextInt(4) == 0 ? random.nextInt(20) : 1_000_000;
        return new PoolRun(
                "r" + i,
                random.nextDouble(0.2, 5),
                random.nextInt(2),
                new Limits(least, most),
                backlog,
                random.nextBoolean(),
                curve,
                0);
    }

    private static List<PoolRun> runs(SplittableRandom random) {
        return IntStream.range(0, random.nextInt(1, 12))
                .mapToObj(i -> run(random, i))
                .toList();
    }

    private static int slots(List<PoolHost> hosts) {
        return hosts.stream().mapToInt(PoolHost::slots).sum();
    }

    /** The most slots that a run may use, or the share beyond which it gains nothing. */
    private static int useful(PoolRun run) {
        long most = Math.min(run.limits().most(), Math.max(run.limits().least(), run.backlogUnits()));
        return (int) Math.max(run.limits().least(), Math.min(most, run.curve().knee(TERMS.minGain())));
    }

    @SeededTest(runs = 100)
    void shouldUseAllSlotsAndStayWithinOneSlotOfTheShares(SplittableRandom random) {
        List<PoolHost> hosts = hosts(random, false);
        List<PoolRun> runs = runs(random);
        SlotDivision division = new SlotDivision(TERMS);
        Ledger ledger = new Ledger();
        for (int second = 0; second < 200; second++) {
            ledger.endDrains();
            PoolDecision decision = division.decide(second * SECOND, hosts, runs, ledger.holdings());
            ledger.carryOut(decision);
            int used = 0;
            for (PoolRun run : runs) {
                int held = ledger.slots(run.id());
                double share = decision.shares().getOrDefault(run.id(), 0.0);
                used += held;
                assertThat(held - share).as("%s of %s", run, decision).isBetween(-1.0, 1.0);
                assertThat(held).isLessThanOrEqualTo(run.limits().most());
                assertThat(share).as("%s starves in %s", run, decision).isGreaterThan(useful(run) > 0 ? 0.0 : -1.0);
            }
            long wanted =
                    runs.stream().mapToLong(DivisionPropertiesTest::useful).sum();
            assertThat((long) used).isEqualTo(Math.min(wanted, slots(hosts)));
        }
    }

    @SeededTest(runs = 30)
    void shouldBoundMovesForAConstantInputAndServeEveryRun(SplittableRandom random) {
        List<PoolHost> hosts = hosts(random, true);
        List<PoolRun> runs = runs(random);
        SlotDivision division = new SlotDivision(TERMS);
        Ledger ledger = new Ledger();
        int seconds = 1_800;
        int first = 0;
        Map<String, Double> shareSeconds = new HashMap<>();
        for (int second = 0; second < seconds; second++) {
            ledger.endDrains();
            PoolDecision decision = division.decide(second * SECOND, hosts, runs, ledger.holdings());
            ledger.carryOut(decision);
            ledger.elapse();
            first = second == 10 ? ledger.moves : first;
            decision.shares().forEach((run, share) -> shareSeconds.merge(run, share, Double::sum));
        }
        // A run that gave a slot waits for at least half a turn, whatever the weights.
        int turns = seconds / 15;
        assertThat(ledger.moves - first).isLessThanOrEqualTo(2 * turns * runs.size());
        assertThat(first).isLessThanOrEqualTo(4 * (slots(hosts) + runs.size()));
        for (PoolRun run : runs) {
            double share = shareSeconds.getOrDefault(run.id(), 0.0);
            boolean fits =
                    hosts.stream().anyMatch(host -> host.step() <= run.limits().most());
            if (fits && share > 0 && hosts.stream().allMatch(host -> host.step() == 1)) {
                assertThat(ledger.slotSeconds.getOrDefault(run.id(), 0.0)).isCloseTo(share, within(share));
            }
        }
    }

    private static Offset<Double> within(double share) {
        return Offset.offset(0.05 * share + 240);
    }

    @SeededTest(runs = 20)
    void shouldShareEqualSlotTimeAmongEqualRuns(SplittableRandom random) {
        int step = random.nextInt(1, 5);
        int count = random.nextInt(1, 9);
        List<PoolHost> hosts = IntStream.range(0, count)
                .mapToObj(i -> new PoolHost("h" + i, 2 * step, step, 1, false))
                .toList();
        List<PoolRun> runs = IntStream.range(0, random.nextInt(2, 25))
                .mapToObj(i -> new PoolRun("r" + i, 1, 0, Limits.NONE, 1_000_000, false, GainCurve.LINEAR, 0))
                .toList();
        SlotDivision division = new SlotDivision(TERMS);
        Ledger ledger = new Ledger();
        for (int second = 0; second < 3_600; second++) {
            ledger.endDrains();
            ledger.carryOut(division.decide(second * SECOND, hosts, runs, ledger.holdings()));
            ledger.elapse();
        }
        double[] seconds = runs.stream()
                .mapToDouble(run -> ledger.slotSeconds.getOrDefault(run.id(), 0.0))
                .toArray();
        assertThat(JainIndex.of(seconds)).as("%s", ledger.slotSeconds).isGreaterThanOrEqualTo(0.98);
    }

    @SeededTest(runs = 60)
    void shouldSettleAfterRandomChangesAndDecideTheSameAgain(SplittableRandom random) {
        List<PoolHost> hosts = hosts(random, true);
        SlotDivision one = new SlotDivision(TERMS);
        SlotDivision other = new SlotDivision(TERMS);
        Ledger ledger = new Ledger();
        List<PoolRun> runs = runs(random);
        for (int second = 0; second < 200; second++) {
            if (random.nextInt(20) == 0) {
                List<PoolRun> changed = runs(random);
                ledger.held.keySet().retainAll(changed.stream().map(PoolRun::id).toList());
                runs = changed;
            }
            if (random.nextInt(3) > 0) {
                ledger.endDrains();
            }
            PoolDecision decision = one.decide(second * SECOND, hosts, runs, ledger.holdings());
            assertThat(other.decide(second * SECOND, hosts, runs, ledger.holdings()))
                    .isEqualTo(decision);
            ledger.carryOut(decision);
            for (PoolHost host : hosts) {
                int held = ledger.holdings().stream()
                        .filter(holding -> holding.host().equals(host.name()))
                        .mapToInt(PoolHolding::slots)
                        .sum();
                assertThat(held).isLessThanOrEqualTo(host.slots());
            }
        }
    }

    /** Steps of a first decision and of one that takes half of the slots away. */
    private static long steps(int hosts, int runs) {
        List<PoolHost> pool = SimulatedPool.hosts(hosts, 16);
        List<PoolRun> all = IntStream.range(0, runs)
                .mapToObj(
                        i -> new PoolRun("r" + i, 1 + i % 3, i % 2, Limits.NONE, 1_000_000, true, GainCurve.LINEAR, 0))
                .toList();
        SlotDivision division = new SlotDivision(TERMS);
        Ledger ledger = new Ledger();
        ledger.carryOut(division.decide(0, pool, all.subList(0, runs / 2), List.of()));
        long steps = division.steps();
        ledger.carryOut(division.decide(SECOND, pool, all, ledger.holdings()));
        assertThat(ledger.moves).isGreaterThan(runs);
        return steps + division.steps();
    }

    @Test
    void shouldDecideInTimeProportionalToHostsSlotsAndRuns() {
        long steps = steps(1_000, 100);
        assertThat(steps).isLessThan(10L * (16_000 + 1_000 + 100));
        assertThat(steps(2_000, 200)).isLessThan(3 * steps);
    }
}
