package dev.sluice.worker.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.net.message.UnitTerms.Isolation;
import org.junit.jupiter.api.Test;

class IsolationPolicyTest {
    private static final long LONG = 3 * IsolationPolicy.APART_NANOS;
    private static final long SHORT = IsolationPolicy.BACK_NANOS / 10;

    private static IsolationPolicy after(Isolation mode, long... nanos) {
        IsolationPolicy policy = new IsolationPolicy(mode, false, new IsolationOrder());
        for (long each : nanos) {
            policy.computed(each);
        }
        return policy;
    }

    @Test
    void shouldDoAsToldWhateverUnitsTake() {
        assertThat(after(Isolation.ON).apart()).isTrue();
        assertThat(after(Isolation.ON, SHORT, SHORT, SHORT).apart()).isTrue();
        assertThat(after(Isolation.OFF, LONG, LONG, LONG).apart()).isFalse();
    }

    @Test
    void shouldIsolateOnceTwoUnitsTookOverASecond() {
        assertThat(after(Isolation.AUTO).apart()).isFalse();
        assertThat(after(Isolation.AUTO, LONG).apart()).isFalse();
        assertThat(after(Isolation.AUTO, LONG, LONG).apart()).isTrue();
        assertThat(after(Isolation.AUTO, SHORT, SHORT, SHORT).apart()).isFalse();
    }

    @Test
    void shouldLeaveAnApplicationWithAStateInTheWorkersProcessUnlessToldOtherwise() {
        IsolationPolicy policy = new IsolationPolicy(Isolation.AUTO, true, new IsolationOrder());
        policy.computed(LONG);
        policy.computed(LONG);
        assertThat(policy.apart()).isFalse();
        assertThat(new IsolationPolicy(Isolation.ON, true, new IsolationOrder()).apart())
                .isTrue();
    }

    @Test
    void shouldStayApartWhileUnitsAreNotShortAndComeBackWhenTheyAre() {
        long between = IsolationPolicy.APART_NANOS / 2;
        IsolationPolicy policy = after(Isolation.AUTO, LONG, LONG);
        for (int unit = 0; unit < 50; unit++) {
            policy.computed(between);
        }
        assertThat(policy.apart()).isTrue();
        for (int unit = 0; unit < 50; unit++) {
            policy.computed(SHORT);
        }
        assertThat(policy.apart()).isFalse();
    }

    @Test
    void shouldFollowTheMastersOrderOnlyWhereTheRunLeavesItOpen() {
        IsolationOrder order = new IsolationOrder();
        IsolationPolicy open = new IsolationPolicy(Isolation.AUTO, false, order);
        order.give(true);
        assertThat(open.apart()).isTrue();
        assertThat(open.always()).as("units wait for the process").isTrue();
        assertThat(new IsolationPolicy(Isolation.OFF, false, order).apart()).isFalse();
        assertThat(new IsolationPolicy(Isolation.AUTO, true, order).apart())
                .as("an application with a state")
                .isFalse();
        open.computed(SHORT);
        assertThat(open.apart()).as("short units").isTrue();
        order.give(false);
        assertThat(open.apart()).isFalse();
    }
}
