package dev.sluice.app.each.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.ArgumentException;
import dev.sluice.api.Blob;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HaltStateTest {
    private static OutputSettings rule(String halt, long maxFailures) {
        return new OutputSettings(false, "", "", "", "", Resume.NONE, ResumeBy.COMMAND, halt, maxFailures);
    }

    private static List<HaltDecision> decisions(HaltState state, int... exitCodes) {
        List<HaltDecision> decisions = new ArrayList<>();
        for (int code : exitCodes) {
            decisions.add(state.add(EachSamples.outcome("x", code, "", "")));
        }
        return decisions;
    }

    @ParameterizedTest
    @ValueSource(strings = {"now,fail=1", "soon,success=3", "now,done=10%", "soon,fail=100%", "never"})
    void shouldPrintARuleAsItIsWritten(String text) {
        assertThat(HaltRule.parse(text)).hasToString(text);
    }

    @Test
    void shouldReadTheShortForms() {
        assertThat(HaltRule.parse("0")).isEqualTo(HaltRule.NEVER);
        assertThat(HaltRule.parse("1")).hasToString("soon,fail=1");
        assertThat(HaltRule.parse("2")).hasToString("now,fail=1");
        assertThat(HaltRule.parse("-1")).hasToString("soon,success=1");
        assertThat(HaltRule.parse("-2")).hasToString("now,success=1");
        assertThat(HaltRule.parse("5%")).hasToString("soon,fail=5%");
        assertThat(HaltRule.parse("now,fail,2")).hasToString("now,fail=2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "now", "now,fail", "now,fail=", "now,fail=0", "now,fail=101%", "later,fail=1", "now,x=1"})
    void shouldRefuseOtherRules(String text) {
        assertThatThrownBy(() -> HaltRule.parse(text))
                .isInstanceOf(ArgumentException.class)
                .hasMessageStartingWith("--halt: " + text + " (expected: never, or soon or now");
    }

    @Test
    void shouldStopAtTheFailureThatTheRuleNames() {
        HaltState state = new HaltState(rule("now,fail=2", 0), () -> 9);
        assertThat(decisions(state, 3, 0, 4))
                .containsExactly(HaltDecision.CONTINUE, HaltDecision.CONTINUE, HaltDecision.STOP_NOW);
        assertThat(state.exitCode()).isEqualTo(2);
        assertThat(state.reason()).isEqualTo("--halt now,fail=2");
    }

    @Test
    void shouldExitWithTheCodeOfTheOneFailure() {
        HaltState state = new HaltState(rule("soon,fail=1", 0), () -> 9);
        assertThat(decisions(state, 0, 7, 5))
                .containsExactly(HaltDecision.CONTINUE, HaltDecision.STOP_SOON, HaltDecision.STOP_SOON);
        assertThat(state.exitCode()).isEqualTo(7);
        HaltState killed = new HaltState(rule("now,fail=1", 0), () -> 9);
        Blob nothing = Blob.of(new byte[0]);
        killed.add(EachSamples.outcome("x", 0, 9, nothing, nothing));
        assertThat(killed.exitCode()).isEqualTo(128 + 9);
    }

    @Test
    void shouldStopAfterTwentyFailuresWithoutASuccess() {
        HaltState state = new HaltState(OutputSettings.DEFAULT, () -> 1000);
        assertThat(decisions(state, new int[19])).containsOnly(HaltDecision.CONTINUE);
        HaltState hopeless = new HaltState(OutputSettings.DEFAULT, () -> 1000);
        for (int failures = 1; failures < HaltState.HOPELESS; failures++) {
            assertThat(decisions(hopeless, 1)).containsExactly(HaltDecision.CONTINUE);
        }
        assertThat(decisions(hopeless, 1)).containsExactly(HaltDecision.STOP_SOON);
        assertThat(hopeless.exitCode()).isEqualTo(HaltState.HOPELESS);
        HaltState one = new HaltState(OutputSettings.DEFAULT, () -> 1000);
        decisions(one, 0);
        for (int failures = 0; failures < 200; failures++) {
            assertThat(decisions(one, 1)).containsExactly(HaltDecision.CONTINUE);
        }
        assertThat(one.exitCode()).isEqualTo(101);
        HaltState never = new HaltState(rule("never", 0), () -> 1000);
        for (int failures = 0; failures < 50; failures++) {
            assertThat(decisions(never, 1)).containsExactly(HaltDecision.CONTINUE);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "100, 100", "101, 101", "5000, 101"})
    void shouldExitWithTheNumberOfFailures(int failures, int code) {
        HaltState state = new HaltState(rule("never", 0), () -> 10_000);
        for (int failure = 0; failure < failures; failure++) {
            decisions(state, 3);
        }
        assertThat(state.exitCode()).isEqualTo(code);
    }

    @Test
    void shouldWaitForTheNumberOfInputsBeforeItTakesPercentages() {
        long[] inputs = {-1};
        HaltState state = new HaltState(rule("soon,fail=50%", 0), () -> inputs[0]);
        assertThat(decisions(state, 1, 1)).containsOnly(HaltDecision.CONTINUE);
        inputs[0] = 6;
        assertThat(decisions(state, 0, 1)).containsExactly(HaltDecision.CONTINUE, HaltDecision.STOP_SOON);
        assertThat(state.exitCode()).isEqualTo(50);
    }

    @Test
    void shouldStopAtTheLargestNumberOfFailures() {
        HaltState state = new HaltState(rule("", 2), () -> 9);
        assertThat(decisions(state, 1, 0, 1))
                .containsExactly(HaltDecision.CONTINUE, HaltDecision.CONTINUE, HaltDecision.STOP_SOON);
        assertThat(state.exitCode()).isEqualTo(2);
        assertThatThrownBy(() -> rule("never", 2)).hasMessage("--max-failures: 2 (expected: no --halt beside it)");
    }
}
