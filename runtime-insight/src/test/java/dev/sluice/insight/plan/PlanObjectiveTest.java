package dev.sluice.insight.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.insight.plan.PlanAlternative.Time;
import dev.sluice.model.SluiceException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The choice among plans whose times are given. */
class PlanObjectiveTest {
    /** A plan on so many hosts of one slot each. */
    private static PlanAlternative hosts(int count, double seconds, double workerSeconds) {
        return preferred(count, 0, seconds, workerSeconds);
    }

    private static PlanAlternative preferred(int count, int preference, double seconds, double workerSeconds) {
        List<String> names =
                IntStream.rangeClosed(1, count).mapToObj(i -> "h" + i).toList();
        Time time = new Time(seconds, 0.9 * seconds, 1.1 * seconds, workerSeconds);
        return new PlanAlternative("m", names, count, false, preference, 100 / seconds, time);
    }

    private static PlanAlternative here(int cores, double seconds) {
        Time time = new Time(seconds, 0.9 * seconds, 1.1 * seconds, cores * seconds);
        return new PlanAlternative("here", List.of("here"), cores, true, 0, 100 / seconds, time);
    }

    private static int chosen(PlanObjective objective, PlanAlternative... plans) {
        return PlanChoice.of(objective, List.of(plans)).chosen();
    }

    @Test
    void shouldTakeTheShortestTime() {
        assertThat(chosen(new PlanObjective.Time(), hosts(2, 30, 50), hosts(4, 20, 60), hosts(8, 25, 99)))
                .isEqualTo(1);
    }

    @Test
    void shouldTakeTheLongerTimeThatIsMoreCertain() {
        PlanAlternative sure = hosts(2, 22, 50);
        PlanAlternative wide = new PlanAlternative("m", List.of("h"), 1, false, 0, 5, new Time(20, 10, 40, 50));
        PlanAlternative unknown =
                new PlanAlternative("m", List.of("h"), 1, false, 0, 5, new Time(20, Double.NaN, Double.NaN, 50));
        PlanObjective time = new PlanObjective.Time();

        assertThat(chosen(time, wide, sure)).as("20 s may become 31 s").isEqualTo(1);
        assertThat(chosen(time, unknown, sure))
                .as("the mean, without an interval")
                .isZero();
        assertThat(chosen(new PlanObjective.Deadline(1), wide, sure)).isEqualTo(1);
    }

    @Test
    void shouldTakeFewerHostsOfEqualTimes() {
        assertThat(chosen(new PlanObjective.Time(), hosts(8, 20, 99), hosts(4, 20.1, 60), hosts(2, 20.3, 50)))
                .as("0.5 % is nothing, 1.5 % is something")
                .isEqualTo(1);
    }

    @Test
    void shouldTakePreferredHostsIfTheyCostLittle() {
        PlanObjective time = new PlanObjective.Time();

        assertThat(chosen(time, hosts(4, 20, 60), preferred(5, 1, 20.5, 90))).isEqualTo(1);
        assertThat(chosen(time, hosts(4, 20, 60), preferred(5, 9, 20.7, 90)))
                .as("more than 3 %")
                .isZero();
        assertThat(chosen(time, preferred(4, 1, 20, 60), preferred(5, 2, 20.5, 90), preferred(3, 2, 20.6, 60)))
                .as("fewer hosts of equal preference")
                .isEqualTo(2);
    }

    @Test
    void shouldMeetTheDeadlineWithTheFewestWorkerSeconds() {
        PlanAlternative[] plans = {hosts(1, 80, 80), hosts(2, 45, 90), hosts(4, 30, 120)};

        assertThat(chosen(new PlanObjective.Deadline(100), plans)).isZero();
        assertThat(chosen(new PlanObjective.Deadline(85), plans))
                .as("80 s may become 88 s")
                .isEqualTo(1);
        assertThat(chosen(new PlanObjective.Deadline(40), plans)).isEqualTo(2);
        assertThat(PlanChoice.of(new PlanObjective.Deadline(100), List.of(plans))
                        .sentence())
                .isEqualTo(
                        "1 host (h1): 1 min 20 s and 1 min 20 s of workers; at most 1 min 28 s, within the deadline of 1 min 40 s");
    }

