package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.delivery.DeliveryTerms;
import dev.sluice.model.delivery.RunRules;
import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A plan passes what it has chosen to a master elsewhere, as words. */
class ForwardedTest {
    private static final Scheduling CHOSEN = new Scheduling(RunRules.USUAL
            .with(new Handout(PolicyName.FAC, Weighting.PLANNED, 0, 10))
            .with(new DeliveryTerms(GrantMode.SERIAL, SetupOrder.AT_ONCE)));

    @Test
    void shouldForwardWhatAPlanHasChosen() {
        assertThat(Forwarded.NONE.words(CHOSEN))
                .containsExactly(
                        "--policy=FAC",
                        "--weights=PLANNED",
                        "--delivery=prefetch=0",
                        "--delivery=congestion=SERIAL",
                        "--delivery=setups=AT_ONCE");
        assertThat(Forwarded.NONE.words(new Scheduling(RunRules.USUAL))).isEmpty();
    }

    @Test
    void shouldLeaveWhatTheUserHasGiven() {
        Forwarded given = new Forwarded(
                List.of(
                        new Forwarded.Word("--policy", "FAC"),
                        new Forwarded.Word("--delivery", "prefetch=0,setups=at_once")),
                List.of(new Forwarded.Word("--weights", "planned")));
        assertThat(given.free().policy()).isFalse();
        assertThat(given.free().weights()).isFalse();
        assertThat(given.free().congestion()).isTrue();
        assertThat(given.words(CHOSEN)).containsExactly("--delivery=congestion=SERIAL");
    }
}
