package dev.sluice.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class FuzzCorpusTest {
    /** Reads inputs that begin with 1. */
    public static final class Strict {
        private static final FuzzTarget TARGET = FuzzTarget.of(Strict::read, IOException.class);

        private Strict() {}

        public static void fuzzerTestOneInput(byte[] input) {
            TARGET.feed(input);
        }

        static List<byte[]> seeds() {
            return List.of(new byte[] {2}, new byte[] {1});
        }

        private static void read(byte[] input) throws IOException {
            if (input.length == 0 || input[0] != 1) {
                throw new IOException("refused");
            }
        }
    }

    /** Refuses everything. */
    public static final class Closed {
        private Closed() {}

        public static void fuzzerTestOneInput(byte[] input) {
            Strict.fuzzerTestOneInput(input);
        }

        static List<byte[]> seeds() {
            return List.of(new byte[] {2}, new byte[] {3});
        }
    }

    @Test
    void shouldReplayATargetThatReadsOneOfItsSeeds() {
        assertThat(FuzzCorpus.replay(Strict.class)).startsWith("Strict: 2 inputs");
    }

    @Test
    void shouldFailForATargetThatRefusesAllItsSeeds() {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> FuzzCorpus.replay(Closed.class))
                .withMessage("Closed refuses each of its 2 seeds (expected: reads one)");
    }
}
