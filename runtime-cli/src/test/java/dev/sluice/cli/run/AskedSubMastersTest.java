package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NoLeaks
class AskedSubMastersTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private final List<String> said = new CopyOnWriteArrayList<>();
    private final List<String> failed = new CopyOnWriteArrayList<>();
    private AskedSubMasters asked;

    @BeforeEach
    void make() {
        asked = new AskedSubMasters(List.of("far-1", "far-2"), said::add, directory.resolve("worker.run"));
    }

    @AfterEach
    void close() {
        asked.close();
    }

    private void refuse(String text) throws IOException {
        Files.writeString(directory.resolve("refused"), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Test
    void shouldAskInALineThatTheOtherSideReads() {
        asked.start("far-2", failed::add);
        assertThat(said).hasSize(1);
        assertThat(AskedSubMasters.host(said.get(0))).isEqualTo("far-2");
        assertThat(AskedSubMasters.host("w1 on far-2 joined")).isNull();
        assertThat(failed).isEmpty();
    }

    @Test
    void shouldHearWhyASubMasterWasNotStarted() throws IOException {
        refuse("far-2 an old answer\n");
        asked.start("far-1", failed::add);
        refuse("far-2 not asked for\nfar-1 no Java 17");
        refuse(" or newer\n");
        await().atMost(LONG).until(() -> !failed.isEmpty());
        assertThat(failed).containsExactly("no Java 17 or newer");

        asked.start("far-2", failed::add);
        refuse("far-2\n");
        await().atMost(LONG).until(() -> failed.size() > 1);
        assertThat(failed).containsExactly("no Java 17 or newer", "it could not be started");
    }

    @Test
    void shouldOnlyNameHostsOnWhichTheOtherSideStartsAnything() {
        assertThat(asked.canStart("far-1")).isTrue();
        assertThat(asked.canStart("near-1")).isFalse();
    }

    @Test
    void shouldNameNoMoreHostsThanFitIntoACommandLine() {
        assertThat(AskedSubMasters.fitting(List.of("a", "b"))).containsExactly("a", "b");
        assertThat(AskedSubMasters.fitting(Collections.nCopies(2_000, "a"))).hasSize(1_000);
        List<String> longOnes = AskedSubMasters.fitting(Collections.nCopies(2_000, "é".repeat(100)));
        assertThat(String.join(",", longOnes).getBytes(StandardCharsets.UTF_8).length)
                .isBetween(65_000, 65_536);
    }
}
