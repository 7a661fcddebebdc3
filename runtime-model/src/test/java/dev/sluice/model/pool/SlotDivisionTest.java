package dev.sluice.model.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.pool.PoolRun.Limits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests single decisions whose outcome is known. */
class SlotDivisionTest {
    private static final long SECOND = SimulatedPool.SECOND;
    private final SlotDivision division = new SlotDivision(DivisionTerms.DEFAULT);

    private static PoolRun run(String id, int priority, Limits limits, long backlog, GainCurve curve) {
        return new PoolRun(id, 1, priority, limits, backlog, true, curve, 0);
    }

    private static PoolRun run(String id) {
        return run(id, 0, Limits.NONE, 1_000, GainCurve.LINEAR);
    }

    private PoolDecision decide(List<PoolHost> hosts, List<PoolRun> runs, PoolHolding... holdings) {
        return division.decide(0, hosts, runs, List.of(holdings));
    }

    @Test
    void shouldGiveAnEmptyPoolToTheOnlyRun() {
        PoolDecision decision = decide(SimulatedPool.hosts(2, 4), List.of(run("a")));
        assertThat(decision.moves())
                .containsExactly(new SlotMove.Grow("a", "h0", 0, 4), new SlotMove.Grow("a", "h1", 0, 4));
        assertThat(decision.grants()).containsExactly(new SlotGrant("a", "h0", 4), new SlotGrant("a", "h1", 4));
        assertThat(decision.idleSlots()).isZero();
    }

    @Test
    void shouldDrainHalfForASecondRunAndPromiseIt() {
        PoolDecision decision =
                decide(SimulatedPool.hosts(2, 4), List.of(run("a"), run("b")), held("a", "h0", 4), held("a", "h1", 4));
        assertThat(decision.moves()).containsExactly(new SlotMove.Drain("a", "h1", 4, 0));
        assertThat(decision.grants()).containsExactly(new SlotGrant("a", "h0", 4), new SlotGrant("b", "h1", 4));
    }

    @Test
    void shouldNotDrainAgainWhatDrains() {
        PoolDecision decision = decide(
                SimulatedPool.hosts(2, 4),
                List.of(run("a"), run("b")),
                held("a", "h0", 4),
                new PoolHolding("a", "h1", 4, 4));
        assertThat(decision.moves()).isEmpty();
        assertThat(decision.grants()).containsExactly(new SlotGrant("a", "h0", 4), new SlotGrant("b", "h1", 4));
    }

    @Test
    void shouldLeaveSlotsIdleThatNoRunCanUse() {
        PoolDecision decision = decide(
                SimulatedPool.hosts(2, 4),
                List.of(
                        run("a", 0, Limits.NONE, 1_000, GainCurve.upTo(3)),
                        run("b", 0, Limits.NONE, 2, GainCurve.LINEAR)),
                held("a", "h0", 4));
        assertThat(decision.moves())
                .containsExactly(new SlotMove.Drain("a", "h0", 4, 3), new SlotMove.Grow("b", "h1", 0, 2));
        assertThat(decision.idleSlots()).isEqualTo(3);
    }

    @Test
    void shouldGiveSlotsBeyondAllKneesByMarginalGain() {
        GainCurve little = GainCurve.of(new int[] {4, 400}, new double[] {4, 4.02});
        GainCurve more = GainCurve.of(new int[] {4, 400}, new double[] {4, 4.03});
        PoolDecision decision = decide(
                SimulatedPool.hosts(1, 10),
                List.of(run("a", 0, Limits.NONE, 1_000, little), run("b", 0, Limits.NONE, 1_000, more)));
        assertThat(decision.shares()).containsEntry("a", 4.0).containsEntry("b", 6.0);
    }

    @Test
    void shouldServeHigherPrioritiesFirstButKeepAReserve() {
        PoolDecision decision = decide(
                SimulatedPool.hosts(4, 8), List.of(run("low"), run("high", 1, Limits.NONE, 1_000, GainCurve.LINEAR)));
        assertThat(decision.shares()).containsEntry("low", 2.0).containsEntry("high", 30.0);
    }

    @Test
    void shouldKeepLimits() {
        PoolDecision decision = decide(
                SimulatedPool.hosts(4, 4),
                List.of(
                        run("least", 0, new Limits(3, 5), 0, GainCurve.LINEAR),
                        run("most", 0, new Limits(0, 2), 1_000, GainCurve.LINEAR),
                        run("rest")));
        assertThat(decision.shares())
                .containsEntry("least", 3.0)
                .containsEntry("most", 2.0)
                .containsEntry("rest", 11.0);
    }