    @Test
    void shouldSayThatNoPlanMeetsTheDeadline() {
        PlanChoice choice = PlanChoice.of(
                new PlanObjective.Deadline(10), List.of(hosts(1, 80, 80), hosts(4, 30, 120), hosts(5, 31, 155)));

        assertThat(choice.met()).isFalse();
        assertThat(choice.chosen()).as("the fastest").isEqualTo(1);
        assertThat(choice.sentence())
                .contains("no plan surely ends within the deadline of 10 s", "the fastest: at most 33 s");
    }

    @Test
    void shouldSaveWorkerSecondsWithinTwiceTheShortestTime() {
        PlanAlternative[] plans = {hosts(1, 90, 90), hosts(2, 50, 100), hosts(4, 30, 120)};

        assertThat(chosen(new PlanObjective.WorkerSeconds(), plans)).isEqualTo(1);
        assertThat(PlanChoice.of(new PlanObjective.WorkerSeconds(), List.of(plans))
                        .met())
                .isTrue();
    }

    @Test
    void shouldTakeTheHighestRateWithoutTimes() {
        PlanAlternative slow = new PlanAlternative("m", List.of("a"), 1, false, 0, 10, Time.UNKNOWN);
        PlanAlternative fast = new PlanAlternative("m", List.of("a", "b"), 2, false, 0, 20, Time.UNKNOWN);

        assertThat(chosen(new PlanObjective.Rate(), slow, fast)).isEqualTo(1);
        assertThatThrownBy(() -> chosen(new PlanObjective.Time(), slow, fast))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a number of units");
    }

    @Test
    void shouldKeepAShortRunHere() {
        PlanChoice choice = PlanChoice.of(new PlanObjective.Time(), List.of(hosts(12, 14, 90), here(8, 9)));

        assertThat(choice.best().here()).isTrue();
        assertThat(choice.sentence()).isEqualTo("8 cores here: 9 s; 12 hosts: 14 s: the run stays here");
    }

    @Test
    void shouldCompareALongRunWithThisMachine() {
        PlanChoice choice = PlanChoice.of(
                new PlanObjective.Time(), List.of(hosts(12, 600, 6_000), hosts(6, 900, 5_400), here(8, 950)));

        assertThat(choice.sentence()).isEqualTo("12 hosts: 10 min; 8 cores here: 15 min 50 s");
    }

    @Test
    void shouldIgnorePlansInWhichNothingIsComputed() {
        PlanAlternative none = new PlanAlternative("m", List.of(), 0, true, 0, 0, Time.UNKNOWN);

        assertThat(chosen(new PlanObjective.Time(), none, hosts(1, 5, 5))).isEqualTo(1);
        assertThat(PlanChoice.of(new PlanObjective.Time(), List.of(none)).met()).isFalse();
        assertThat(PlanChoice.of(new PlanObjective.Time(), List.of(none, hosts(1, 5, 5)))
                        .sentence())
                .isEqualTo("1 host (h1): 5 s");
    }

    @ParameterizedTest
    @CsvSource({
        "time, time",
        "deadline=10m, deadline=600s",
        "deadline=1500ms, deadline=1.5s",
        "worker-seconds, worker-seconds",
        "rate, rate"
    })
    void shouldReadObjectives(String text, String again) {
        PlanObjective read = PlanObjective.parse("--objective", text);

        assertThat(read.text()).isEqualTo(again);
        assertThat(PlanObjective.parse("--objective", read.text())).isEqualTo(read);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "speed", "deadline", "deadline=", "deadline=0s", "time=1s", "deadline=soon"})
    void shouldRefuseOtherObjectives(String text) {
        assertThatThrownBy(() -> PlanObjective.parse("--objective", text))
                .isInstanceOf(SluiceException.class)
                .hasMessageStartingWith("--objective: ");
    }
}
