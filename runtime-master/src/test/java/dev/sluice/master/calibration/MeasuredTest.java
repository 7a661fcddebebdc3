package dev.sluice.master.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MeasuredTest {
    private static final Step STEP = new Step(101, 0, 0, 0, 100);

    @Test
    void shouldTakeTheMedianOfEachFigure() {
        List<Measured> alike = List.of(
                new Measured(STEP, 100, 5, 10, 900, 3, 70),
                new Measured(STEP, 100, 4, 30, 200, 2, 71),
                new Measured(STEP, 100, 9, 20, 100, 1, 72));

        assertThat(Measured.median(alike)).isEqualTo(new Measured(STEP, 100, 5, 20, 200, 2, 71));
    }

    @Test
    void shouldTakeTheMiddleOfTwo() {
        List<Measured> alike =
                List.of(new Measured(STEP, 100, 1, 2, 3, 4, 5), new Measured(STEP, 100, 3, 6, 9, 12, 15));

        assertThat(Measured.median(alike)).isEqualTo(new Measured(STEP, 100, 2, 4, 6, 8, 10));
    }
}
