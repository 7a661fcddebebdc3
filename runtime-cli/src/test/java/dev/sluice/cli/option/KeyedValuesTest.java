package dev.sluice.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyedValuesTest {
    private static KeyedValues parse(String text) {
        return KeyedValues.parse("--goal", List.of(text.split(",", -1)), "rate", "most-hosts=N", "exclude=HOST...");
    }

    @Test
    void shouldTakeWordsAndKeysInAnyOrder() {
        KeyedValues keys = parse("exclude=a,RATE,exclude=b=2,most-hosts=4");

        assertThat(keys.has("rate")).isTrue();
        assertThat(keys.has("deadline")).isFalse();
        assertThat(keys.texts("exclude")).containsExactly("a", "b=2");
        assertThat(keys.whole("most-hosts", 0, 1, 9)).isEqualTo(4);
        assertThat(keys.whole("least-hosts", 7, 1, 9)).as("not given").isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rates|--goal: 'rates' (expected: rate, most-hosts=N, exclude=HOST...; did you mean rate?)",
                "rate=1|--goal: 'rate=1' (expected: rate, most-hosts=N, exclude=HOST...)",
                "exclude|--goal: 'exclude' (expected: rate, most-hosts=N, exclude=HOST...)",
                "exclude=|--goal: 'exclude=' (expected: rate, most-hosts=N, exclude=HOST...)",
                "rate,|--goal: '' (expected: rate, most-hosts=N, exclude=HOST...)",
                "most-hosts=1,most-hosts=2|--goal: most-hosts twice (expected: once)"
            })
    void shouldRefuseAnythingElse(String text, String said) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE))
                .hasMessage(said);
    }

    @ParameterizedTest
    @CsvSource({"0, --goal most-hosts: 0 (expected: 1 to 9)", "many, --goal most-hosts: 'many' (expected: 1 to 9)"})
    void shouldRefuseANumberOutsideOfItsRange(String number, String said) {
        assertThatThrownBy(() -> parse("most-hosts=" + number).whole("most-hosts", 0, 1, 9))
                .isInstanceOf(SluiceException.class)
                .hasMessage(said);
    }
}
