package dev.sluice.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SubmitCommandTest {
    @Test
    void shouldSendTheVariablesThatAreText() {
        assertThat(SubmitCommand.environment(Map.of("A", "é="))).containsExactly("A=é=");
    }

    /** Java has another character in place of each byte that is no text. */
    @Test
    void shouldNameAVariableThatIsNoText() {
        assertThatThrownBy(() -> SubmitCommand.environment(Map.of("A", "secret\uFFFD")))
                .isInstanceOfSatisfying(
                        SluiceException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.WORD_NOT_TEXT))
                .hasMessageContaining("variable A: bytes that are no UTF-8 (expected: text")
                .hasMessageNotContaining("secret");
    }
}
