package dev.sluice.model.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.testing.SeededTest;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TunerTest {
    private static final int SITE = 1;

    @Test
    void shouldTakeWhatIsClearlyBetterAndKeepIt() {
        TunerWorld world = new TunerWorld().speed(SITE, 0.12, 0.12).run();

        assertThat(world.tuner.now().tree()).containsExactly(SITE);
        assertThat(world.tuner.steps()).hasSize(1);
        assertThat(world.tuner.steps().get(0).outcome()).startsWith("kept: 18.2 % faster, 18.2 % expected");
        assertThat(world.tuner.state()).isEqualTo(TunerState.WATCHING);
        assertThat(world.seconds).isLessThan(185);
    }

    @Test
    void shouldSayFasterOrSlowerOfWhatWasSeenAndExpected() {
        assertThat(Adjustment.effect(0.068, 0.118)).isEqualTo("6.8 % faster, 11.8 % expected");
        assertThat(Adjustment.effect(-0.081, -0.042)).isEqualTo("8.1 % slower, 4.2 % slower expected");
        assertThat(Adjustment.effect(-0.051, 0.05)).isEqualTo("5.1 % slower, 5.0 % faster expected");
        assertThat(Adjustment.effect(0.03, -0.01)).isEqualTo("3.0 % faster, 1.0 % slower expected");
        assertThat(Adjustment.effect(-0.0004, 0)).isEqualTo("0.0 % faster, 0.0 % expected");
    }

    @Test
    void shouldStayHomeForGoodOnceTheRunFallsBehind() {
        TunerWorld world = new TunerWorld().speed(SITE, 0.05, 0.15).run();

        assertThat(world.tuner.state()).isEqualTo(TunerState.HOME);
        assertThat(world.tuner.now()).isEqualTo(TunerWorld.START);
        assertThat(world.tuner.steps()).hasSize(2);
        assertThat(world.tuner.steps().get(1).change().why()).contains("of what the starting setting would have done");
    }

    @SeededTest(runs = 1_000)
    void shouldNeverDoLessThanTheRuleSays(SplittableRandom random) {
        TunerWorld world = new TunerWorld();
        boolean hostile = random.nextBoolean();
        double common = random.nextDouble(0.7, 1.4);
        world.promisedFlat = 0.1 * common;
        for (int site = 1; site <= TunerWorld.SITES; site++) {
            double real = 0.1 * random.nextDouble(0.75, 1.3);
            double lie = hostile ? 1.5 : random.nextDouble(0.97, 1.03);
            world.speed(site, real, (hostile ? Math.max(0.1, real) : real) * lie * common);
        }
        double from = random.nextDouble(0, 200);
        double to = random.nextDouble(0.5, 2);
        world.machines = random.nextBoolean() ? seconds -> seconds < from ? 1 : to : seconds -> 1 + to * seconds / 200;
        world.run();

        assertThat(world.leastShare).as("%s", world.tuner.steps()).isGreaterThanOrEqualTo(SafetyLedger.KEPT);
    }

    @Test
    void shouldForgetAChangeThatTheRunRefuses() {
        TunerWorld world = new TunerWorld().speed(SITE, 0.12, 0.12);
        world.refused = 1;
        world.run();

        assertThat(world.tuner.now().tree()).containsExactly(SITE);
        assertThat(world.tuner.steps()).hasSize(1);
        assertThatThrownBy(world.tuner::refused)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("nothing to refuse in state WATCHING");
    }

    @Test
    void shouldLookForNothingBetterWhileItOnlyWatches() {
        TunerWorld world = new TunerWorld().speed(SITE, 0.12, 0.12);
        world.watches = true;
        world.run();

        assertThat(world.tuner.steps()).isEmpty();
    }

    @Test
    void shouldMeasureTheReferenceInPositions() {
        Outlook outlook = new Outlook(0, 1, 4);

        assertThat(outlook.between(0.5, 1.5)).isEqualTo(4, within(1e-12));
        assertThat(outlook.after(0.5, 4)).isEqualTo(1.5, within(1e-12));
        assertThat(outlook.after(2, 0.5)).isEqualTo(2.25, within(1e-12));
    }

    @Test
    void shouldProlongACycleByItsRate() {
        Outlook outlook = new Outlook(0, 1, 2, 3, 5); // a fifth of it is its end
        Outlook half = new Outlook(0, 1, 3);

        assertThat(outlook.prolonged(4, half).end()).isEqualTo(3 * 4 + 5, within(1e-12));
        assertThat(outlook.prolonged(4, half).between(0, 0.5)).isEqualTo(8, within(1e-12));
        assertThat(outlook.prolonged(1, half).between(0.5, 1)).isEqualTo(3, within(1e-12));
    }
}
