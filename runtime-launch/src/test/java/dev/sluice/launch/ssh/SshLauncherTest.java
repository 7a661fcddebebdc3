package dev.sluice.launch.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.launch.LaunchEnd;
import dev.sluice.launch.LaunchListener;
import dev.sluice.launch.Place;
import dev.sluice.launch.PlaceVerdict;
import dev.sluice.launch.PlaceVerdict.Kind;
import dev.sluice.launch.Survivor;
import dev.sluice.model.RunId;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.virtual.RunFiles;
import dev.sluice.testing.Records;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher with an ssh that runs the steps on this machine, with a Java that only seems to be a worker, and that
 * fails as a real one cannot be made to.
 */
@Tag("slow")
public class SshLauncherTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    /** Hosts are called after what they do. */
    private static final String SSH = """
        #!/bin/sh
        for word; do host=$command; command=$word; done
        cd "${0%/*}" || exit
        case $host in
            dropping*) # twice, as a server with too many handshakes does
                echo try >> "$host.tries"
                if [ "$(wc -l < "$host.tries")" -lt 3 ]; then
                    echo "kex_exchange_identification: Connection closed by remote host" >&2
                    exit 255
                fi
                ;;
            counting*) # how many handshakes there are at a time
                : > "handshakes/$$"
                ls handshakes | wc -l >> handshakes.txt
                sleep 0.1
                rm "handshakes/$$"
                ;;
            holding*) # a child keeps the output open
                sleep 600 &
                echo "Host key verification failed." >&2
                exit 255
                ;;
            leaving*) # a process that belongs to nobody keeps the output open, and says something first
                printf 'last words\\n'
                setsid sleep 600 &
                echo $! > left.pid
                echo "Host key verification failed." >&2
                exit 255
                ;;
            lost*) # after the worker has joined
                printf 'sluice: hello 2 10.0.0.9\\nsluice: ready\\n'
                until [ "$line" = end ]; do read -r line; done
                printf 'sluice: pid 7\\nsluice: joined w1\\n'
                echo "Timeout, server n1 not responding." >&2
                exit 255
                ;;
        esac
        export XDG_CACHE_HOME="$PWD/$host" JAVA_HOME="$PWD/home"
        exec /bin/sh -c "$command"
        """;

    private static final String JAVA = """
        #!/bin/sh
        case $* in *-version*) echo 'openjdk version "17.0.1"' >&2; exit ;; esac
        until [ "$line" = end ]; do read -r line; [ "${line%%=*}" != address ] || echo "$line"; done
        case $* in
            *failing*) echo "sluice-worker: E303 another certificate"; exit 3 ;;
            *small*) echo "sluice-worker: E412 this host has 1 core (expected: more)"; exit 112 ;;
            *unreached*) echo "sluice-worker: E310 nobody there"; exit 3 ;;
            *dying*) echo "sluice: joined w1"; echo "out of luck"; kill -KILL $$ ;;
        esac
        echo "sluice: joined w1"
        cat > /dev/null
        """;

    @TempDir
    Path directory;

    private final Recorded recorded = new Recorded();
    private SshLauncher launcher;

    @BeforeEach
    void makePrograms() throws IOException {
        program("ssh", SSH);
        Files.createDirectories(directory.resolve("home/bin"));
        program("home/bin/java", JAVA);
        Files.createDirectories(directory.resolve("handshakes"));
        Files.createDirectories(directory.resolve("logs"));
        Files.writeString(directory.resolve("sluice-worker.jar"), "a jar");
    }

    @AfterEach
    void end() throws InterruptedException {
        launcher.awaitEnd(0);
    }

    private void program(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
        Files.setPosixFilePermissions(directory.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void shouldBringTheJarOnceAndHandOverTheRunFile() throws Exception {
        launch("good");
        await().atMost(LONG).until(() -> recorded.kind("good") == Kind.GOOD);
        assertThat(recorded.started).hasSize(1);
        try (var jars = Files.walk(directory.resolve("good/sluice/workers"))) {
            assertThat(jars.filter(Files::isRegularFile))
                    .hasSize(1)
                    .allSatisfy(jar -> assertThat(jar).hasContent("a jar"));
        }
        launcher.awaitEnd(0);
        launch("good");
        await().atMost(LONG).until(() -> recorded.started.size() == 2);
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(directory.resolve("logs/good-1.log"))
                        .content()
                        .contains("address=10.1.1.1:7000"));
    }

    @Test
    void shouldHaveNoMoreThanEightHandshakesAtATime() throws Exception {
        String[] hosts = IntStream.range(0, 24).mapToObj(i -> "counting" + i).toArray(String[]::new);
        launch(hosts);
        await().atMost(LONG).until(() -> recorded.verdicts.size() == 24);
        assertThat(recorded.verdicts.values()).allMatch(PlaceVerdict::good);
        assertThat(Files.readAllLines(directory.resolve("handshakes.txt")))
                .hasSize(24)
                .allSatisfy(count -> assertThat(Integer.parseInt(count.strip())).isLessThanOrEqualTo(8));
    }

    @Test
    void shouldTryAgainWhenTheServerDropsConnections() throws Exception {
        launch("dropping");
        await().atMost(LONG).until(() -> recorded.kind("dropping") == Kind.GOOD);
        assertThat(directory.resolve("dropping.tries")).content().hasLineCount(3);
    }

    @Test
    void shouldTellALostSshFromAnEndedWorker() throws Exception {
        launch("lost");
        await().atMost(LONG).until(() -> !recorded.unwatched.isEmpty());
        assertThat(recorded.kind("lost")).isEqualTo(Kind.GOOD);
        assertThat(recorded.unwatched.get(0)).contains("server n1 not responding");
        assertThat(recorded.ends).isEmpty();
        assertThat(recorded.gone).isEmpty();
    }

    /** Else the run would wait for ten minutes. */
    @Test
    void shouldNotWaitForAChildOfSshThatKeepsItsOutputOpen() throws Exception {
        launch("holding");
        await().atMost(LONG).until(() -> !recorded.gone.isEmpty());
        assertThat(recorded.kind("holding")).isEqualTo(Kind.KEY_REFUSED);
    }

    /** The master of a shared connection (ControlPersist) may be such. It is not killed: others use it. */
    @Test
    void shouldNotWaitForWhatSshLeavesBehind() throws Exception {
        launch("leaving");
        await().atMost(LONG).until(() -> !recorded.gone.isEmpty());
        assertThat(recorded.kind("leaving")).isEqualTo(Kind.KEY_REFUSED);
        ProcessHandle left = ProcessHandle.of(Long.parseLong(
                        Files.readString(directory.resolve("left.pid")).strip()))
                .orElseThrow();
        assertThat(left.isAlive()).isTrue();
        left.destroyForcibly();
    }

    @Test
    void shouldStartAWorkerThatDiesThreeTimesMore() throws Exception {
        launch("dying");
        await().atMost(LONG).until(() -> !recorded.gone.isEmpty());
        assertThat(recorded.ends).hasSize(4).allMatch(end -> end.exitCode() == 137);
        assertThat(recorded.ends.stream().map(LaunchEnd::restarted)).containsExactly(true, true, true, false);
        assertThat(recorded.gone.get(0)).contains("had joined, and ended", "out of luck");
    }

    @Test
    void shouldGiveAHostWithoutRoomItsVerdict() throws Exception {
        launch("small", "good");
        await().atMost(LONG).until(() -> recorded.verdicts.size() == 2);
        assertThat(recorded.kind("small")).isEqualTo(Kind.TOO_SMALL);
        assertThat(recorded.verdicts.get("small").reason()).isEqualTo("this host has 1 core (expected: more)");
        assertThat(recorded.kind("good")).isEqualTo(Kind.GOOD);
    }

    @Test
    void shouldSayWhyAWorkerDidNotJoin() throws Exception {
        launch("failing", "unreached");
        await().atMost(LONG).until(() -> !recorded.gone.isEmpty());
        assertThat(recorded.kind("failing")).isEqualTo(Kind.FAILED);
        assertThat(recorded.verdicts.get("failing").reason()).contains("E303 another certificate");
        assertThat(recorded.kind("unreached")).isEqualTo(Kind.CANNOT_CALL_BACK);
        assertThat(recorded.verdicts.get("unreached").reason()).contains("10.1.1.1:7000, 10.2.2.2:7000");
        assertThat(recorded.gone.get(0)).contains("failing    E411 ", "unreached  E323 ");
    }

    @Test
    void shouldReplaceASurvivorThatIsLostLater() throws Exception {
        Survivor lost = new Survivor("good", 7);
        prepare(0, "good", "good2");
        launcher.survived(List.of(lost, new Survivor("good2", 8)));
        begin();
        launcher.survivorLeft(lost, false);
        await().atMost(LONG).until(() -> recorded.kind("good") == Kind.GOOD);

        assertThat(recorded.verdicts).containsOnlyKeys("good");
        assertThat(recorded.news).containsExactly("worker on good (process 7) is not back; another is started");
    }

    @Test
    void shouldNotReplaceASurvivorThatIsBackOrAskedToLeave() throws Exception {
        Survivor back = new Survivor("good", 7);
        Survivor leaves = new Survivor("good2", 8);
        prepare(TimeUnit.HOURS.toMillis(1), "good", "good2");
        launcher.survived(List.of(back, leaves));
        begin();
        launcher.survivorLeft(back, false);
        launcher.survivorBack(back);
        launcher.survivorLeft(leaves, true);
        assertThat(recorded.gone).as("one is left").isEmpty();
        launcher.survivorLeft(back, true);

        assertThat(recorded.gone).hasSize(1);
        assertThat(recorded.verdicts).isEmpty();
    }

    @Test
    void shouldNotEndWhileASurvivorComputes() throws Exception {
        Survivor survivor = new Survivor("good", 7);
        prepare(0, "good", "small");
        launcher.survived(List.of(survivor));
        begin();
        await().atMost(LONG).until(() -> recorded.kind("small") == Kind.TOO_SMALL);
        launcher.awaitEnd(0);

        assertThat(recorded.gone).isEmpty();
    }

    private void launch(String... hosts) {
        prepare(0, hosts);
        begin();
    }

    private void begin() {
        launcher.start(recorded);
        launcher.join(runFile("10.1.1.1", "10.2.2.2"));
    }

    private void prepare(long backMillis, String... hosts) {
        SshLauncher.Config config = new SshLauncher.Config(
                Arrays.stream(hosts)
                        .map(name -> new HostSpec(name, null, 0, 1, "test"))
                        .toList(),
                directory.resolve("ssh").toString(),
                directory.resolve("sluice-worker.jar"),
                List.of(),
                new RunId("run-1"),
                directory.resolve("logs"),
                false,
                true,
                HostTree.FLAT);
        launcher = new SshLauncher(config, backMillis);
    }

    public static RunFile runFile(String... addresses) {
        return Records.with(
                RunFiles.of(Role.WORKER, 7_000),
                "addresses",
                Arrays.stream(addresses)
                        .map(address -> InetSocketAddress.createUnresolved(address, 7000))
                        .toList());
    }

    /** Records the news of launches. */
    private static final class Recorded implements LaunchListener {
        final List<String> news = new CopyOnWriteArrayList<>();
        final List<Long> started = new CopyOnWriteArrayList<>();
        final Map<String, PlaceVerdict> verdicts = Collections.synchronizedMap(new LinkedHashMap<>());
        final List<LaunchEnd> ends = new CopyOnWriteArrayList<>();
        final List<String> unwatched = new CopyOnWriteArrayList<>();
        final List<String> gone = new CopyOnWriteArrayList<>();

        Kind kind(String host) {
            PlaceVerdict verdict = verdicts.get(host);
            return verdict == null ? null : verdict.kind();
        }

        @Override
        public void news(String line) {
            news.add(line);
        }

        @Override
        public void started(Place where, long pid, int slots) {
            started.add(pid);
        }

        @Override
        public void verdict(Place where, PlaceVerdict verdict) {
            verdicts.put(where.host(), verdict);
        }

        @Override
        public void ended(Place where, LaunchEnd how) {
            ends.add(how);
        }

        @Override
        public void unwatched(Place where, String why) {
            unwatched.add(why);
        }

        @Override
        public void allGone(String lastWords) {
            gone.add(lastWords);
        }
    }
}
