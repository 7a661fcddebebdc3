package dev.sluice.app.each.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.SeededTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ByteTextTest {
    private static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @SeededTest(runs = 50)
    void shouldReturnAnyBytes(RandomGenerator random) {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        assertThat(ByteText.bytes(ByteText.text(bytes))).isEqualTo(bytes);
    }

    @Test
    void shouldBeTheTextOfUtf8() {
        String text = "é 😀 \\ '";
        assertThat(ByteText.text(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
        assertThat(ByteText.shown(text)).isEqualTo(text);
        assertThat(ByteText.isText(text)).isTrue();
        assertThat(ByteText.isText(ByteText.text(latin("\u00ff")))).isFalse();
    }

    @Test
    void shouldShowOtherBytesAsShellsReadThem() {
        assertThat(ByteText.shown(latin("a\u00fe\\'"))).isEqualTo("$'a\\xfe\\\\\\''");
        assertThat(ByteText.shown(latin("\u00ed\u00a0\u0080"))).isEqualTo("$'\\xed\\xa0\\x80'");
    }

    @Test
    void shouldNameFilesThatDifferInOneByte(@TempDir Path directory) throws Exception {
        for (String name : new String[] {"\u00fe", "\u00ff"}) {
            Files.writeString(BytePath.resolve(directory, ByteText.text(latin(name))), name);
        }
        assertThat(BytePath.resolve(directory, latin("\u00fe"))).hasContent("\u00fe");
        Path absolute = BytePath.resolve(Path.of("elsewhere"), latin(directory + "/\u00ff"));
        assertThat(absolute).hasContent("\u00ff");
        assertThat(BytePath.shown(absolute)).isEqualTo("$'" + directory + "/\\xff'");
        assertThat(BytePath.shown(directory)).isEqualTo(directory.toString());
    }
}
