package dev.sluice.insight.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.json.Json;
import dev.sluice.model.SluiceException;
import dev.sluice.model.predict.LogGp;
import dev.sluice.model.simulate.Interference;
import dev.sluice.model.simulate.Overheads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CostsCacheTest {
    private static final RuntimeCosts COSTS = new RuntimeCosts(
            Overheads.MEASURED,
            new InterferenceGrowth(List.of(
                    new InterferenceGrowth.At(1, new Interference(10, 20, 30, 40, 1e-4)),
                    new InterferenceGrowth.At(2, new Interference(11, 21, 31, 41, 2e-4)))),
            new UpkeepGrowth(
                    List.of(new UpkeepGrowth.After(500, new Upkeep(1, 2))),
                    new Upkeep(3, 4),
                    new Upkeep(5, 6),
                    new Upkeep(7, 8)),
            new LogGp(1e-5, 0, 2e-5, 3e-9));

    @TempDir
    Path directory;

    @Test
    void shouldReadWhatItWrites() throws IOException {
        assertThat(CostsCache.read(written("sluice-costs-9"))).isEqualTo(COSTS);
    }

    @Test
    void shouldRefuseWhatAnEarlierVersionWrote() {
        assertThatThrownBy(() -> CostsCache.read(written("sluice-costs-7")))
                .isInstanceOf(SluiceException.class)
                .hasMessageContaining("sluice-costs-9");
    }

    private Path written(String schema) throws IOException {
        return Files.writeString(directory.resolve("costs.json"), Json.object(json -> {
            json.writeStringField("schema", schema);
            CostsCache.writeFields(json, COSTS);
        }));
    }
}
