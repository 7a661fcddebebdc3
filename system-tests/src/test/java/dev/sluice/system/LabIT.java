package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs over ssh in the test network: a master on one host and workers on six others, real OpenSSH between them, hosts
 * that are bad or are cut off. Needs root, and says so where it is skipped.
 */
@NoLeaks
class LabIT {
    private static final List<String> WORKERS = List.of("w1", "w2", "w3", "w4", "w5", "w6");
    /** Of these units one host computes for ten minutes, all six for more than one, unless they are told to hurry. */
    private static final int UNITS = 3000;

    private static final int UNIT_MILLIS = 200;
    private static final Pattern VERDICT = Pattern.compile("(?m)^(\\w+): E\\d+ .*\n {2}by hand: .*$");
    private static final Duration SHORT_CUT = Duration.ofSeconds(3);
    private static final Duration LONG_CUT = Duration.ofSeconds(30);

    /** @param shown by the command that the verdict names */
    private record Bad(String kind, String shown) {}

    @TempDir
    static Path common;

    private static Lab lab;

    @TempDir
    Path directory;

    @BeforeAll
    static void build() throws Exception {
        lab = Lab.up(common, "launch.yaml");
    }

    @AfterAll
    static void remove() throws Exception {
        if (lab != null) {
            lab.close();
        }
    }

    @AfterEach
    void heal() throws Exception {
        lab.does("heal");
    }

    @Test
    void shouldDrawThePictureOfTheSerialRunOnSixHosts() throws Exception {
        // Enough work for all hosts to have some of it, whenever they come.
        List<String> picture = List.of("--", "--width=960", "--height=720", "--limit=8000", "--tile=24x20", "--out=");
        try (MasterRun serial = MasterRun.master(directory, mandelbrot(picture, "serial.png", "--serial"));
                MasterRun run = lab.master("m", directory, mandelbrot(picture, "lab.png", "--hosts", hosts(WORKERS)))) {
            assertThat(serial.exitCodeWithin(60)).as(serial.err()).isZero();
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            assertThat(directory.resolve("lab.png")).hasSameBinaryContentAs(directory.resolve("serial.png"));
            JsonNode report = report();
            assertThat(StreamSupport.stream(report.at("/workers").spliterator(), false)
                            .map(worker -> worker.at("/host").asText()))
                    .containsExactlyInAnyOrderElementsOf(WORKERS);
            assertThat(run.out() + run.err()).doesNotContain("WARN", "Exception", "\tat ");
        }
        assertNothingIsLeft();
    }

    @Test
    void shouldGiveEachHostAVerdictOfItsOwn() throws Exception {
        lab.does("fault w2 port-closed");
        lab.does("fault w3 key-refused");
        lab.does("fault w4 no-java");
        lab.does("fault w5 no-callback");
        String hosts = hosts(List.of("w1", "nowhere", "w2", "w3", "w4", "w5"));
        Map<String, Bad> expected = Map.of(
                "nowhere", new Bad("unknown name", "Could not resolve hostname"),
                "w2", new Bad("port closed", "Connection refused"),
                "w3", new Bad("key refused", "Permission denied"),
                "w4", new Bad("no java", "java: command not found"),
                "w5", new Bad("cannot call back", ""));
        try (MasterRun run = run(hosts)) {
            await().atMost(Duration.ofSeconds(30)).until(() -> verdicts(run).size() >= expected.size());
            Map<String, String> verdicts = verdicts(run);
            assertThat(verdicts).as(run.err()).containsOnlyKeys(expected.keySet());
            for (String host : expected.keySet()) {
                Bad bad = expected.get(host);
                String[] verdict = verdicts.get(host).split("\n {2}by hand: ");
                assertThat(verdict[0]).matches(host + ": E\\d+ " + bad.kind() + ": .*");
                try (Terminal terminal = lab.type("lab exec m timeout 5 bash -c " + quoted(verdict[1]))) {
                    terminal.exitCodeWithin(30);
                    assertThat(terminal.output()).contains(bad.shown()).doesNotContain("reached");
                }
            }
            lab.does("exec w5 pkill -f /dev/tcp"); // which waits for the master as long as TCP does
            complete(run);
        }
        assertThat(Files.readAllLines(computed())).allMatch(line -> line.endsWith(" w1"));
        assertNothingIsLeft();
    }

