package dev.sluice.model.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureLimitTest {
    @ParameterizedTest
    @CsvSource({
        "ALL_OF_TWENTY, 0, 19, 0, false",
        "ALL_OF_TWENTY, 0, 20, 0, true",
        "ALL_OF_TWENTY, 0, 1000, 1, false",
        "UNITS, 3, 2, 0, false",
        "UNITS, 3, 3, 1000, true",
        "PERCENT, 10, 19, 0, false",
        "PERCENT, 10, 2, 18, false",
        "PERCENT, 10, 3, 17, true",
        "PERCENT, 0, 1, 19, true",
        "OFF, 0, 1000000, 0, false"
    })
    void shouldStopAtItsLimit(FailureLimit.Kind kind, double amount, long failed, long succeeded, boolean stops) {
        assertThat(new FailureLimit(kind, amount).isReached(failed, succeeded, ErrorCode.UNIT_THREW))
                .isEqualTo(stops);
    }

    @Test
    void shouldStopAtTheFirstUnitThatNeedsAMissingClassUnlessOthersSucceed() {
        assertThat(FailureLimit.USUAL.isReached(1, 0, ErrorCode.CLASS_MISSING)).isTrue();
        assertThat(FailureLimit.USUAL.isReached(1, 1, ErrorCode.CLASS_MISSING)).isFalse();
        assertThat(FailureLimit.NONE.isReached(1, 0, ErrorCode.CLASS_MISSING)).isFalse();
    }
}
