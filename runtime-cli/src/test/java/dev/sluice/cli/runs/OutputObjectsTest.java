package dev.sluice.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Blob;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.job.Outcome;
import dev.sluice.app.each.output.ContentKey;
import dev.sluice.app.each.output.IndexedOutputReader;
import dev.sluice.app.each.output.OutputContext;
import dev.sluice.app.each.output.OutputSettings;
import dev.sluice.app.each.output.OutputWriter;
import dev.sluice.app.each.output.Resume;
import dev.sluice.app.each.output.ResumeBy;
import dev.sluice.json.JsonTree;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Output of any bytes as JSON. */
class OutputObjectsTest {
    @TempDir
    Path directory;

    private String object(byte[] output) throws Exception {
        Path file = directory.resolve("all.out");
        OutputSettings settings =
                new OutputSettings(false, "", "", "", file.toString(), Resume.NONE, ResumeBy.COMMAND, "", 0);
        OutputStream nowhere = OutputStream.nullOutputStream();
        OutputContext context = new OutputContext(
                nowhere, nowhere, directory, List.of(), (text, input, slot) -> new byte[0], Optional.empty(), () -> 1);
        try (OutputWriter writer = OutputWriter.open(settings, context)) {
            writer.accept(
                    0,
                    new Input(1, List.of(), Optional.empty()),
                    new Outcome(
                            new byte[] {'a'},
                            0,
                            0,
                            false,
                            1,
                            "",
                            1,
                            1_500_000,
                            1,
                            0,
                            false,
                            Blob.of(output),
                            Blob.of(new byte[0]),
                            List.of(),
                            new byte[0]),
                    new ContentKey(1, 0));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (IndexedOutputReader reader = IndexedOutputReader.open(file)) {
            new OutputObjects(reader, out).write(reader.entry(1).orElseThrow());
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private JsonTree parsed(String json) {
        return JsonTree.parse(directory, json);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\n\t\r\"\\\u0000\u001f\u007f", "grüße \uD83D\uDE00 \u2028"})
    void shouldWriteTextAsItIs(String text) throws Exception {
        assertThat(parsed(object(text.getBytes(StandardCharsets.UTF_8)))
                        .at("stdout")
                        .text())
                .isEqualTo(text);
    }

    @Test
    void shouldWriteOtherBytesInBase64() throws Exception {
        byte[] bytes = {'a', (byte) 0xC3};
        assertThat(parsed(object(bytes)).at("stdoutBase64").text())
                .isEqualTo(Base64.getEncoder().encodeToString(bytes));
    }

    @Test
    void shouldWriteALongTextWhoseCharactersCrossBlocks() throws Exception {
        String text = "a" + "ü\uD83D\uDE00\n".repeat(40_000);
        String object = object(text.getBytes(StandardCharsets.UTF_8));
        assertThat(object).hasLineCount(1).endsWith("}\n");
        assertThat(parsed(object).at("stdout").text()).isEqualTo(text);
        assertThat(parsed(object).at("started").number()).isEqualTo(1.5);
    }
}
