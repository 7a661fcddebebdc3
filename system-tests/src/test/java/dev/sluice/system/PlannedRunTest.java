package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --plan auto --dry-run}: where a run would take place, and what is refused before anything starts. */
@Tag("slow")
class PlannedRunTest {
    private static final String SMALL = "--words=125";
    private static final String NEVER_PREDICTED = "--words=124";
    private static final String LARGE = "--words=125000";

    /** Relative, as runs with a master on another host demand. */
    private static final Path RUN = Path.of("target", "planned-run");

    @TempDir
    Path directory;

    @Test
    void shouldPutTheMasterWhereItTakesTheLeastOfTheComputing() throws Exception {
        Path view = view("north, link: lan, slots: 3", "south, link: lan, slots: 1", "east, link: lan, slots: 2");
        InProcess run = planned(SMALL, "--view", view.toString());
        assertThat(run.err())
                .contains("as " + prediction() + " says", "plan: master on south, 2 workers with 5 slots: ");
        assertThat(run.out())
                .contains("sluice-master.jar", " south 'cd ", "join --name north", "join --name east")
                .doesNotContain("--plan");
        assertThat(RUN).doesNotExist();
    }

    /** A unit of the other two would take 8 s from the north. */
    @Test
    void shouldPutTheMasterBesideWhoeverHasMuchToSay() throws Exception {
        Path view = view(
                "north, link: lan, slots: 1",
                "south, link: far, rate: 1 Gbit/s, slots: 1",
                "east, link: far, rate: 1 Gbit/s, slots: 3");
        InProcess run = planned(LARGE, "--view", view.toString(), "--goal=master-computes");
        assertThat(run.err()).containsPattern("plan: master on (south|east)");
        assertThat(run.out()).contains("join --name east");
    }

    @Test
    void shouldKeepTheMasterHereWithoutAView() throws Exception {
        Path file = Files.writeString(directory.resolve("hosts"), "north slots=2\neast slots=1\n");
        InProcess run = planned(SMALL, "--hosts", file.toString());
        assertThat(run.err()).contains("2 workers with 3 slots").doesNotContain("master on north", "master on east");
        assertThat(run.out()).contains("join --name north", "join --name east");
    }

    @Test
    void shouldLeaveOutWhoAddsNothing() throws Exception {
        Path view = view("north, link: lan, slots: 2", "south, link: far, slots: 1", "east, link: lan, slots: 1");
        InProcess run = planned(LARGE, "--view", view.toString(), "--master", "north", "--goal=min-gain=5");
        assertThat(run.err()).contains("no worker on south: together less than min-gain of --goal");
        assertThat(run.out()).contains("join --name east").doesNotContain("join --name south");
    }

    /** Whoever takes one unit at a time, and none ahead, waits for a long way after each of them. */
    @Test
    void shouldHandOutUnitsAsThePlanHasChosen() throws Exception {
        Path view = wide();
        String[] units = {"--", "--units=3000", "--compute-millis=20"};
        String jar = PoisonJar.in(directory, Numbers.class).toString();
        InProcess predicted = InProcess.sluice(
                Words.of("predict %s --no-history --out=%s --budget=60s %s", jar, prediction(), units));
        assertThat(predicted.code()).as(predicted.err()).isZero();

        InProcess run = InProcess.sluice(Words.of(
                "run %s --no-history --run-dir=%s --plan=auto --master=near0 --delivery=prefetch=0 --dry-run --json"
                        + " --prediction=%s --view=%s %s",
                jar, RUN, prediction(), view, units));

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).containsPattern("plan: units by (?!SS)[A-Z]+.*: nine of ten runs take at most .* by SS");
        JsonNode handout = new ObjectMapper().readTree(run.out()).at("/handout");
        assertThat(handout.at("/policy").asText()).as(run.err()).isNotIn("", "SS");
    }

    @Test
    void shouldStartNothingUnlessItKnowsWhat() throws Exception {
        String view =
                view("north, link: lan", "south, link: lan", "east, link: lan").toString();
        String file =
                Files.writeString(directory.resolve("hosts"), "north\nwest\n").toString();
        refused("--plan: AUTO without hosts (expected: --hosts FILE, --host NAME or --view FILE)");
        refused("west is not in " + view + " (expected: one of its 3 hosts", "--view", view, "--hosts", file);
        refused("--local: with --plan AUTO (expected: only one of the two)", "--local", "2", "--host", "north");
        refused("--master: west is not in " + view, "--master", "west", "--view", view);
        refused("the cost of a unit is unknown (expected: a prediction", "--dry-run", "--view", view);
        refused("--goal min-gain: 200 (expected: 0 to below 100, in percent)", "--goal=min-gain=200", "--view", view);
        assertRefused(
                sluice(
                        List.of("run"),
                        NEVER_PREDICTED,
                        "--plan=off",
                        Words.of("--master=north --host=south --run-file=x/w.run")),
                "E200 --run-file: with --master north (expected: only one of the two)");
        assertThat(RUN).doesNotExist();
    }

    private void refused(String words, String... options) {
        assertRefused(sluice(List.of("run"), NEVER_PREDICTED, "--plan=auto", options), words);
    }

    private static void assertRefused(InProcess run, String words) {
        assertThat(run.code()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains(words);
        assertThat(run.out()).isEmpty();
    }

    /** A few units are executed here first, for the costs. */
    private InProcess planned(String result, String... options) {
        InProcess predicted = sluice(List.of("predict"), result, "--out=" + prediction(), "--budget=60s");
        assertThat(predicted.code()).as(predicted.err()).isZero();
        InProcess run = sluice(
                List.of("run"),
                result,
                "--plan=auto",
                Words.of("%s --policy=FIXED --dry-run --goal=rate --prediction=%s", options, prediction()));
        assertThat(run.code()).as(run.err()).isZero();
        return run;
    }

    private InProcess sluice(List<String> command, String result, String first, String... options) {
        List<String> words = new ArrayList<>(command);
        words.add(PoisonJar.in(directory, Numbers.class).toString());
        if (command.contains("run")) {
            words.add("--run-dir=" + RUN);
        }
        words.addAll(List.of("--no-history", first));
        words.addAll(List.of(options));
        words.addAll(List.of("--", "--units=60", "--compute-millis=200", result));
        return InProcess.sluice(words.toArray(String[]::new));
    }

    /** The master, and four hosts behind a line of 100 ms. */
    private Path wide() throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "name: wide",
                "links:",
                "  - {name: lan}",
                "  - {name: wan, parent: lan, rate: 1 Gbit/s, latency: 100 ms}",
                "hosts:",
                "  - {name: near0, link: lan, slots: 1}"));
        for (int i = 0; i < 4; i++) {
            lines.add("  - {name: far" + i + ", link: wan, slots: 2}");
        }
        return Files.write(directory.resolve("wide.yaml"), lines);
    }

    private Path prediction() {
        return directory.resolve("p.json");
    }

    /** Two links with 1 Mbit/s between them, and these hosts. */
    private Path view(String... entries) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "name: three", "links:", "  - {name: lan}", "  - {name: far, parent: lan, rate: 1 Mbit/s}", "hosts:"));
        Stream.of(entries).map(entry -> "  - {name: " + entry + "}").forEach(lines::add);
        return Files.write(directory.resolve("view.yaml"), lines);
    }
}
