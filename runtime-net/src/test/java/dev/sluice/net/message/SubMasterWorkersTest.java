package dev.sluice.net.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.net.rules.TransportKind;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubMasterWorkersTest {
    private static SubMasterWorkers.Line line(String name) {
        return new SubMasterWorkers.Line(name, "here", TransportKind.UNIX, 1, 0, WorkerStats.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "w", "x1", "w1/", "/w1", "w1//w2", "w1/2", "w12345678901", "w1 ", "w\u0661"})
    void shouldRefuseWhatIsNoName(String name) {
        assertThatThrownBy(() -> line(name)).hasMessageContaining("of no worker");
    }

    @Test
    void shouldSayWhatIsTooDeepForOneMoreLevel() {
        String deep = String.join("/", Collections.nCopies(31, "w1"));
        SubMasterWorkers.Line deepest = line(deep).below("w9");
        assertThat(deepest.name()).isEqualTo("w9/" + deep);
        assertThat(line(deep).isDeepest()).isFalse();
        assertThat(deepest.isDeepest()).isTrue();
        assertThatThrownBy(() -> deepest.below("w9")).hasMessageContaining("levels");
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "9007199254740992, 1", "5, 0", "5, -1", "5, 1048577"})
    void shouldRefuseDurationsThatNobodyCanMeasure(long nanos, long number) {
        assertThatThrownBy(() -> new SubMasterWorkers.Duration(nanos, number)).hasMessageContaining("(expected: ");
    }

    @Test
    void shouldRefuseMoreDurationsThanThereAreBuckets() {
        List<SubMasterWorkers.Duration> many =
                Collections.nCopies(SubMasterWorkers.Duration.MOST + 1, new SubMasterWorkers.Duration(1, 1));
        assertThatThrownBy(() -> new SubMasterWorkers.Times(many, List.of())).hasMessageContaining("starts: 8193");
        assertThatThrownBy(() -> new SubMasterWorkers.Times(List.of(), many)).hasMessageContaining("round trips: 8193");
    }
}
