package dev.sluice.master.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.master.record.SentInputs.Inputs;
import dev.sluice.model.WorkerId;
import org.junit.jupiter.api.Test;

class SentInputsTest {
    private static final WorkerId ONE = new WorkerId(1);

    private long now = 100;
    private final SentInputs inputs = new SentInputs(() -> now);

    @Test
    void shouldRememberNothingUnlessAsked() {
        inputs.sent(ONE, 0, 0, 10, 1_000);
        assertThat(inputs.of(ONE, 0, 0, 10)).isEqualTo(Inputs.UNKNOWN);
    }

    @Test
    void shouldDivideTheBytesOfAMessageAmongItsUnits() {
        inputs.follow();
        inputs.sent(ONE, 0, 0, 4, 1_000);
        now = 200;
        inputs.sent(ONE, 0, 4, 1, 77);
        assertThat(inputs.of(ONE, 0, 3, 5)).isEqualTo(new Inputs(100, 250 + 77));
        assertThat(inputs.of(ONE, 0, 0, 1)).isEqualTo(new Inputs(100, 250));
        assertThat(inputs.of(ONE, 0, 4, 5)).as("it was taken").isEqualTo(Inputs.UNKNOWN);
        assertThat(inputs.of(ONE, 0, 1, 3)).isEqualTo(new Inputs(100, 500));
        assertThat(inputs.of(ONE, 0, 1, 3)).as("all have come").isEqualTo(Inputs.UNKNOWN);
    }

    @Test
    void shouldNotKnowTheSizeOfUnitsWithoutAMessage() {
        inputs.follow();
        inputs.sent(ONE, 0, 0, 4, 1_000);
        assertThat(inputs.of(ONE, 0, 2, 6)).isEqualTo(new Inputs(100, -1));
        assertThat(inputs.of(new WorkerId(2), 0, 0, 4)).isEqualTo(Inputs.UNKNOWN);
    }

    @Test
    void shouldForgetOtherCyclesAndWorkersThatAreGone() {
        inputs.follow();
        inputs.sent(ONE, 0, 0, 4, 1_000);
        inputs.sent(ONE, 1, 0, 1, 8);
        assertThat(inputs.of(ONE, 0, 0, 4)).isEqualTo(Inputs.UNKNOWN);
        assertThat(inputs.of(ONE, 1, 0, 1)).isEqualTo(new Inputs(100, 8));
        inputs.sent(ONE, 1, 1, 1, 8);
        inputs.gone(ONE);
        assertThat(inputs.of(ONE, 1, 1, 2)).isEqualTo(Inputs.UNKNOWN);
    }
}
