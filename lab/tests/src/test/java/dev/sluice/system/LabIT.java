package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.testing.NoLeaks;
import dev.sluice.view.ViewFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands over ssh in the test network: a master on one host and workers on others, real OpenSSH between them, a host
 * that is cut off. Needs root, and says so where it is skipped.
 */
@NoLeaks
class LabIT {
    private static final String VIEW = "two-sites.yaml";
    private static final String MASTER = "a";
    private static final List<String> WORKERS = List.of("b", "c", "d");

    /** One host computes these units for ten minutes, all for more than three, unless they are told to hurry. */
    private static final int UNITS = 3000;

    private static final int UNIT_MILLIS = 200;

    @TempDir
    static Path common;

    private static Lab lab;

    @TempDir
    Path directory;

    @BeforeAll
    static void build() throws Exception {
        lab = Lab.up(common, VIEW);
    }

    @AfterAll
    static void remove() throws Exception {
        if (lab != null) {
            lab.close();
        }
    }

    @Test
    void shouldReassignTheWorkOfAHostThatIsCutOffAndTakeItBack() throws Exception {
        try (MasterRun run = run(hosts(WORKERS))) {
            for (String host : WORKERS) {
                awaitUnitsOf(host, 1);
            }
            assertNoSecretIsSeen();
            lab.does("cut a d");
            run.awaitPrinted("on d is away: ");
            assertThat(run.err()).doesNotContain("on d is back");
            lab.does("heal a d");
            awaitUnitsOf("d", computedBy("d") + 10);
            complete(run);
        }
        JsonNode report = report();
        assertThat(report.at("/counters/reassigned").asInt()).isPositive();
        assertThat(StreamSupport.stream(report.at("/workers").spliterator(), false)
                        .map(worker -> worker.at("/host").asText()))
                .containsOnlyElementsOf(WORKERS)
                .containsAll(WORKERS);
        assertNothingIsLeft();
    }

    /**
     * {@code DiscoveryTest} proves in virtual time that the groups are the right ones, which a busy machine may hide;
     * {@code lab/lab bench discovery} measures them here.
     */
    @Test
    void shouldWriteAViewOfTheHostsThatWereMeasured() throws Exception {
        Path found = directory.resolve("found.yaml");
        List<String> arguments =
                new ArrayList<>(List.of("hosts", "discover", "--slots=1", "--trials=1", "-o", "" + found));
        WORKERS.forEach(host -> arguments.add("--host=" + host));
        lab.master(MASTER, directory, arguments.toArray(String[]::new)).printed(0);
        assertNothingIsLeft();
        NetworkView view = ViewFile.read(found).view();
        assertThat(view.hosts()).extracting(Host::name).containsAll(WORKERS);
        assertThat(view.links()).isNotEmpty();
    }

    /** A busy machine may hide whether a hub is a medium, but not that its two hosts share a link. */
    @Test
    void shouldFindThatTwoHostsOnAHubShareALink() throws Exception {
        Path found = directory.resolve("found.yaml");
        Path place = Files.createDirectory(directory.resolve("hub"));
        try (Lab hub = Lab.up(place, "hub.yaml")) {
            List<String> arguments = new ArrayList<>(List.of("hosts", "discover", "--slots=1", "-o", "" + found));
            List.of("b", "c", "d", "e").forEach(host -> arguments.add("--host=" + host));
            hub.master("a", directory, arguments.toArray(String[]::new)).printed(0);
        }
        NetworkView view = ViewFile.read(found).view();
        assertThat(linkOf(view, "d")).isEqualTo(linkOf(view, "e")).isNotIn(linkOf(view, "a"), linkOf(view, "b"));
        assertThat(linkOf(view, "b")).isEqualTo(linkOf(view, "c")).isNotEqualTo(linkOf(view, "a"));
    }

    private static int linkOf(NetworkView view, String host) {
        return view.hosts().get(view.host(host)).link();
    }

