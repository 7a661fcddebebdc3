package dev.sluice.launch.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.hosts.HostSpec;
import dev.sluice.launch.PlaceVerdict;
import dev.sluice.launch.PlaceVerdict.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looks at hosts with an ssh that runs the steps on this machine, or that answers as its host's name says. */
@Tag("slow")
class HostLookerTest {
    private static final String SSH = """
        #!/bin/sh
        for word; do host=$command; command=$word; done
        cd "${0%/*}" || exit
        case $host in
            told*)
                printf 'sluice: hello 12 10.0.0.9\\nsluice: java /usr/bin/java\\nsluice: memory 2048\\n'
                printf 'sluice: processors cpu 100 7 50 1000 5 0 0 0 / cpu 130 57 60 1050 15 5 5 0\\nsluice: seen\\n'
                exit ;;
            modest*) printf 'sluice: hello 3\\nsluice: java /usr/bin/java\\nsluice: seen\\n'; exit ;;
            slow*) printf 'sluice: hello 2\\n'; exec sleep 600 ;;
            silent*) exec sleep 600 ;;
            gone*) echo "ssh: connect to host $host port 22: No route to host" >&2; exit 255 ;;
            nameless*) echo "ssh: Could not resolve hostname $host: Name or service not known" >&2; exit 255 ;;
            locked*) echo "$host: Permission denied (publickey)." >&2; exit 255 ;;
            dropping*)
                echo try >> "$host.tries"
                if [ "$(wc -l < "$host.tries")" -lt 3 ]; then
                    echo "kex_exchange_identification: Connection closed by remote host" >&2
                    exit 255
                fi
                printf 'sluice: hello 2\\nsluice: seen\\n'
                exit ;;
            javaless*) printf 'sluice: hello 4\\nsluice: failed no-java  /usr/bin/java (11)\\n'; exit 10 ;;
        esac
        export XDG_CACHE_HOME="$PWD/$host" JAVA_HOME="$PWD/home"
        exec /bin/sh -c "$command"
        """;

    @TempDir
    Path directory;

    @BeforeEach
    void makePrograms() throws IOException {
        program("ssh", SSH);
        Files.createDirectories(directory.resolve("home/bin"));
        program("home/bin/java", "#!/bin/sh\necho 'openjdk version \"17.0.1\"' >&2\n");
    }

