package dev.sluice.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.hosts.HostSpec;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.HistoryEntry;
import dev.sluice.insight.history.LookRow;
import dev.sluice.insight.knowledge.HostLook;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LooksAtHostsTest {
    private static final String HERE = "here";

    @TempDir
    Path directory;

    private History history;
    private Path ssh;

    @BeforeEach
    void begin() throws IOException {
        history = new History(directory.resolve("state"), trouble -> {});
        ssh = Files.writeString(directory.resolve("ssh"), """
            #!/bin/sh
            for word; do host=$command; command=$word; done
            echo "$host" >> "${0%/*}/asked"
            case $host in
                gone*) echo "ssh: connect to host $host port 22: No route to host" >&2; exit 255 ;;
            esac
            printf 'sluice: hello 6 10.0.0.9\\nsluice: java /usr/bin/java\\nsluice: memory 2048\\nsluice: seen\\n'
            """);
        Files.setPosixFilePermissions(ssh, PosixFilePermissions.fromString("rwx------"));
    }

    private void saw(Duration ago, LookRow... rows) {
        for (LookRow row : rows) {
            LookRow then =
                    new LookRow(row.host(), Instant.now().minus(ago), row.cores(), row.freeBytes(), row.busyShare());
            history.add(HistoryEntry.of(List.of(then)));
        }
    }

    private static LookRow usable(String host) {
        return new LookRow(host, Instant.EPOCH, 4, 1_000, 0.25);
    }

    private HostLooks look(LooksAtHosts.Which which, String... hosts) throws Exception {
        List<HostSpec> specs = Arrays.stream(hosts)
                .map(host -> new HostSpec(host, null, 0, 0, "test"))
                .toList();
        try (LooksAtHosts looking = LooksAtHosts.begin(which, ssh.toString(), specs, HERE, history)) {
            return looking.await();
        }
    }

    private List<String> asked() throws IOException {
        Path file = directory.resolve("asked");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    @Test
    void shouldNotLookAgainAtHostsThatWereJustSeen() throws Exception {
        saw(Duration.ofMinutes(3), usable("a"), usable("b"), usable(HERE));
        HostLooks looks = look(LooksAtHosts.Which.UNSEEN, "a", "b");
        assertThat(asked()).isEmpty();
        assertThat(looks.cores("b")).isEqualTo(4);
        assertThat(looks.looks()).contains(new HostLook("a", "", 4, 1_000, 0.25));
        assertThat(looks.words()).containsExactly("3 machines as seen within the last 4 min (--goal=look looks again)");
    }

    @Test
    void shouldLookAtHostsThatWereSeenLongAgoOrWereUnusable() throws Exception {
        saw(Duration.ofMinutes(16), usable("old"), usable("new"));
        saw(Duration.ofMinutes(1), usable("new"), usable("lost"), usable(HERE));
        saw(Duration.ZERO, LookRow.missing("lost", Instant.EPOCH));
        HostLooks looks = look(LooksAtHosts.Which.UNSEEN, "old", "new", "lost", "gone");
        assertThat(asked()).containsExactlyInAnyOrder("old", "lost", "gone");
        assertThat(looks.unusable()).as("one usable host suffices").containsExactly("gone");
        assertThat(looks.cores("old")).isEqualTo(6);
        assertThat(looks.words()).anyMatch(word -> word.startsWith("looked at 3 machines in "));
    }

    @Test
    void shouldLookAtAllHostsIfAsked() throws Exception {
        saw(Duration.ofMinutes(1), usable("a"), usable(HERE));
        look(LooksAtHosts.Which.ALL, "a");
        assertThat(asked()).containsExactly("a");
        assertThat(history.looks().stream().filter(row -> row.host().equals("a")))
                .first()
                .satisfies(row -> assertThat(row.cores()).isEqualTo(6));
        look(LooksAtHosts.Which.NONE, "a");
        assertThat(asked()).hasSize(1);
    }

    @Test
    void shouldRefuseWhereNoHostCanBeUsed() {
        assertThatThrownBy(() -> look(LooksAtHosts.Which.UNSEEN, "gone1", "gone2"))
                .isInstanceOf(SluiceException.class)
                .hasMessageContaining("no host can be used");
    }
}