    @Test
    void shouldComputeTheExampleOfTheLab() throws Exception {
        Path picture = directory.resolve("lab.png");
        String example = Checkout.file("lab/network/mandelbrot") + " --width=320 --height=240 --out=" + picture;
        String view = Checkout.file("lab/network/" + VIEW).toString();
        String script = Checkout.file("lab/network/lab").toString();
        String id = "example-" + ProcessHandle.current().pid();
        try (MasterRun run =
                MasterRun.typed(directory, Map.of(), script + " run " + view + " --id " + id + " -- " + example)) {
            assertThat(run.exitCodeWithin(120)).as(run.err()).isZero();
        }
        Path serial = directory.resolve("serial.png");
        MasterRun.master(
                        directory,
                        Words.of(
                                "run %s --local=0 -- --width=320 --height=240 --out=%s",
                                Checkout.applicationJar("mandelbrot"), serial))
                .printed(0);
        assertThat(picture).hasSameBinaryContentAs(serial);
    }

    /** Units and results are tiny; a rate of the link to the host is known all the same. */
    @Test
    void shouldMeasureLinksOverWhichNothingLargePasses() throws Exception {
        try (MasterRun run = run(hosts(List.of("b")))) {
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofSeconds(1))
                    .untilAsserted(() -> assertThat(bytesPerSecond("b")).isPositive());
            complete(run);
        }
        JsonNode weather =
                RunSchema.read(Checkout.read(directory.resolve("run/weather.json")), "docs/weather.schema.json");
        assertThat(rates(weather, "b")).isNotEmpty().allMatch(rate -> rate > 0);
        assertNothingIsLeft();
    }

    /** Returns the rate of the newest probe from this host; 0 if there was none. */
    private double bytesPerSecond(String host) throws Exception {
        try (MasterRun command = lab.master(MASTER, directory, "hosts", "weather", "run", "--json")) {
            assertThat(command.exitCodeWithin(60)).as(command.err()).isZero();
            return rates(RunSchema.read(command.out(), "docs/weather.schema.json"), host).stream()
                    .mapToDouble(rate -> rate)
                    .max()
                    .orElse(0);
        }
    }

    private static List<Double> rates(JsonNode weather, String host) {
        List<Double> rates = new ArrayList<>();
        for (JsonNode worker : weather.at("/workers")) {
            for (JsonNode series : worker.at("/series")) {
                boolean probed = series.at("/quantity").asText().equals("bandwidth-in")
                        && !series.at("/sizes").asText().equals("tiny");
                if (worker.at("/host").asText().equals(host) && probed) {
                    rates.add(series.at("/newest/value").asDouble());
                }
            }
        }
        return rates;
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
            return files.filter(Files::isRegularFile)
                    .flatMap(file -> Checkout.read(file).lines())
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

    /** A file that all hosts share, in which each computed unit is a line {@code unit host}. */
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

    /** Lets units take no time from now on, and checks that each is accepted once. */
    private void complete(MasterRun run) throws Exception {
        Files.createFile(directory.resolve("hurry"));
        assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
        assertThat(PoisonJar.ledger(directory).stream().filter(line -> line.startsWith("0 ")))
                .hasSize(UNITS)
                .doesNotHaveDuplicates();
    }

    private String hosts(List<String> names) throws IOException {
        return Files.write(directory.resolve("hosts.txt"), names).toString();
    }

    /** Poison on one slot of each host. */
    private MasterRun run(String hosts) throws IOException {
        return lab.master(
                MASTER,
                directory,
                Words.of(
                        "run %s --hosts %s --run-dir run --slots 1 --speculation 0 --isolate off -- --units %s "
                                + "--compute-millis %s --hurry %s/hurry --ledger %s/ledger.txt --computed %s",
                        PoisonJar.in(directory), hosts, UNITS, UNIT_MILLIS, directory, directory, computed()));
    }
}
