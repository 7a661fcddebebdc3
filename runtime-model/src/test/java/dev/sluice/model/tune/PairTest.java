package dev.sluice.model.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.policy.PolicyName;
import dev.sluice.testing.SeededTest;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Runs whose policy and tree are tuned. */
class PairTest {
    private static final double EACH = SafetyLedger.keptByEach(2);

    @Test
    void shouldShareThePromiseOfTheRun() {
        assertThat(EACH * EACH).isEqualTo(SafetyLedger.KEPT, within(1e-12));
        assertThat(SafetyLedger.keptByEach(1)).isEqualTo(SafetyLedger.KEPT);
        assertThat(SafetyLedger.keptByEach(0)).isEqualTo(SafetyLedger.KEPT);
        assertThat(limit(SafetyLedger.KEPT)).isEqualTo(0.98, within(1e-4));
        assertThat(limit(EACH) * limit(EACH)).isEqualTo(0.98, within(2e-4));
    }

    /** The share of the starting setting's work below which a tuner with this promise goes home. */
    private static double limit(double kept) {
        SafetyLedger ledger = new SafetyLedger(kept);
        double done = 1;
        for (ledger.advance(done, 1); !ledger.tripped(0); done -= 1e-5) {
            ledger.advance(done, 0);
        }
        return ledger.share();
    }

    @Test
    void shouldTakeATreeAndAPolicyThatAreBetter() {
        PairWorld world = new PairWorld(EACH);
        world.split = 1.2;
        world.promisedSplit = 1.2;
        world.speeds.put(PolicyName.FAC, 0.12);
        world.promised.put(PolicyName.FAC, 0.12);
        world.run();

        assertThat(world.tree.steps()).hasSize(1);
        assertThat(world.policy.steps()).hasSize(1);
        assertThat(world.tree.steps().get(0).outcome()).startsWith("kept: 18.2 % faster");
        assertThat(world.policy.steps().get(0).outcome()).startsWith("kept: 18.2 % faster");
    }

    /** Both models promise up to half as much again for every setting but the first. */
    @SeededTest(runs = 1_000)
    void shouldKeepThePromiseWhereBothModelsPromiseTooMuch(SplittableRandom random) {
        PairWorld world = new PairWorld(EACH);
        world.common = random.nextDouble(0.7, 1.4);
        double lie = random.nextDouble(1, 1.5);
        world.split = random.nextDouble(0.75, 1.2);
        world.promisedSplit = lie * Math.max(1, world.split);
        for (PolicyName each : PolicyName.values()) {
            double real = each == PolicyName.SS ? 0.1 : 0.1 * random.nextDouble(0.75, 1.2);
            world.speeds.put(each, real);
            world.promised.put(each, each == PolicyName.SS ? real : lie * Math.max(0.1, real));
        }
        world.run();
        assertThat(world.leastShare)
                .as("%s, %s", world.tree.steps(), world.policy.steps())
                .isGreaterThanOrEqualTo(SafetyLedger.KEPT);
    }
}
