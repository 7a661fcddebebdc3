package dev.sluice.cli.each.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.SluiceException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of {@code --pipe}, with a low bound. */
class BlockReaderTest {
    private static final int MOST_BYTES = 100_000;

    private static List<Integer> blocks(InputStream in, int records) throws IOException {
        List<Integer> blocks = new ArrayList<>();
        PipeTerms terms = new PipeTerms(1_000, "\n", "", false, 1, records, null);
        new BlockReader(in, terms, () -> {}, MOST_BYTES).readAll((header, bytes, offset, length) -> blocks.add(length));
        return blocks;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldRefuseARecordThatDoesNotEnd(int records) {
        InputStream zeros = new InputStream() {
            @Override
            public int read() {
                return 0;
            }
        };
        assertThatThrownBy(() -> blocks(zeros, records))
                .isInstanceOf(SluiceException.class)
                .hasMessageContaining("a record has no end");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldTakeARecordOfAlmostTheBound(int records) throws IOException {
        String record = "x".repeat(MOST_BYTES / 2) + "\n";
        assertThat(blocks(new ByteArrayInputStream((record + record).getBytes(StandardCharsets.US_ASCII)), records))
                .containsExactly(record.length(), record.length());
    }
}
