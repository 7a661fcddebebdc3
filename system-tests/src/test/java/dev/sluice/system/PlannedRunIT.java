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
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --plan auto} on hosts that the real OpenSSH reaches. */
@NoLeaks
class PlannedRunIT {
    /** For a prediction that measures what messages cost before: some 85 s where nothing else runs. */
    private static final int MEASURED_SECONDS = 480;

    @TempDir
    Path directory;

    private SshHosts hosts;

    @BeforeEach
    void startHosts() throws Exception {
        hosts = SshHosts.in(directory);
        hosts.start("north");
        hosts.start("south");
        hosts.start("east");
    }

    @AfterEach
    void endHosts() throws Exception {
        if (hosts != null) {
            hosts.close();
        }
    }

    @Test
    void shouldPutTheMasterWhereItTakesTheLeastOfTheComputing() throws Exception {
        Path view = view("north, link: lan, slots: 3", "south, link: lan, slots: 1", "east, link: lan, slots: 2");
        try (MasterRun run = run("60", "1kB", "--view", view.toString())) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            assertThat(run.err())
                    .contains("plan: a unit takes ", "plan: master on south, 2 workers with 5 slots: ")
                    .contains("the master is on south", "on north joined with 3 slots", "on east joined with 2 slots")
                    .contains("sluice predict")
                    .doesNotContain("Exception", "WARN");
        }
        JsonNode plan = json("plan.json");
        assertThat(plan.at("/flow/master").asText()).isEqualTo("south");
        assertThat(plan.at("/flow/unitsPerSecond").asDouble()).isBetween(100.0, 251.0);
        assertThat(hosts(json("run.json"))).containsExactlyInAnyOrder("north", "east");
        assertThat(json("run.json").at("/unitsPerSecondAllowed").asDouble())
                .isEqualTo(plan.at("/flow/unitsPerSecond").asDouble());
        hosts.awaitNoProcess(15);
    }

    @Test
    void shouldPutTheMasterBesideWhoeverHasMuchToSay() throws Exception {
        Path view = view(
                "north, link: lan, slots: 1",
                "south, link: far, rate: 1 Gbit/s, slots: 1",
                "east, link: far, rate: 1 Gbit/s, slots: 3");
        try (MasterRun run = run("12", "1MB", "--view", view.toString(), "--master-computes", "--json")) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            // From the north a unit of the other two would take 8 s.
            assertThat(run.err()).containsPattern("the master is on (south|east)");
        }
        assertThat(hosts(json("run.json"))).contains("east");
    }

    @Test
    void shouldKeepTheMasterHereWithoutAView() throws Exception {
        Path file = hosts.file("north slots=2", "east slots=1");
        try (MasterRun run = run("30", "1kB", "--hosts", file.toString())) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(run.err())
                    .contains("2 workers with 3 slots", "on north joined with 2 slots", "on east joined with 1 slot")
                    .doesNotContain("the master is on");
        }
        assertThat(hosts(json("run.json"))).containsExactlyInAnyOrder("north", "east");
        assertThat(json("plan.json").at("/workers")).hasSize(2);
    }

    @Test
    void shouldLeaveOutWhoAddsNothing() throws Exception {
        Path view = view("north, link: lan, slots: 2", "south, link: far, slots: 1", "east, link: lan, slots: 1");
        try (MasterRun run = run("20", "1MB", "--view", view.toString(), "--master", "north", "--min-gain", "5")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(run.err()).contains("no worker on south: together less than --min-gain");
        }
        assertThat(hosts(json("run.json"))).containsExactly("east");
    }

    @Test
    void shouldStartNothingUnlessItKnowsWhat() throws Exception {
        Path view = view("north, link: lan", "south, link: lan", "east, link: lan");
        String file = hosts.file("north", "west").toString();
        refused("--plan: AUTO without hosts (expected: --hosts FILE, --host NAME or --view FILE)");
        refused(
                "west is not in " + view + " (expected: one of its 3 hosts",
                "--view",
                view.toString(),
                "--hosts",
                file);
        refused("--local: with --plan AUTO (expected: only one of the two)", "--local", "2", "--host", "north");
        refused("--master: west is not in " + view, "--master", "west", "--view", view.toString());
        refused("what a unit costs is not known (expected: a prediction", "--dry-run", "--view", view.toString());
        refused("--min-gain: 200.0 (expected: 0 to below 100)", "--min-gain", "200", "--view", view.toString());
        assertThat(directory.resolve("sluice-runs")).doesNotExist();
        try (MasterRun predicted =
                sluice(List.of("predict", pep(), "--out", "p.json", "--budget", "2s"), "60", "1kB")) {
            assertThat(predicted.exitCodeWithin(MEASURED_SECONDS))
                    .as(predicted.err())
                    .isZero();
        }
        try (MasterRun run = run("60", "1kB", "--view", view.toString(), "--dry-run", "--prediction", "p.json")) {
            assertThat(run.exitCodeWithin(30)).as(run.err()).isZero();
            assertThat(run.err()).contains("as p.json says");
            assertThat(run.out())
                    .contains("sluice-master.jar", " north 'cd ", "join --name south")
                    .doesNotContain("--plan");
        }
        assertThat(directory.resolve("sluice-runs")).doesNotExist();
    }

    private void refused(String words, String... options) throws Exception {
        try (MasterRun run = run("60", "1kB", options)) {
            assertThat(run.exitCodeWithin(30)).as(run.err()).isEqualTo(2);
            assertThat(run.err()).contains(words);
        }
    }

    /** Two links with 1 Mbit/s between them, and these hosts. */
    private Path view(String... entries) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "name: three", "links:", "  - {name: lan}", "  - {name: far, parent: lan, rate: 1 Mbit/s}", "hosts:"));
        Stream.of(entries).map(entry -> "  - {name: " + entry + "}").forEach(lines::add);
        return Files.write(directory.resolve("view.yaml"), lines);
    }

    private static String pep() {
        return Checkout.applicationJar("pep").toString();
    }

    /** Under a policy that keeps a share for each worker until it comes. */
    private MasterRun run(String units, String result, String... options) throws IOException {
        List<String> words =
                new ArrayList<>(List.of("run", pep(), "--plan", "auto", "--policy", "FIXED", "--ssh", hosts.ssh()));
        words.addAll(List.of(options));
        return sluice(words, units, result);
    }

    private MasterRun sluice(List<String> command, String units, String result) throws IOException {
        List<String> words = new ArrayList<>(command);
        words.addAll(List.of("--", "--compute=sleep", "--time=20ms", "--units=" + units, "--result=" + result));
        return MasterRun.master(
                directory,
                Map.of("XDG_CACHE_HOME", directory.resolve("cache").toString()),
                words.toArray(String[]::new));
    }

    private JsonNode json(String name) throws IOException {
        try (Stream<Path> runs = Files.list(directory.resolve("sluice-runs"))) {
            return new ObjectMapper()
                    .readTree(runs.findFirst().orElseThrow().resolve(name).toFile());
        }
    }

    private static List<String> hosts(JsonNode report) {
        return StreamSupport.stream(report.at("/workers").spliterator(), false)
                .filter(worker -> worker.at("/units").asLong() > 0)
                .map(worker -> worker.at("/host").asText())
                .toList();
    }
}
