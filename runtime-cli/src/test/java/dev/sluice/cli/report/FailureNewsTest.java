package dev.sluice.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.UnitFailure;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureNewsTest {
    private static Action.Quarantine failed(long unit, String type) {
        String stack = type + ": bad input " + unit + "\n\tat App.compute(App.java:3)";
        return new Action.Quarantine(
                0,
                unit,
                List.of(new UnitFailure(new WorkerId(1), ErrorCode.UNIT_THREW, type, "bad input " + unit, stack)));
    }

    @Test
    void shouldSayWhetherMoreThanOneWorkerTriedIt() {
        Action.Quarantine once = failed(7, "X");
        UnitFailure failure = once.latest();
        Action.Quarantine twice = new Action.Quarantine(0, 7, List.of(failure, failure));
        assertThat(new FailureNews().line(once))
                .hasValue("unit 7 failed on the only worker that tried it: X: bad input 7");
        assertThat(new FailureNews().line(twice))
                .hasValue("unit 7 failed on every worker that tried it: X: bad input 7");
    }

    @Test
    void shouldShowTheFirstOfEachKindAndThenCount() {
        FailureNews news = new FailureNews();
        List<String> lines = new ArrayList<>();
        for (long unit = 0; unit < 2_000; unit++) {
            news.line(failed(unit, unit % 2 == 0 ? "X" : "Y")).ifPresent(lines::add);
        }
        assertThat(lines)
                .containsExactly(
                        "unit 0 failed on the only worker that tried it: X: bad input 0",
                        "unit 1 failed on the only worker that tried it: Y: bad input 1",
                        "10 units have failed as unit 0 did",
                        "10 units have failed as unit 1 did",
                        "100 units have failed as unit 0 did",
                        "100 units have failed as unit 1 did",
                        "1000 units have failed as unit 0 did",
                        "1000 units have failed as unit 1 did");
    }
}