    private void program(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
        Files.setPosixFilePermissions(directory.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private List<LookedHost> look(long limitMillis, String... names) throws Exception {
        List<HostSpec> hosts = Arrays.stream(names)
                .map(name -> new HostSpec(name, null, 0, 0, "test"))
                .toList();
        return new HostLooker(directory.resolve("ssh").toString(), TimeUnit.MILLISECONDS.toNanos(limitMillis))
                .look(hosts);
    }

    @Test
    void shouldSeeProcessorsMemoryAndLoad() throws Exception {
        LookedHost seen = look(60_000, "told").get(0);

        assertThat(seen.trouble()).isNull();
        assertThat(seen.cores()).isEqualTo(12);
        assertThat(seen.freeBytes()).isEqualTo(2L << 20);
        assertThat(seen.busyShare())
                .as("user, system and interrupts: 50 of 160; processes of lowered priority make way")
                .isCloseTo(50 / 160.0, within(1e-12));
        assertThat(seen.sshSeconds()).isNotNegative();
    }

    @Test
    void shouldRunTheStepsOnTheHost() throws Exception {
        LookedHost seen = look(60_000, "real").get(0);

        assertThat(seen.trouble()).isNull();
        assertThat(seen.cores()).isPositive();
        if (Files.isReadable(Path.of("/proc/stat"))) {
            assertThat(seen.freeBytes()).isPositive();
            assertThat(seen.busyShare()).isBetween(0.0, 1.0);
        }
        assertThat(directory.resolve("real")).as("nothing is left there").doesNotExist();
    }

    @Test
    void shouldTakeWhatASystemDoesNotSayAsUnknown() throws Exception {
        LookedHost seen = look(60_000, "modest").get(0);

        assertThat(seen).isEqualTo(new LookedHost("modest", null, 3, -1, -1, seen.sshSeconds()));
        assertThat(seen.isKnown()).isTrue();
    }

    @Test
    void shouldSayWhyAHostCannotBeUsed() throws Exception {
        List<LookedHost> seen = look(60_000, "told", "gone", "nameless", "locked", "javaless");

        assertThat(seen).extracting(LookedHost::host).containsExactly("told", "gone", "nameless", "locked", "javaless");
        assertThat(seen.get(0).trouble()).isNull();
        assertThat(seen.subList(1, 5))
                .extracting(each -> trouble(each).kind())
                .containsExactly(Kind.PORT_CLOSED, Kind.UNKNOWN_NAME, Kind.KEY_REFUSED, Kind.NO_JAVA);
        assertThat(trouble(seen.get(1)).reason()).contains("No route to host");
        assertThat(trouble(seen.get(1)).byHand()).contains("ssh", "gone", "true");
        assertThat(trouble(seen.get(4)).reason()).contains("found: /usr/bin/java (11)");
    }

    private static PlaceVerdict trouble(LookedHost looked) {
        PlaceVerdict trouble = looked.trouble();
        assertThat(trouble).isNotNull();
        return trouble;
    }

    @Test
    void shouldTryAgainWhenTheServerDropsConnections() throws Exception {
        assertThat(look(60_000, "dropping").get(0).cores()).isEqualTo(2);
        assertThat(directory.resolve("dropping.tries")).content().hasLineCount(3);
    }

    @Test
    void shouldNotWaitLongForASilentHost() throws Exception {
        List<LookedHost> seen = look(3_000, "told", "silent", "slow");
        for (int more = 0; more < 10 && !allSaid(seen); more++) { // a busy machine has not started them all in time
            seen = look(3_000, "told", "silent", "slow");
        }

        assertThat(seen.get(0).trouble()).isNull();
        assertThat(trouble(seen.get(1)).kind()).isEqualTo(Kind.NO_ANSWER);
        assertThat(trouble(seen.get(1)).reason()).isEqualTo("ssh has not come through within 3 s");
        assertThat(seen.get(2).trouble()).as("it has answered").isNull();
        assertThat(seen.get(2).cores()).isEqualTo(2);
    }

    private static boolean allSaid(List<LookedHost> seen) {
        return seen.stream().allMatch(LookedHost::isKnown)
                && seen.get(0).trouble() == null
                && seen.get(2).trouble() == null;
    }

    @Test
    void shouldBlameNoHostIfNoneAnswers() throws Exception {
        assertThat(look(500, "silent1", "silent2")).allSatisfy(each -> {
            assertThat(each.trouble()).isNull();
            assertThat(each.isKnown()).isFalse();
        });
    }

    @Test
    void shouldLookAtManyHosts() throws Exception {
        String[] names = IntStream.range(0, 200).mapToObj(i -> "told" + i).toArray(String[]::new);

        assertThat(look(120_000, names))
                .hasSize(200)
                .allSatisfy(each -> assertThat(each.cores()).isEqualTo(12));
    }

    @Test
    void shouldLookAtThisMachine() throws Exception {
        LookedHost here = HostLooker.here("me");

        assertThat(here.host()).isEqualTo("me");
        assertThat(here.cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
    }

    @Test
    void shouldNotBeMisledByDamagedLines() {
        assertThat(HostLooker.HostGauge.busyShare("cpu 1 2 3")).isNegative();
        assertThat(HostLooker.HostGauge.busyShare("cpu 5 5 5 5 / cpu 5 5 5 5")).isNegative();
        assertThat(HostLooker.HostGauge.busyShare("cpu x 0 0 0 / cpu 10 0 0 10"))
                .isEqualTo(0.5);
        assertThat(HostLooker.HostGauge.busyShare("cpu 9 0 0 0 / cpu 4 0 0 10"))
                .as("a counter went backwards")
                .isZero();
    }
}
