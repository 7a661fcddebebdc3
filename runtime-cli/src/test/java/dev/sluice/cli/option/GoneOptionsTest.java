package dev.sluice.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoneOptionsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run --weight 2 --pool --least-slots=1 a.jar|run --pool=weight=2 --pool --pool=least-slots=1 a.jar",
                "run a.jar --exclude a,b --prefer c=2|run a.jar --goal=exclude=a,exclude=b --goal=prefer=c=2",
                "run a.jar --objective deadline=10m|run a.jar --goal=deadline=10m",
                "run a.jar --journal SYNC --orphan-time 30m|run a.jar --journal SYNC --journal=orphan-time=30m",
                "run a.jar --no-web -- --weight 3|run a.jar --web=off -- --weight 3",
                "run a.jar --policy GSS|run a.jar --policy GSS"
            })
    void shouldWriteARecordedCommandInTodaysOptions(String recorded, String today) {
        assertThat(GoneOptions.renewed(List.of(recorded.split(" ")))).containsExactly(today.split(" "));
    }

    @Test
    void shouldSayWhatReplacesAnOptionOfACommand() {
        assertThat(GoneOptions.way("run", "--memory").map(GoneOptions.Way::typed))
                .contains("--goal=memory=VALUE");
        assertThat(GoneOptions.way("each", "--memory")).isEmpty();
        assertThat(GoneOptions.way("run", "--cycle").map(GoneOptions.Way::typed))
                .contains("--unit=VALUE:INDEX");
        assertThat(GoneOptions.way("run", "--policy")).isEmpty();
    }
}
