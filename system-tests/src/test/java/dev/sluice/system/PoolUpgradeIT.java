package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Docs/pool.md, Upgrading: a pool, its agents and its runs change to a Sluice that speaks another protocol. */
@NoLeaks
@Tag("long")
class PoolUpgradeIT {
    private static final int COMMANDS = 60;

    @TempDir
    Path directory;

    private StandingPool pool() {
        Path state = directory.resolve("state");
        return new StandingPool(state.resolve("sluice").resolve("pool"), "XDG_STATE_HOME=" + state);
    }

    @AfterEach
    void endAll() {
        pool().end();
    }

    private String ended(int exitCode, MasterRun started) throws Exception {
        return pool().ended(exitCode, started).out();
    }

    private static String refused(MasterRun asked) throws Exception {
        try (asked) {
            assertThat(asked.exitCodeWithin(60)).as(asked.err()).isEqualTo(3);
            assertThat(asked.out()).isEmpty();
            return asked.err();
        }
    }

    private static long process(String started) {
        return Long.parseLong(started.replaceAll("(?s).*\\(process (\\d+)\\).*", "$1"));
    }

    private long begun() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith("done-"))
                    .count();
        }
    }

    @Test
    void shouldGoOnWithANewProtocol() throws Exception {
        NextProtocol next = NextProtocol.in(Files.createDirectory(directory.resolve("next")));
        int port = freePort();
        String address = "127.0.0.1:" + port;
        long old =
                process(ended(0, MasterRun.master(directory, "pool", "start", "--slots", "2", "--metrics", address)));
        String token = Checkout.read(pool().directory().resolve("private").resolve("metrics.token"));
        // A minute of both slots, unless they may go on: the run is not over before the new pool has begun.
        String command = "test -e go-on || sleep 2; echo {} >> done-{}; echo {}";
        String run = ended(
                        0,
                        MasterRun.master(
                                directory,
                                join(List.of("submit", "each", "--keep-order", "--joblog", "log", command, ":::"))))
                .strip();
        await().atMost(StandingPool.PATIENCE).until(() -> begun() > 4);

        for (String asked : List.of(
                "submit each true ::: 1",
                "pool status",
                "pool drain localhost",
                "cancel " + run,
                "logs -f " + run + " --unit 5")) {
            assertThat(refused(next.run(directory, asked.split(" "))))
                    .as(asked)
                    .startsWith("sluice: E301 the peer speaks protocol versions 1 to 1, this side 2 to 2 (expected: ")
                    .contains("\n  Update the older side");
        }
        // No common version is needed to read files and the page.
        assertThat(ended(0, next.run(directory, "runs"))).contains(run, "running");
        assertThat(ended(0, next.run(directory, "logs", run))).contains("w1 on ");
        assertThat(ended(0, next.run(directory, "top", run, "--once"))).contains(" of 60 commands");

        // The new command does not speak to the old pool, which stops by its note all the same.
        assertThat(ended(4, next.run(directory, "pool", "stop"))).isEmpty();
        assertThat(ProcessHandle.of(old)).isPresent();
        ProcessHandle.of(old).orElseThrow().destroy();
        await().atMost(StandingPool.PATIENCE).until(() -> ProcessHandle.of(old).isEmpty());

        ended(0, next.run(directory, "pool", "start", "--metrics", address));
        assertThat(metrics(port, token)).contains("sluice_pool_slots ");
        Files.createFile(directory.resolve("go-on"));
        assertThat(ended(0, next.run(directory, "attach", "--wait", run))).contains("complete");
        assertThat(pool().log()).contains("its master speaks another version of the protocol");
        for (int number = 1; number <= COMMANDS; number++) {
            assertThat(directory.resolve("done-" + number)).hasContent(String.valueOf(number));
        }

        await().atMost(StandingPool.PATIENCE).until(() -> pool().log().contains(run + ": complete"));
        assertThat(ended(0, MasterRun.master(directory, "pool", "stop"))).contains("the pool stops");
        pool().awaitEnd();
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private static String metrics(int port, String token) throws Exception {
        URLConnection asked =
                URI.create("http://127.0.0.1:" + port + "/metrics").toURL().openConnection();
        asked.setRequestProperty("Authorization", "Bearer " + token.strip());
        try (InputStream answer = asked.getInputStream()) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String[] join(List<String> words) {
        return Stream.concat(words.stream(), IntStream.rangeClosed(1, COMMANDS).mapToObj(String::valueOf))
                .toArray(String[]::new);
    }
}
