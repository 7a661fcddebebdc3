package dev.sluice.insight.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.SluiceException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedRunTest {
    @TempDir
    Path directory;

    @Test
    void shouldSplitRowsWithQuotedFields() {
        assertThat(RecordedRun.fields("0,1,,\"a,b\",\"c\"\"d\",")).containsExactly("0", "1", "", "a,b", "c\"d", "");
    }

    @Test
    void shouldRefuseADirectoryWithoutMeasurements() {
        assertThatThrownBy(() -> RecordedRun.read(directory))
                .isInstanceOf(SluiceException.class)
                .hasMessageContaining("model.json: not there");
    }
}
