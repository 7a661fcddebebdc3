package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.model.record.RunView;
import dev.sluice.model.record.RunView.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The data of the page follows its schema. */
class PageSchemaTest {
    @Test
    void shouldFollowTheSchema() {
        List<RunView> views = List.of(
                PageSamples.empty(),
                PageSamples.two(),
                PageSamples.live(3, false, 20, Kind.LIVE),
                PageSamples.hostile("\u0000<&\""));
        for (RunView view : views) {
            JsonNode node = RunSchema.read(PageSamples.json(view), "docs/page.schema.json");
            assertThat(node.get("sequence").asLong()).isEqualTo(view.sequence());
        }
    }
}
