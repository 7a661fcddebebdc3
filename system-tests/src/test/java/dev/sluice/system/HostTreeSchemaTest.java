package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.sluice.hosts.HostFileException;
import dev.sluice.hosts.HostTreeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Trees of hosts follow {@code docs/tree.schema.json}, and what the schema has is what is read. */
class HostTreeSchemaTest {
    private static final JsonSchema SCHEMA = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Checkout.read(Checkout.file("docs/tree.schema.json")));

    @TempDir
    Path directory;

    private static JsonNode tree(String yaml) {
        return new ObjectMapper().valueToTree(new Load(LoadSettings.builder().build()).loadFromString(yaml));
    }

    @Test
    void shouldHoldForTheTreeOfTheDocument() throws IOException {
        Matcher block =
                Pattern.compile("(?s)```yaml\n(.*?)```").matcher(Checkout.read(Checkout.file("docs/sub-masters.md")));
        assertThat(block.find()).isTrue();
        assertThat(SCHEMA.validate(tree(block.group(1)))).isEmpty();
        assertThat(HostTreeFile.read(file(block.group(1)), Set.of()).subMasters())
                .hasSize(2);
    }

    /** Neither the schema nor the reader takes them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{workers: [a]}",
                "{sub-masters: []}",
                "{sub-masters: [{host: a}]}",
                "{sub-masters: [{children: [a]}]}",
                "{sub-masters: [{host: a, children: []}]}",
                "{sub-masters: [{host: a, children: [b, b]}]}",
                "{sub-masters: [{host: a, children: b}]}",
                "{sub-masters: [{host: a, children: [b], slots: -1}]}",
                "{sub-masters: [{host: a, children: [b], slots: 1.5}]}",
                "{sub-masters: [{host: a, children: [b], port: 22}]}",
                "{sub-masters: [{host: -a, children: [b]}]}",
                "{sub-masters: [{host: a, children: [b c]}]}",
                "{sub-masters: [{host: a, children: [b]}], hosts: [c]}",
            })
    void shouldRefuseWhatTheReaderRefuses(String text) throws IOException {
        assertThat(SCHEMA.validate(tree(text))).isNotEmpty();
        Path file = file(text);
        assertThatThrownBy(() -> HostTreeFile.read(file, Set.of())).isInstanceOf(HostFileException.class);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("tree.yaml"), text);
    }
}
