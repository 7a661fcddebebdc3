package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testing.NoLeaks;
import dev.sluice.testing.OnPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.TestAbortedException;

/**
 * Applications of the papers give the same answer, byte for byte, wherever their units are computed: what they print,
 * and the files that they write.
 */
@NoLeaks
class PaperApplicationsIT {
    /** Beginning of the names of files and directories with the answer, in the directory of the run. */
    private static final String OUT = "answer";

    private static final Map<String, Answer> SERIAL = new HashMap<>();

    @TempDir
    static Path common;

    /** Null where hosts cannot be made. */
    private static SshHosts hosts;

    private static String noHosts = "";

    @TempDir
    Path directory;

    /** The text that an application printed before the report, and its files by name. */
    private record Answer(String printed, Map<String, String> files) {}

    static Stream<Arguments> applications() {
        return Stream.of(
                Arguments.of("ep", "--class=S", "verified: both sums are the official ones"),
                Arguments.of(
                        "dot",
                        "--size=32 --rotations=24",
                        "verified: the planted pose is the best, and all energies are those of direct sums"),
                Arguments.of(
                        "jacobi",
                        "--rows=300 --columns=200 --iterations=90 --verify",
                        "verified: every cell has the bits of the serial solution"),
                Arguments.of(
                        "kmeans", "--points=40000 --clusters=9", "verified: every centre is a planted one, within 0.1"),
                Arguments.of("wave", "--size=80 --steps=120 --out=" + OUT + ".gif", ""),
                Arguments.of("tsp", "--seed=1", "berlin52: 52 cities, length 7,542, the optimum"),
                Arguments.of("tomography", "--slices=25", "verified: scikit-image 0.26 leaves the same error"),
                Arguments.of(
                        "render",
                        "--verify --width=160 --height=120 --tile=80x60",
                        "verified: every pixel is that of POV-Ray's own"),
                Arguments.of(
                        "mandelbrot", "--width=240 --height=180 --limit=2000 --tile=30x30 --out=" + OUT + ".png", ""),
                Arguments.of(
                        "nbody",
                        "--bodies=150 --steps=8 --frame-every=4 --bodies-per-unit=25 --width=160 --height=100 --out="
                                + OUT,
                        ""));
    }

    @BeforeAll
    static void startHosts() throws Exception {
        try {
            hosts = SshHosts.in(common);
            for (String name : List.of("north", "south", "east")) {
                hosts.start(name);
            }
        } catch (TestAbortedException missing) {
            noHosts = String.valueOf(missing.getMessage());
        }
    }

    @AfterAll
    static void endHosts() throws Exception {
        SERIAL.clear();
        if (hosts != null) {
            hosts.close();
        }
    }

    @ParameterizedTest
    @MethodSource("applications")
    void shouldGiveTheSameAnswerWhateverComputesIt(String name, String options, String answer) throws Exception {
        Answer serial = serial(name, options);
        assertThat(serial.printed()).contains(answer);
        for (String slots : List.of("1", "2", "3")) {
            shouldEqual(serial, answer(name, options, "--slots", slots));
        }
        shouldEqual(serial, answer(name, options, "--local", "2"));
    }

    /** The bytes through the master are those of sums and ranges: far fewer than those of the points. */
    @Test
    void shouldMoveNoPointsOfKmeans() throws Exception {
        int points = 1_000_000;
        try (MasterRun run = MasterRun.master(
                directory,
                Words.of(
                        "run %s --local 2 --slots 1 --run-dir run -- --points=%s --clusters=9 --parts=4",
                        Lab.applicationJar("kmeans"), points))) {
            assertThat(run.exitCodeWithin(120)).as(run.err()).isZero();
        }
        Matcher traffic = Pattern.compile(
                        "\"application\": ?\\{[^}]*\"bytesSent\": ?(\\d+)[^}]*\"bytesReceived\": ?(\\d+)")
                .matcher(Files.readString(directory.resolve("run").resolve("run.json")));
        assertThat(traffic.find()).isTrue();
        long bytes = Long.parseLong(traffic.group(1)) + Long.parseLong(traffic.group(2));
        assertThat(bytes).isBetween(1_000L, points * 2L * Double.BYTES / 10);
    }

    /** A sub-master on one host and its workers on two others, all started over ssh. */
    @ParameterizedTest
    @MethodSource("applications")
    void shouldGiveTheSameAnswerBelowASubMasterOverSsh(String name, String options, String answer) throws Exception {
        assumeTrue(hosts != null, noHosts);
        Answer serial = serial(name, options);
        Path tree = Files.write(
                directory.resolve("tree.yaml"), List.of("sub-masters:", "  - {host: north, children: [south, east]}"));
        Path file = hosts.file("north", "south slots=1", "east slots=1");
        String[] place = {"--hosts", file.toString(), "--ssh", hosts.ssh(), "--tree", tree.toString()};
        List<String> said = new ArrayList<>();
        shouldEqual(serial, answer(said, name, options, place));
        assertThat(said.get(0))
                .containsPattern("on north stands for [12] slots?")
                .doesNotContain("on south joined");
        hosts.awaitNoProcess();
    }

    private static void shouldEqual(Answer serial, Answer other) {
        assertThat(other.printed()).startsWith(serial.printed());
        assertThat(other.files().keySet()).isEqualTo(serial.files().keySet());
        serial.files()
                .forEach((file, bytes) -> assertThat(other.files().get(file).equals(bytes))
                        .as("the bytes of %s are those of the serial run", file)
                        .isTrue());
    }

    private Answer serial(String name, String options) throws Exception {
        assumeTrue(!name.equals("render") || OnPath.has("povray"), "povray is not installed");
        Answer known = SERIAL.get(name);
        if (known == null) {
            Answer all = answer(name, options, "--local=0");
            int end = all.printed().indexOf("serial: ");
            known = new Answer(all.printed().substring(0, end), all.files());
            assertThat(known.printed().length() + known.files().size()).isPositive();
            SERIAL.put(name, known);
        }
        return known;
    }

    private Answer answer(String name, String options, String... place) throws Exception {
        return answer(new ArrayList<>(), name, options, place);
    }

    /** @param said receives what was printed to standard error */
    private Answer answer(List<String> said, String name, String options, String... place) throws Exception {
        Path own = Files.createTempDirectory(directory, name);
        try (MasterRun run =
                MasterRun.master(own, Words.of("run %s %s -- " + options, Lab.applicationJar(name), place))) {
            assertThat(run.exitCodeWithin(120)).as(run.err()).isZero();
            said.add(run.err());
            return new Answer(run.out(), files(own));
        }
    }

    private static Map<String, String> files(Path directory) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                String name = directory.relativize(path).toString();
                if (name.startsWith(OUT)) {
                    files.put(name, new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1));
                }
            }
        }
        return files;
    }
}
