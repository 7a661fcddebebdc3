package dev.sluice.app.pep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testing.SeededTest;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ContentTest {
    @SeededTest(runs = 50)
    void shouldFindTheFirstByteThatIsWrong(SplittableRandom random) {
        long key = random.nextLong();
        byte[] bytes = Content.of(key, random.nextInt(1, 300));
        assertThat(Content.firstWrong(bytes, key)).isEqualTo(-1);
        int at = random.nextInt(bytes.length);
        bytes[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        assertThat(Content.firstWrong(bytes, key)).isEqualTo(at);
        int later = random.nextInt(at, bytes.length);
        bytes[later] = (byte) (bytes[later] ^ (later == at ? 0 : 1));
        assertThatThrownBy(() -> Content.check("result of unit 3", bytes, key))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageMatching("result of unit 3: byte " + at + " of " + bytes.length
                        + " is 0x[0-9a-f]{2} \\(expected: 0x[0-9a-f]{2}\\)");
    }

    @Test
    void shouldBeginAlikeWhateverTheLength() {
        byte[] bytes = Content.of(17, 100);
        for (int length = 0; length < 100; length++) {
            assertThat(Content.of(17, length)).isEqualTo(Arrays.copyOf(bytes, length));
        }
        assertThat(Content.of(18, 100)).isNotEqualTo(bytes);
    }

    @Test
    void shouldTellChecksumsOfOtherPlacesApart() {
        byte[] bytes = Content.of(17, 100);
        long checksum = Ledger.checksum(0, 1, bytes);
        assertThat(Ledger.checksum(0, 1, bytes.clone())).isEqualTo(checksum);
        assertThat(Ledger.checksum(1, 0, bytes)).isNotEqualTo(checksum);
        assertThat(Ledger.checksum(0, 2, bytes)).isNotEqualTo(checksum);
        assertThat(Ledger.checksum(0, 1, Arrays.copyOf(bytes, 99))).isNotEqualTo(checksum);
    }
}
