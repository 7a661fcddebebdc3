package dev.sluice.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.None;
import dev.sluice.cli.ApplicationJar;
import dev.sluice.cli.Executed;
import dev.sluice.cli.NumberedUnits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of a real run in this process. */
@Timeout(60)
class RunPageTest {
    private static final String AWAITED = "dev.sluice.cli.page.awaited";

    @TempDir
    Path directory;

    /** Has one unit, which ends when the awaited file is there; at once if none is awaited. */
    public static final class Awaiting extends NumberedUnits {
        public Awaiting() {
            super(1);
        }

        @Override
        protected Long compute(None setup, Long unit) {
            String file = System.getProperty(AWAITED, "");
            while (!Files.exists(Path.of(file))) {
                Thread.onSpinWait();
            }
            return unit;
        }
    }

    @AfterEach
    void awaitNothing() {
        System.clearProperty(AWAITED);
    }

    private Executed run(String... options) throws IOException {
        Path jar = ApplicationJar.in(directory, Awaiting.class);
        List<String> words = new ArrayList<>(List.of("run", jar.toString(), "--no-history"));
        words.addAll(List.of("--run-dir", directory.resolve("run").toString()));
        words.addAll(List.of(options));
        return Executed.sluice(words.toArray(String[]::new));
    }

    private Path url() {
        return directory.resolve("run").resolve("private").resolve("page.url");
    }

    @Test
    void shouldSayOnceWhereThePageIsAndLeaveNoFileBehind() throws Exception {
        System.setProperty(AWAITED, url().toString());

        Executed ran = run("--json");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.err()).containsOnlyOnce("page: http://127.0.0.1:");
        assertThat(ran.out()).doesNotContain("token");
        assertThat(url()).doesNotExist();
    }

    @Test
    void shouldServeQuietly() throws Exception {
        System.setProperty(AWAITED, url().toString());

        Executed ran = run("--quiet", "--web", "localhost:0");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.err()).isEmpty();
    }

    @Test
    void shouldRefuseATakenAddressBeforeAnythingStarts() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Executed ran = run("--web", "127.0.0.1:" + taken.getLocalPort());

            assertThat(ran.code()).isNotZero();
            assertThat(ran.err()).contains("(expected: ").doesNotContain("joined");
            assertThat(url().getParent().getParent()).as("the run's directory").doesNotExist();
        }
    }

    @Test
    void shouldServeNothingIfAskedTo() throws Exception {
        Executed ran = run("--web=off");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.err()).doesNotContain("page");
        assertThat(url().getParent()).doesNotExist();
    }
}
