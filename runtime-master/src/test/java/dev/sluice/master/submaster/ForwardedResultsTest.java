package dev.sluice.master.submaster;

import static dev.sluice.master.submaster.SubMasterInputsTest.bytes;
import static dev.sluice.master.submaster.SubMasterInputsTest.values;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.GivenUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.Results.Form;
import dev.sluice.net.message.RunAges;
import dev.sluice.net.payload.Payload;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForwardedResultsTest {
    private final GivenUnits given = new GivenUnits();
    private final UnitRanges accepted = new UnitRanges();

    ForwardedResultsTest() {
        given.give(new AttemptRun(5, 50, 100, 10, 1), 100, 110);
        given.give(new AttemptRun(6, 60, 200, 10, 1), 200, 210);
    }

    private static ResultRun below(long first, int units) {
        return ResultRun.of(1, 1, first, units, 10L * units, 0);
    }

    private ForwardedResults of(Form form, Payload results, ResultRun... runs) {
        Results message = new Results(0, 1, 0, 0, form, List.of(runs), 0, RunAges.UNKNOWN, results);
        ForwardedResults forwarded = ForwardedResults.of(message, accepted, given);
        results.release();
        return forwarded;
    }

    @Test
    void shouldPassOnAllOfItAsItCameUnderTheNamesFromAbove() {
        accepted.add(0, 3);
        ForwardedResults results = of(Form.EACH, values(1, 4, 0, 7), below(104, 2), below(200, 1));

        assertThat(results.runs())
                .containsExactly(ResultRun.of(5, 50, 104, 2, 20, 0), ResultRun.of(6, 60, 200, 1, 10, 0));
        assertThat(bytes(results.bytes())).isEqualTo(bytes(values(1, 4, 0, 7)));
        assertThat(results.whose().toString()).contains("104", "200");
        assertThat(given.owedUnits()).isEqualTo(17);
    }

    @Test
    void shouldCutOutWhatCounts() {
        accepted.add(0, 1);
        accepted.add(2, 4);
        accepted.add(5, 6);
        ForwardedResults results = of(Form.EACH, values(1, 3, 9, 3, 3, 9, 3), below(100, 5), below(205, 1));

        assertThat(results.runs())
                .containsExactly(
                        ResultRun.of(5, 50, 100, 1, 10, 0),
                        ResultRun.of(5, 50, 102, 2, 20, 0),
                        ResultRun.of(6, 60, 205, 1, 10, 0));
        byte[] bytes = bytes(results.bytes());
        assertThat(bytes).containsExactly(3, 1, 1, 1, 3, 3, 3, 3, 3, 4, 4, 4, 3, 6, 6, 6);
        assertThat(results.whose().size()).isEqualTo(4);
    }

    @Test
    void shouldLeaveOutWhatWasGivenBackMeanwhile() {
        given.giveBack(101, 103);
        accepted.add(0, 4);
        ForwardedResults results = of(Form.EACH, values(1, 1, 1, 1, 1), below(100, 4));

        assertThat(results.runs())
                .containsExactly(ResultRun.of(5, 50, 100, 1, 10, 0), ResultRun.of(5, 50, 103, 1, 10, 0));
        assertThat(bytes(results.bytes())).containsExactly(1, 1, 1, 4);
    }

    @Test
    void shouldTellCompletionWithoutBytes() {
        ForwardedResults results = of(Form.COMPLETED, Payload.empty(), below(100, 10));

        assertThat(results.runs()).containsExactly(ResultRun.of(5, 50, 100, 10, 100, 0));
        assertThat(results.whose().isEmpty()).isTrue();
        assertThat(given.owedUnits()).isEqualTo(10);
    }

    @Test
    void shouldPassOnNothingOfWhatIsRefused() {
        assertThat(of(Form.ACCUMULATED, values(1, 8), below(100, 10)).runs()).isEmpty();
        assertThat(given.owedUnits()).isEqualTo(20);
    }
}
