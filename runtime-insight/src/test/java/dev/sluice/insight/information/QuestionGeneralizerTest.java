package dev.sluice.insight.information;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The widening search, over what is stated. */
class QuestionGeneralizerTest {
    private static final Instant NOW = Instant.parse("2026-11-22T00:00:00Z");
    private static final String ON_H = "application=X build=b arguments=a host=H unit-seconds=?";

    private static final String H_IS = "host=H processor=M clock-hertz=2e9";
    private static final String ON_HOST =
            "application=X build=b arguments=a host=H processor=M clock-hertz=2e9 unit-seconds=1";
    private static final String ON_MODEL =
            "application=X build=b arguments=a host=I processor=M clock-hertz=2e9 unit-seconds=2";
    private static final String ON_CLOCK =
            "application=X build=b arguments=a host=J processor=N clock-hertz=2.4e9 unit-seconds=3";
    private static final String FAR_CLOCK =
            "application=X build=b arguments=a host=J processor=N clock-hertz=4e9 unit-seconds=3";
    private static final String GENERAL_H = "host=H processor=M general-seconds=0.6";
    private static final String GENERAL_I = "host=I processor=M general-seconds=0.9";
    private static final String GENERAL_J = "host=J processor=N general-seconds=0.3";

    private static List<Answer> ask(String question, String... known) {
        return new InformationService(List.of(new Stated(NOW, known)), NOW).ask(Stated.question(question));
    }

    /** Each row takes away what answered in the row before. */
    @ParameterizedTest
    @CsvSource({
        "ON_HOST ON_MODEL ON_CLOCK GENERAL_H GENERAL_J, EXACT, 1",
        "H_IS ON_MODEL ON_CLOCK GENERAL_H GENERAL_J, MODEL, 2",
        "H_IS ON_CLOCK GENERAL_H GENERAL_J, CLOCK, 3.6",
        "H_IS FAR_CLOCK GENERAL_H GENERAL_J, HOST_BENCHMARK, 6",
        "H_IS FAR_CLOCK GENERAL_I GENERAL_J, MODEL_BENCHMARK, 9",
    })
    void shouldWidenUntilSomebodyAnswers(String known, Generalization step, double seconds) {
        List<Answer> answers = ask(ON_H, statements(known));
        assertThat(answers).hasSize(1);
        assertThat(answers.get(0).step()).isEqualTo(step);
        assertThat(answers.get(0).kin()).isEqualTo(ApplicationMatch.SAME);
        assertThat(answers.get(0).estimate().orElseThrow().value()).isCloseTo(seconds, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({
        "H_IS",
        "H_IS FAR_CLOCK",
        "H_IS FAR_CLOCK GENERAL_H",
        "H_IS FAR_CLOCK GENERAL_J",
        "GENERAL_H GENERAL_J",
        "ON_CLOCK",
    })
    void shouldNotKnowWhatNobodySays(String known) {
        assertThat(ask(ON_H, statements(known))).isEmpty();
    }

    private static String[] statements(String names) {
        List<String> all = new ArrayList<>();
        for (String name : names.split(" ")) {
            all.add(
                    switch (name) {
                        case "ON_HOST" -> ON_HOST;
                        case "ON_MODEL" -> ON_MODEL;
                        case "ON_CLOCK" -> ON_CLOCK;
                        case "FAR_CLOCK" -> FAR_CLOCK;
                        case "GENERAL_H" -> GENERAL_H;
                        case "GENERAL_I" -> GENERAL_I;
                        case "GENERAL_J" -> GENERAL_J;
                        default -> H_IS;
                    });
        }
        return all.toArray(String[]::new);
    }

    @ParameterizedTest
    @CsvSource({
        "build=b arguments=a, SAME",
        "build=c arguments=a, OTHER_BUILD",
        "build=b arguments=d, OTHER_ARGUMENTS",
        "build=c arguments=d, OTHER_ARGUMENTS",
    })
    void shouldLookForTheSameApplicationFirst(String of, ApplicationMatch kin) {
        List<Answer> answers = ask(ON_H, "application=X " + of + " host=H unit-seconds=5");
        assertThat(answers).singleElement().extracting(Answer::kin).isEqualTo(kin);
    }

    @Test
    void shouldPreferAnotherMachineToOtherArguments() {
        List<Answer> answers = ask(ON_H, H_IS, ON_MODEL, "application=X build=b arguments=z host=H unit-seconds=70");
        assertThat(answers).singleElement().extracting(Answer::step).isEqualTo(Generalization.MODEL);
    }

    @Test
    void shouldBeLessSureOfWhatIsScaled() {
        Answer answer = ask(ON_H, H_IS, ON_CLOCK).get(0);
        assertThat(answer.scale()).isCloseTo(1.2, within(1e-9));
        assertThat(answer.estimate().orElseThrow().error()).isNaN(); // nobody knows how sure the 3 s are
        Fact sure = new Fact(answer.fact().about(), "unit-seconds", "3", 3, 0.1, "test", NOW);
        Answer scaled = new Answer(sure, "test", Generalization.CLOCK, ApplicationMatch.SAME, 1.2);
        assertThat(scaled.estimate().orElseThrow().error()).isCloseTo(0.12 + 0.6, within(1e-9));
    }

    @Test
    void shouldAnswerForEachHostThatIsKnown() {
        assertThat(ask("application=X host=? unit-seconds=?", ON_HOST, ON_MODEL, ON_CLOCK))
                .extracting(answer -> answer.fact().value(Name.HOST))
                .containsExactly("H", "I", "J");
    }

    @Test
    void shouldWidenFromAProcessorModel() {
        List<Answer> answers = ask("application=X processor=M unit-seconds=?", "processor=M clock-hertz=2e9", ON_CLOCK);
        assertThat(answers).singleElement().extracting(Answer::step).isEqualTo(Generalization.CLOCK);
    }

    @Test
    void shouldNotScaleWhatIsNoTime() {
        assertThat(ask("host=H availability=?", H_IS, "host=I processor=M availability=0.5"))
                .isEmpty();
    }

    @Test
    void shouldNotBelieveProcessorsOfTomorrow() {
        Provider liar = new Provider() {
            @Override
            public String name() {
                return "liar";
            }

            @Override
            public List<Fact> facts(Question question) {
                Fact fact = Fact.word(
                        java.util.Map.of("host", "H"), Name.PROCESSOR, "Z", "liar", NOW.plus(Duration.ofDays(400)));
                return fact.agreesWith(question) ? List.of(fact) : List.of();
            }
        };
        Provider stated = new Stated(NOW, H_IS, ON_MODEL);
        InformationService service = new InformationService(List.of(liar, stated), NOW);
        assertThat(service.ask(Stated.question(ON_H)))
                .singleElement()
                .extracting(Answer::step)
                .isEqualTo(Generalization.MODEL);
    }
}