    @Test
    void shouldDrainClosedHostsAndSlotsAboveTheLimit() {
        List<PoolHost> hosts = List.of(new PoolHost("h0", 4, 1, 1, true), new PoolHost("h1", 4));
        PoolDecision decision = decide(
                hosts,
                List.of(run("a", 0, new Limits(0, 3), 1_000, GainCurve.LINEAR)),
                held("a", "h0", 2),
                held("a", "h1", 4));
        assertThat(decision.moves())
                .containsExactly(new SlotMove.Drain("a", "h0", 2, 0), new SlotMove.Drain("a", "h1", 4, 3));
        assertThat(decision.idleSlots()).isEqualTo(1);
    }

    @Test
    void shouldLetTwoRunsTakeTurnsOnAHostThatIsGivenWhole() {
        List<PoolHost> hosts = List.of(new PoolHost("h0", 8, 8, 1, false));
        List<PoolRun> runs = List.of(run("a"), run("b"));
        String holder = "";
        int turns = 0;
        int[] seconds = new int[2];
        for (int second = 0; second < 600; second++) {
            List<PoolHolding> holdings = holder.isEmpty() ? List.of() : List.of(held(holder, "h0", 8));
            PoolDecision decision = division.decide(second * SECOND, hosts, runs, holdings);
            if (!decision.moves().isEmpty()) {
                turns++;
                SlotMove move = decision.moves().get(0);
                holder = move instanceof SlotMove.Grow ? move.run() : "";
            }
            if (!holder.isEmpty()) {
                seconds[holder.equals("a") ? 0 : 1]++;
            }
        }
        assertThat(JainIndex.of(seconds[0], seconds[1])).isGreaterThan(0.98);
        assertThat(turns).isBetween(4, 42);
    }

    @Test
    void shouldKeepSlotsForAShortTimeBetweenCycles() {
        List<PoolHost> hosts = SimulatedPool.hosts(1, 8);
        PoolRun between = run("a", 0, Limits.NONE, 0, GainCurve.LINEAR);
        division.decide(0, hosts, List.of(run("a")), List.of());
        assertThat(division.decide(SECOND, hosts, List.of(between), List.of(held("a", "h0", 8)))
                        .moves())
                .isEmpty();
        division.decide(3 * SECOND, hosts, List.of(between), List.of(held("a", "h0", 8)));
        assertThat(division.decide(6 * SECOND, hosts, List.of(between), List.of(held("a", "h0", 8)))
                        .moves())
                .containsExactly(new SlotMove.Drain("a", "h0", 8, 0));
    }

    @Test
    void shouldKeepAKneeUntilAnotherHasSettled() {
        List<PoolHost> hosts = SimulatedPool.hosts(1, 16);
        double share = 0;
        int changes = 0;
        for (int second = 0; second < 120; second++) {
            PoolRun run = run("a", 0, Limits.NONE, 1_000, GainCurve.upTo(second % 2 == 0 ? 6 : 12));
            PoolDecision decision = division.decide(second * SECOND, hosts, List.of(run), List.of());
            double now = decision.shares().getOrDefault("a", 0.0);
            changes += now == share ? 0 : 1;
            share = now;
        }
        assertThat(changes).isBetween(1, 5);
    }

    @Test
    void shouldFindKneesOnTheConcaveCurve() {
        GainCurve curve = GainCurve.of(new int[] {1, 2, 4, 8}, new double[] {10, 15, 40, 39});
        assertThat(curve.rate(2)).isCloseTo(20, within(1e-9));
        assertThat(curve.rate(100)).isEqualTo(40);
        assertThat(curve.knee(0.01)).isEqualTo(4);
        assertThat(curve.knee(0.5)).isEqualTo(2);
        assertThat(curve.slotsFor(25)).isEqualTo(3);
        assertThat(curve.slotsFor(41)).isEqualTo(Integer.MAX_VALUE);
        assertThat(GainCurve.LINEAR.knee(0.01)).isEqualTo(Integer.MAX_VALUE);
        assertThat(GainCurve.upTo(6).efficiency(5)).isEqualTo(1);
        assertThat(GainCurve.upTo(6).efficiency(6)).isZero();
    }

    @Test
    void shouldRefuseInputsWithoutSense() {
        assertThatThrownBy(() -> decide(SimulatedPool.hosts(1, 1), List.of(run("a"), run("a"))))
                .hasMessageContaining("a is listed twice");
        assertThatThrownBy(() -> new PoolHost("h", 5, 2, 1, false)).hasMessageContaining("multiple");
        assertThatThrownBy(() -> new Limits(2, 1)).hasMessageContaining("2 to 1");
        assertThatThrownBy(() -> GainCurve.of(new int[] {2, 1}, new double[] {1, 2}))
                .hasMessageContaining("ascending");
    }

    private static PoolHolding held(String run, String host, int slots) {
        return new PoolHolding(run, host, slots, 0);
    }
}
