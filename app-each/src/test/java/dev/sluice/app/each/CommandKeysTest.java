package dev.sluice.app.each;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.output.ContentKey;
import dev.sluice.app.each.output.FileHashes;
import dev.sluice.app.each.output.ResumeBy;
import dev.sluice.app.each.template.CommandTemplate;
import dev.sluice.app.each.template.CommandTerms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandKeysTest {
    @TempDir
    Path directory;

    private ContentKey key(long number, String value, String... words) throws IOException {
        List<byte[]> template =
                List.of(words).stream().map(CommandKeysTest::bytes).toList();
        FileHashes files = new FileHashes(ResumeBy.COMMAND, directory, List.of());
        return new CommandKeys(CommandTemplate.of(CommandTerms.of(template)), files)
                .of(new Input(number, List.of(bytes(value)), Optional.empty()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void shouldKnowACommandAtAnotherNumber() throws IOException {
        assertThat(key(5, "a", "echo", "{}", "{%}")).isEqualTo(key(1, "a", "echo", "{}", "{%}"));
        assertThat(key(5, "b", "echo", "{}")).isNotEqualTo(key(5, "a", "echo", "{}"));
        assertThat(key(5, "a", "echo", "{#}")).isNotEqualTo(key(1, "a", "echo", "{#}"));
    }
}