    @Test
    void shouldKeepTheWorkOfAHostThatIsCutOffForThreeSeconds() throws Exception {
        String said;
        try (MasterRun run = run(hosts(List.of("w1", "w2", "w3")))) {
            awaitUnitsOf("w1", 10);
            cut("w1", SHORT_CUT);
            awaitUnitsOf("w1", computedBy("w1") + 10);
            complete(run);
            said = run.err();
        }
        JsonNode counters = report().at("/counters");
        for (String none : List.of("workersLost", "reassigned", "duplicates", "copies", "stale")) {
            assertThat(counters.at("/" + none).asInt())
                    .as(none + " of " + counters + "\n" + said)
                    .isZero();
        }
        assertThat(Files.readAllLines(computed()))
                .extracting(line -> line.split(" ")[0])
                .hasSize(UNITS)
                .doesNotHaveDuplicates();
        assertNothingIsLeft();
    }

    @Test
    void shouldReassignTheWorkOfAHostThatIsCutOffForThirtySecondsAndTakeItBack() throws Exception {
        try (MasterRun run = run(hosts(WORKERS))) {
            for (String host : WORKERS) {
                awaitUnitsOf(host, 1);
            }
            assertNoSecretIsSeen();
            cut("w1", LONG_CUT);
            assertThat(run.err()).contains("on w1 is away: ").doesNotContain("on w1 is back");
            awaitUnitsOf("w1", computedBy("w1") + 10);
            complete(run);
        }
        assertThat(report().at("/counters/reassigned").asInt()).isPositive();
        assertNothingIsLeft();
    }

    @Test
    void shouldLeaveNothingOnAnyHostAfterCtrlC() throws Exception {
        try (MasterRun run = run(hosts(WORKERS))) {
            run.awaitPrinted("w6 on");
            awaitUnitsOf("w1", 1);
            run.interruptGroup();
            assertThat(run.exitCodeWithin(15)).as(run.err()).isEqualTo(130);
            assertThat(ledger()).endsWith("interrupted").doesNotHaveDuplicates();
        }
        assertNothingIsLeft();
    }

    @Test
    void shouldLeaveNothingOnAnyHostWhenTheMasterIsKilled() throws Exception {
        try (MasterRun run = run(hosts(WORKERS))) {
            run.awaitPrinted("w6 on");
            run.workers().stream()
                    .filter(process -> process.info().command().orElse("").endsWith("/java"))
                    .forEach(ProcessHandle::destroyForcibly);
            assertThat(run.exitCodeWithin(15)).as(run.err()).isNotZero();
        }
        assertNothingIsLeft();
    }

    // ---- what is looked at

    private static void assertNothingIsLeft() {
        await().atMost(Duration.ofSeconds(15))
                .untilAsserted(() -> assertThat(lab.processes()).isEmpty());
    }

    /** The secrets of the run are in no command, no environment, and no file that others may read. */
    private void assertNoSecretIsSeen() throws IOException {
        List<String> secrets = secrets();
        assertThat(secrets).isNotEmpty();
        assertThat(Lab.allProcesses()
                        .filter(process -> tells(process.resolve("cmdline"), secrets)
                                || tells(process.resolve("environ"), secrets))
                        .map(Lab::commandLine))
                .isEmpty();
        List<Path> places = new ArrayList<>(List.of(directory));
        lab.hosts().forEach(host -> places.add(lab.home(host)));
        for (Path place : places) {
            try (Stream<Path> files = Files.walk(place)) {
                assertThat(files.filter(Files::isRegularFile).filter(file -> tells(file, secrets)))
                        .as("files below " + place)
                        .allMatch(LabIT::isPrivate);
            }
        }
    }

