package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.sluice.view.ViewException;
import dev.sluice.view.ViewFile;
import dev.sluice.view.ViewWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Network views follow {@code docs/network-view.schema.json}, and what the schema has is what is read. */
class NetworkViewSchemaTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonSchema SCHEMA = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Checkout.read(Checkout.file("docs/network-view.schema.json")));

    static List<Path> views() throws IOException {
        try (Stream<Path> examples = Files.list(Checkout.file("docs/examples"))) {
            return examples.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    private static JsonNode tree(String yaml) {
        return JSON.valueToTree(new Load(LoadSettings.builder().build()).loadFromString(yaml));
    }

    @ParameterizedTest
    @MethodSource("views")
    void shouldHoldForEveryViewOfTheRepository(Path file) throws Exception {
        assertThat(SCHEMA.validate(tree(Checkout.read(file)))).isEmpty();
        ViewFile view = ViewFile.read(file);
        assertThat(view.view().hosts()).isNotEmpty();
        assertThat(SCHEMA.validate(JSON.readTree(ViewWriter.json(view.view())))).isEmpty();
        assertThat(SCHEMA.validate(tree(ViewWriter.yaml(view.view())))).isEmpty();
    }

    @Test
    void shouldFindTheViews() throws IOException {
        assertThat(views()).hasSizeGreaterThan(3);
    }

    /** Neither the schema nor the reader takes them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{name: l, rat: 5 Mbit/s}",
                "{name: l, duplex: half}",
                "{name: l, duplex: both}",
                "{name: l, rate: -5 Mbit/s}",
                "{name: l, rate: 5 Mbps}",
                "{name: l, rate: 5}",
                "{name: l, rate: 5 Mbit/s, rate-up: 5 Mbit/s}",
                "{name: l, latency: 5 Mbit/s}",
                "{parent: l}",
                "5",
            })
    void shouldRefuseWhatTheReaderRefuses(String link) {
        String yaml = "name: v\nlinks:\n  - " + link + "\nhosts:\n  - {name: h, link: l}\n";
        assertThat(SCHEMA.validate(tree(yaml))).isNotEmpty();
        assertThatThrownBy(() -> ViewFile.parse("v.yaml", yaml)).isInstanceOf(ViewException.class);
    }
}
