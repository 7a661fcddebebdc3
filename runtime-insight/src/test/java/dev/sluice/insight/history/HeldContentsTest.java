package dev.sluice.insight.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.net.message.FileInfo;
import dev.sluice.net.message.InputFiles;
import dev.sluice.net.runfile.ThisHost;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeldContentsTest {
    private static final String FIRST = "1".repeat(64);
    private static final String SECOND = "2".repeat(64);
    private static final String THIRD = "3".repeat(64);
    private static final Map<String, Long> ALL = Map.of(FIRST, 100L, SECOND, 100L, THIRD, 100L);

    @TempDir
    Path state;

    private HeldContents held() {
        return new HeldContents(state);
    }

    /** Files of 100 bytes each, for caches of this size. */
    private static InputFiles files(long cacheBytes, String... hashes) {
        return new InputFiles(
                Arrays.stream(hashes)
                        .map(hash -> new FileInfo(hash.substring(0, 1), hash, 100, false, false, "", ""))
                        .toList(),
                cacheBytes,
                false);
    }

    private static HostTimes host(String name, long units) {
        return new HostTimes(name, Optional.empty(), 1, units, 1, 1, 0);
    }

    @Test
    void shouldKnowWhatRunsBrought() {
        held().remember(files(0, FIRST, SECOND), List.of(host("a", 5), host("b", 5)));
        held().remember(files(0, THIRD), List.of(host("b", 1)));
        assertThat(held().bytes(ALL, List.of("a", "b", "c"))).isEqualTo(Map.of("a", 200L, "b", 300L));
        assertThat(held().bytes(Map.of(THIRD, 100L), List.of("a", "b"))).isEqualTo(Map.of("b", 100L));
        assertThat(held().knowsAny(List.of("c", "a"))).isTrue();
        assertThat(held().knowsAny(List.of("c"))).isFalse();
    }

    @Test
    void shouldForgetTheLeastRecentlyUsedBeyondTheBound() {
        held().remember(files(250, FIRST), List.of(host("a", 5)));
        held().remember(files(250, SECOND), List.of(host("a", 5)));
        held().remember(files(250, FIRST), List.of(host("a", 5)));
        held().remember(files(250, THIRD), List.of(host("a", 5)));
        assertThat(held().bytes(Map.of(SECOND, 100L), List.of("a"))).isEmpty();
        assertThat(held().bytes(ALL, List.of("a"))).isEqualTo(Map.of("a", 200L));
    }

    @Test
    void shouldNotCountHostsWithoutUnitsNorThisOne() {
        held().remember(files(0, FIRST), List.of(host("a", 0), host(ThisHost.name(), 5), host("../a", 5)));
        assertThat(held().bytes(ALL, List.of("a", ThisHost.name(), "../a"))).isEmpty();
        assertThat(state).isEmptyDirectory();
    }

    @Test
    void shouldBelieveNothingOfADamagedFile() throws Exception {
        held().remember(files(0, FIRST), List.of(host("a", 5)));
        Files.write(state.resolve("files/a.contents"), new byte[] {(byte) 0xff, 0, 10});
        assertThat(held().bytes(ALL, List.of("a"))).isEmpty();
    }

    @Test
    void shouldWriteNothingWithoutFiles() {
        held().remember(InputFiles.NONE, List.of(host("a", 5)));
        assertThat(state).isEmptyDirectory();
    }
}
