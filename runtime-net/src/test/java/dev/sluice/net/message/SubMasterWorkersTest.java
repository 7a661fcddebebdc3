package dev.sluice.net.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.net.rules.TransportKind;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
}
