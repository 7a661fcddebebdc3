package dev.sluice.net.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecentDirectoriesTest {
    private static final String USED = "aaaaaaaa";

    @TempDir
    Path directory;

    @Test
    void shouldRemoveTheLeastRecentlyUsed() throws Exception {
        for (int i = 1; i <= 4; i++) {
            old("0000000" + i, 100, i * 1_000L);
        }
        old("other", 1_000, 0);
        RecentDirectories recent = new RecentDirectories(directory, 200);
        assertThat(recent.makeRoom()).isTrue();
        assertThat(names()).containsExactly("00000003", "00000004", "other", "recent.lock");
        assertThat(recent.makeRoom()).isFalse();
    }

    @Test
    void shouldKeepWhatThisProcessUses() throws Exception {
        RecentDirectories recent = new RecentDirectories(directory, 150);
        Path used = recent.use(USED, own -> Files.write(own.resolve("file"), new byte[100]));
        Files.setLastModifiedTime(used.getParent(), FileTime.fromMillis(1));
        old("00000001", 100, 1_000);
        old("00000002", 100, 2_000);
        assertThat(recent.makeRoom()).isTrue();
        assertThat(used).exists();
        assertThat(names()).containsExactly("00000002", USED, USED + ".lock", "recent.lock");
    }

    @Test
    void shouldCountAUseAsRecent() throws Exception {
        old("00000001", 100, 1_000);
        long before = Files.getLastModifiedTime(directory.resolve("00000001")).toMillis();
        new RecentDirectories(directory, 100).use("00000001", Files::exists);
        assertThat(Files.getLastModifiedTime(directory.resolve("00000001")).toMillis())
                .isGreaterThan(before);
    }

    private void old(String name, int bytes, long usedMillis) throws IOException {
        Path own = Files.createDirectories(directory.resolve(name));
        Files.write(own.resolve("file"), new byte[bytes]);
        Files.setLastModifiedTime(own, FileTime.fromMillis(usedMillis));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }
}