    private List<String> secrets() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("run/private"))) {
            return files.flatMap(file -> Checkout.read(file).lines())
                    .filter(line -> line.startsWith("secret"))
                    .map(line -> line.replaceFirst("secret[ =:]*", ""))
                    .toList();
        }
    }

    private static boolean tells(Path file, List<String> secrets) {
        String text = Lab.text(file);
        return secrets.stream().anyMatch(text::contains);
    }

    private static boolean isPrivate(Path file) {
        try {
            return Files.getPosixFilePermissions(file).stream()
                    .allMatch(right -> right.name().startsWith("OWNER_"));
        } catch (IOException e) {
            return false;
        }
    }

    /** What was said of hosts that are bad, each with the line below it. */
    private static Map<String, String> verdicts(MasterRun run) {
        Map<String, String> verdicts = new HashMap<>();
        Matcher matcher = VERDICT.matcher(run.err());
        while (matcher.find()) {
            verdicts.put(matcher.group(1), matcher.group());
        }
        return verdicts;
    }

    private List<String> ledger() throws IOException {
        Path ledger = directory.resolve("ledger.txt");
        return Files.exists(ledger) ? Files.readAllLines(ledger) : List.of();
    }

    /** What was computed and where, {@code unit host}, by those who computed it, in a file that all hosts share. */
    private Path computed() {
        return directory.resolve("computed.txt");
    }

    private int computedBy(String host) throws IOException {
        return !Files.exists(computed())
                ? 0
                : (int) Files.readAllLines(computed()).stream()
                        .filter(line -> line.endsWith(" " + host))
                        .count();
    }

    private void awaitUnitsOf(String host, int units) {
        await().atMost(Duration.ofSeconds(60)).until(() -> computedBy(host) >= units);
    }

    private JsonNode report() {
        return RunSchema.read(Checkout.read(directory.resolve("run/run.json")));
    }

    // ---- what is done

    /** Packets between the host and the master's vanish for so long. */
    private static void cut(String host, Duration length) throws Exception {
        lab.does("cut m " + host);
        long since = System.nanoTime();
        await().atMost(length.plusSeconds(10)).until(() -> System.nanoTime() - since >= length.toNanos());
        lab.does("heal m " + host);
    }

    /** What was to be seen has been: units take no time from now on, and each of them is accepted once. */
    private void complete(MasterRun run) throws Exception {
        Files.createFile(directory.resolve("hurry"));
        assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
        assertThat(ledger().stream().filter(line -> line.startsWith("0 ")))
                .hasSize(UNITS)
                .doesNotHaveDuplicates();
    }

    private String hosts(List<String> names) throws IOException {
        return Files.write(directory.resolve("hosts.txt"), names).toString();
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    private static String[] mandelbrot(List<String> picture, String name, String... how) {
        List<String> all = new ArrayList<>(
                List.of("run", Checkout.applicationJar("mandelbrot").toString()));
        all.addAll(List.of(how));
        all.addAll(how.length > 1 ? List.of("--run-dir", "run") : List.of());
        all.addAll(picture.subList(0, picture.size() - 1));
        all.add(picture.get(picture.size() - 1) + name);
        return all.toArray(String[]::new);
    }

    /** Poison on one slot of each host. */
    private MasterRun run(String hosts) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "run", PoisonJar.in(directory).toString(), "--hosts", hosts, "--run-dir", "run", "--slots", "1"));
        all.addAll(List.of("--speculation", "0", "--isolate", "off", "--", "--units", String.valueOf(UNITS)));
        all.addAll(List.of("--compute-millis", String.valueOf(UNIT_MILLIS), "--hurry", directory + "/hurry"));
        all.addAll(List.of(
                "--ledger", directory + "/ledger.txt", "--computed", computed().toString()));
        return lab.master("m", directory, all.toArray(String[]::new));
    }
}
