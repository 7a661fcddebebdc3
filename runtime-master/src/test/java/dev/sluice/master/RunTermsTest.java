package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Results;
import dev.sluice.model.schedule.SchedulerConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunTermsTest {
    @Test
    void shouldHideTheValuesOfSecrets() {
        assertThat(RunTerms.withoutSecrets(List.of(
                        "--db-password", "a", "--token=b", "--size", "3", "-secret", "--verbose", "file=token.txt")))
                .containsExactly(
                        "--db-password", "***", "--token=***", "--size", "3", "-secret", "--verbose", "file=token.txt");
        assertThat(RunTerms.withoutSecrets(List.of())).isEmpty();
    }

    @Test
    void shouldTellHowResultsTravel() {
        Accumulation<Long> sum = Accumulation.exact(0L, Long::sum);
        assertThat(RunTerms.ResultMode.of(Results.each())).isEqualTo(RunTerms.ResultMode.EACH);
        assertThat(RunTerms.ResultMode.of(Results.atCycleEnd())).isEqualTo(RunTerms.ResultMode.AT_CYCLE_END);
        assertThat(RunTerms.ResultMode.of(sum)).isEqualTo(RunTerms.ResultMode.ACCUMULATED);
        assertThat(RunTerms.exact(Results.each())).isNull();
        assertThat(RunTerms.exact(sum)).isTrue();
    }

    @Test
    void shouldWriteThePrefetchAsTheOptionTakesIt() {
        assertThat(RunTerms.prefetch(SchedulerConfig.AUTO)).isEqualTo("auto");
        assertThat(RunTerms.prefetch(3)).isEqualTo("3");
    }
}
