package dev.sluice.insight.information;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuestionTest {
    private static final List<String> OPTIONS = List.of("run.policy", "run.local");

    private static Question parse(String text) {
        return Question.parse(text, OPTIONS);
    }

    @Test
    void shouldReadPairs() {
        Question question = parse("application=mandelbrot host=node7 unit-seconds=?");
        assertThat(question.given()).isEqualTo(Map.of("application", "mandelbrot", "host", "node7"));
        assertThat(question.asked()).isEqualTo("unit-seconds");
    }

    @Test
    void shouldAskForOptions() {
        assertThat(parse("run.policy=?").asked()).isEqualTo("run.policy");
    }

    @Test
    void shouldAskForEachHost() {
        Question question = parse("application=a host=? unit-seconds=?");
        assertThat(question.asked()).isEqualTo("unit-seconds");
        assertThat(question.given()).containsOnlyKeys("application");
    }

    @Test
    void shouldAskWhatAHostIs() {
        assertThat(parse("host=node7 processor=?").asked()).isEqualTo("processor");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Ann's host", "\"quoted\"", "a\\b", "計算機", "?", "", "naïve = 1", "ends with \\"})
    void shouldReadAgainWhatItWrites(String value) {
        Question question = new Question(Map.of("host", value), "unit-seconds");
        assertThat(parse(question.toString())).isEqualTo(question);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "host=a | nothing is asked for",
                "unit-seconds=? accept-seconds=? | one of them",
                "host=? processor=? | one of them",
                "hots=a unit-seconds=? | did you mean host?",
                "host=a unit-second=? | did you mean unit-seconds?",
                "run.polcy=? | did you mean run.policy?",
                "host unit-seconds=? | no pair",
                "=a unit-seconds=? | no pair",
                "host= unit-seconds=? | no value",
                "host=\"a unit-seconds=? | a quote that does not end",
                "host=a host=b unit-seconds=? | for the second time",
            })
    void shouldRefuseWhatIsNoQuestion(String text, String said) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(said)
                .hasMessageContaining("(expected: ");
    }

    @Test
    void shouldRefuseEmptyQuestions() {
        assertThatThrownBy(() -> parse("  ")).hasMessageContaining("nothing is asked for");
    }

    @ParameterizedTest
    @ValueSource(strings = {"host=a\0b unit-seconds=?", "host=\u001b[2J unit-seconds=?", "host=a\nunit-seconds=?"})
    void shouldRefuseControlCharacters(String text) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a control character")
                .message()
                .doesNotContain("\0", "\u001b");
    }

    @Test
    void shouldRefuseWhatIsTooLong() {
        assertThatThrownBy(() -> parse("host=" + "a".repeat(5_000) + " unit-seconds=?"))
                .hasMessageContaining("letters (expected: at most");
    }
}
