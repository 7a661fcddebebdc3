package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --tree} and {@code workers add --tree} on hosts that the real OpenSSH reaches. */
@NoLeaks
class TreeIT {
    @TempDir
    Path directory;

    private SshHosts hosts;

    @BeforeEach
    void prepareHosts() throws Exception {
        hosts = SshHosts.in(directory);
    }

    private void start(String... names) throws IOException {
        for (String name : names) {
            hosts.start(name);
        }
    }

    @AfterEach
    void endHosts() throws Exception {
        if (hosts != null) {
            hosts.close();
        }
    }

    @Test
    void shouldGiveTheSamePictureThroughTwoLevels() throws Exception {
        start("north", "south", "east");
        List<String> picture = List.of("--width=600", "--height=400", "--limit=4000", "--tile=30x30", "--out");
        mandelbrot("serial.png", picture, "--local=0").printed(0);
        Path file = hosts.file("north", "south", "east slots=2");
        try (MasterRun run = mandelbrot("tree.png", picture, "--hosts", file.toString(), "--tree", deep(), "--json")) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            assertThat(run.err())
                    .containsPattern("on north stands for [123] slot")
                    .doesNotContain("on south", "on east", "WARN", "Exception", "sluice: run");
            JsonNode report = RunSchema.read(run.out());
            assertThat(report.at("/workers")).hasSize(1);
            assertThat(report.at("/workers/0/host").asText()).isEqualTo("north");
        }
        assertThat(directory.resolve("tree.png")).hasSameBinaryContentAs(directory.resolve("serial.png"));
        hosts.awaitNoProcess();
        assertThat(logs()).contains("north-1.log", "south-1.log", "east-1.log");
        assertThat(leftOf("secret=")).isEmpty();
    }

    @Test
    @Tag("long")
    void shouldLeaveNoProcessAfterTheMasterIsKilled() throws Exception {
        try (MasterRun run = started("10", "600000", "--journal", "none")) { // none can follow
            run.signal("KILL");
            hosts.awaitNoProcess();
        }
    }

    /** Whoever was to join it joins the master, and the run goes on. */
    @Test
    void shouldGoOnWithoutASubMasterThatCannotBeStarted() throws Exception {
        start("north");
        hosts.closed("nobody");
        Path tree = tree("  - {host: nobody, children: [north]}");
        try (MasterRun run = poison("60", "1", "--host", "nobody", "--host", "north", "--tree", tree.toString())) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(run.err())
                    .contains("nobody: E321 port closed: ", "no sub-master is on nobody")
                    .contains("on north joined");
        }
        hosts.awaitNoProcess();
    }

    @Test
    void shouldRefuseTreesThatAreNone() throws Exception {
        Path tree = tree("  - {host: north, children: [west]}");
        refused(
                tree + ":2: children of north: 'west' (expected: one of the run's 1 hosts",
                "--host",
                "north",
                "--tree",
                tree.toString());
        refused("--tree: AUTO without --plan AUTO (expected: both", "--host", "north", "--tree", "auto");
        refused(
                "--tree: " + tree + " with --plan AUTO (expected: AUTO, NONE, or no plan)",
                "--plan",
                "auto",
                "--host",
                "north",
                "--tree",
                tree.toString());
        assertThat(directory.resolve("sluice-runs")).doesNotExist();
    }

    @Tag("long")
    @Test
    void shouldAddATreeToARunThatGoesOn() throws Exception {
        start("north", "south");
        Path tree = tree("  - {host: north, children: [south]}");
        try (MasterRun run = poison("1000000", "10", "--listen", "127.0.0.1:0", "--run-dir", "mine")) {
            run.awaitPrinted("to join:");
            assertThat(launch("--tree", tree.toString(), "--slots", "1"))
                    .contains("north: its sub-master has joined", "south: its worker has joined");
            run.awaitPrinted("on north stands for 1 slot");
            assertThat(launch("--tree", tree.toString(), "--status"))
                    .contains("north: worker poison-", "south: worker poison-");
            assertThat(leftOf("secret=")).isEmpty();
            assertThat(launch("--host", "north", "--host", "south", "--stop")).contains("north: ended ");
            hosts.awaitNoProcess();
            run.signal("INT");
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(130);
        }
    }

    /** A megabyte and a half for each worker and cycle, over 1 Mbit/s, but once for all of them. */
    @Tag("long")
    @Test
    void shouldPutASubMasterWhereItIsPredictedToPay() throws Exception {
        try (MasterRun run = planned()) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(run.err())
                    .containsPattern("plan: Sub-masters: 1 \\(simulated, 160 units: ")
                    .containsPattern("plan: {3}\\+ far: 3 setups of 1.5 MB become 1; saves ")
                    .containsPattern("1 sub-master: 160 units are predicted to take [0-9.]+ s, without [0-9.]+ s")
                    .containsPattern("on (south|east|west) stands for ")
                    .doesNotContain("no sub-master is on");
            assertThat(run.out()).containsPattern("1 sub-master: [0-9.]+ s \\(predicted [0-9.]+ s\\), without ");
        }
        JsonNode tree = json("run.json").at("/tree");
        assertThat(tree.at("/subMasters").asInt()).isEqualTo(1);
        assertThat(tree.at("/paid").isBoolean()).isTrue();
        assertThat(tree.at("/predictedSecondsWithout").asDouble())
                .isGreaterThan(tree.at("/predictedSeconds").asDouble());
        JsonNode plan = json("plan.json").at("/subMasters");
        assertThat(plan.at("/candidates/0/reason").asText()).startsWith("far: 3 setups of 1.5 MB become 1");
        hosts.awaitNoProcess();
        shouldTakeThatPlanAsItIs();
    }

    private void shouldTakeThatPlanAsItIs() throws Exception {
        Path plan = Files.copy(onlyRun().resolve("plan.json"), directory.resolve("plan.json"));
        assertThat(sleeping("--tree", plan.toString(), "--slots", "1", "--dry-run")
                        .printed(0))
                .contains("submaster --name ", " | ssh ", "join --name ", " north 'cd ");
    }

    // ---- runs

    /** North, below it south with a slot of its own, below that east; west joins the master. */
    private String deep() throws IOException {
        return tree("  - {host: north, children: [south]}", "  - {host: south, slots: 1, children: [east]}")
                .toString();
    }

    private Path tree(String... subMasters) throws IOException {
        List<String> lines = new ArrayList<>(List.of("sub-masters:"));
        lines.addAll(List.of(subMasters));
        return Files.write(directory.resolve("tree.yaml"), lines);
    }

    private MasterRun mandelbrot(String file, List<String> picture, String... options) throws IOException {
        List<String> words = new ArrayList<>(
                List.of("run", Checkout.applicationJar("mandelbrot").toString(), "--ssh", hosts.ssh()));
        words.addAll(List.of(options));
        words.add("--");
        words.addAll(picture);
        words.add(file);
        return MasterRun.master(directory, words.toArray(String[]::new));
    }

    /** A run whose four hosts have all joined. */
    private MasterRun started(String units, String millis, String... options) throws Exception {
        start("north", "south", "east", "west");
        Path file = hosts.file("north", "south", "east slots=2", "west slots=1");
        MasterRun run = poison(units, millis, Words.of("--hosts %s --tree %s %s", file, deep(), options));
        run.awaitPrinted("on north stands for 3 slots");
        run.awaitPrinted("on west joined");
        run.workers();
        return run;
    }

    private MasterRun poison(String units, String millis, String... options) throws Exception {
        List<String> words = new ArrayList<>(
                List.of("run", PoisonJar.in(directory).toString(), "--progress", "0.1", "--ssh", hosts.ssh()));
        words.addAll(List.of(options));
        words.addAll(List.of("--", "--units", units, "--compute-millis", millis));
        words.addAll(List.of("--ledger", directory.resolve("ledger.txt").toString()));
        return MasterRun.master(directory, words.toArray(String[]::new));
    }

    private void refused(String words, String... options) throws Exception {
        try (MasterRun run = poison("60", "1", options)) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(2);
            assertThat(run.err()).contains(words);
        }
    }

    private String launch(String... more) throws Exception {
        return MasterRun.master(directory, Words.of("workers add mine --ssh %s %s", hosts.ssh(), more))
                .printed(0);
    }

    /** The master on this side of a slow link, in the north, and three hosts on the other. */
    private MasterRun planned() throws IOException {
        start("north", "south", "east", "west");
        Path view = Files.write(
                directory.resolve("view.yaml"),
                List.of(
                        "name: sites",
                        "links:",
                        "  - {name: lan}",
                        "  - {name: far, parent: lan, rate: 1 Mbit/s, latency: 10ms}",
                        "hosts:",
                        "  - {name: north, link: lan}",
                        "  - {name: south, link: far, slots: 2}",
                        "  - {name: east, link: far, slots: 2}",
                        "  - {name: west, link: far, slots: 2}"));
        return sleeping(Words.of("--plan auto --tree auto --view %s --master north --goal=min-gain=0", view));
    }

    private MasterRun sleeping(String... options) throws IOException {
        List<String> words = new ArrayList<>(
                List.of("run", PoisonJar.in(directory, SleepingUnits.class).toString(), "--ssh", hosts.ssh()));
        words.addAll(List.of(options));
        words.addAll(List.of("--", "--millis=50", "--units=160", "--result=1000", "--setup=1500000"));
        return MasterRun.master(
                directory,
                Map.of("XDG_CACHE_HOME", directory.resolve("cache").toString()),
                words.toArray(String[]::new));
    }

    // ---- what is left

    private Path onlyRun() throws IOException {
        try (Stream<Path> runs = Files.list(directory.resolve("sluice-runs"))) {
            return runs.findFirst().orElseThrow();
        }
    }

    private JsonNode json(String name) throws IOException {
        return new ObjectMapper().readTree(onlyRun().resolve(name).toFile());
    }

    private List<String> logs() throws IOException {
        try (Stream<Path> logs = Files.list(onlyRun().resolve("logs"))) {
            return logs.map(log -> log.getFileName().toString()).toList();
        }
    }

    /** Logs, and whatever is on the hosts, that anybody but their owner could read or that is copied. */
    private List<Path> leftOf(String text) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().matches(".*\\.(log|json|err|out|pid|ssh)"))
                    .filter(file -> Checkout.bytes(file).contains(text))
                    .toList();
        }
    }
}
