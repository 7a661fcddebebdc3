package dev.sluice.insight.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherLoadTest {
    @TempDir
    Path directory;

    private Path stat;
    private long ownNanos;
    private long nowNanos;

    @BeforeEach
    void begin() throws IOException {
        stat = directory.resolve("stat");
        busy(1_000);
    }

    /** Seconds of load in ticks of 10 ms, some of it in each part that counts; the machine idles for longer. */
    private void busy(int ticks) throws IOException {
        Files.writeString(stat, "cpu  " + (ticks - 50) + " 10 10 99999 7777 10 10 10 0 0\ncpu0 1 2 3\n");
    }

    private OtherLoad load() {
        return new OtherLoad(stat, () -> ownNanos, () -> nowNanos);
    }

    @Test
    void shouldNameTheLoadOfOthersButNotItsOwn() throws Exception {
        OtherLoad load = load();
        nowNanos = 2_000_000_000L;
        ownNanos = 2_000_000_000L;
        busy(1_000 + 215);
        assertThat(load.sentence()).isEmpty();
        busy(1_000 + 500);
        assertThat(load.sentence().orElseThrow()).startsWith("other processes used 1.5 processors while units");
    }

    @Test
    void shouldSaySilentlyNothingWhereTheSystemDoesNotTell() throws Exception {
        Files.writeString(stat, "nothing");
        OtherLoad load = load();
        nowNanos = 1;
        assertThat(load.sentence()).isEmpty();
    }
}
