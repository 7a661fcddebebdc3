package dev.sluice.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.cli.SluiceMaster;
import dev.sluice.json.JsonTree;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class PlanCommandTest {
    private static final String PAPER = """
        name: paper
        links:
          - {name: Net3, duplex: half, rate: 50 MB/s}
          - {name: Net1, parent: Net3}
          - {name: Net2, parent: Net3}
        hosts:
          - {name: A, link: Net1, unit-time: 12.5 ms, result-time: 5 ms}
          - {name: B, link: Net1, unit-time: 16.66666666667 ms, result-time: 6.66666666667 ms}
          - {name: C, link: Net2, unit-time: 20 ms, result-time: 16.66666666667 ms}
          - {name: D, link: Net2, unit-time: 100 ms, result-time: 11.11111111111 ms}
        """;

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int plan(String view, String... options) throws Exception {
        Path file = directory.resolve("view.yaml");
        Files.writeString(file, view);
        List<String> arguments = new ArrayList<>(List.of("plan", "--as-written", "--view", file.toString()));
        arguments.addAll(List.of(options));
        CommandLine line = SluiceMaster.commandLine();
        return line.setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
    }

    @Test
    void shouldSayWhereTheMasterOfThePaperGoes() throws Exception {
        assertThat(plan(PAPER, "--input", "0.5MB", "--result", "0.5MB", "--no-simulation", "--units", "1300"))
                .isZero();
        assertThat(out.toString().lines().map(line -> line.replaceAll(" +", " ")))
                .containsSequence(
                        "B 130.0 150.0 computing and the link Net3",
                        "A 110.0 170.0 the link Net3 and computing",
                        "D 90.000 100.0 the master",
                        "C 60.000 60.000 the master and the link Net3")
                .containsSequence(
                        "Upper bound (flow model): 130.0 units/s from 2 of 3 hosts",
                        " twice the slots of worker A: 150.0 units/s, +15.4 %",
                        " twice the link Net3: 140.0 units/s, +7.7 %")
                .contains("Rate: at most 130.0 units/s, 1,300 units in about 10 s once all workers have joined")
                .first()
                .asString()
                .matches("About [0-9.]+ s from now .*, from the command to the end: master on B, 2 workers");
        assertThat(out.toString().lines().map(line -> line.replaceAll(" +", " ")))
                .containsSequence("A Net1 80.000 80.000 100.0", "C Net2 50.000 50.000 100.0");
        assertThat(err.toString()).isEmpty();
    }

    /** The simulation chooses fewer hosts than the flow uses. Their rate counts, and their setups. */
    @Test
    void shouldTakeRateAndSetupsOfACycleFromTheSameHosts() throws Exception {
        StringBuilder flat = new StringBuilder("name: flat\nlinks:\n  - {name: switch}\nhosts:\n");
        for (int i = 0; i < 24; i++) {
            flat.append("  - {name: h").append(i).append(", link: switch, rate: 100 Mbit/s}\n");
        }
        assertThat(plan(
                        flat.toString(),
                        "--unit-time=1s",
                        "--result=20MB",
                        "--setup=20MB",
                        "--results=ACCUMULATED",
                        "--units=256"))
                .isZero();
        Matcher chosen =
                Pattern.compile("to the end: master on h0, (\\d+) workers").matcher(out.toString());
        assertThat(chosen.find()).isTrue();
        int workers = Integer.parseInt(chosen.group(1));
        assertThat(workers).isLessThan(20);
        Matcher units = Pattern.compile("a cycle by the flow model: setup .*, units ([0-9.]+) s,")
                .matcher(out.toString());
        assertThat(units.find()).isTrue();
        assertThat(Double.parseDouble(units.group(1))).isCloseTo(256.0 / workers, withinPercentage(3));
    }

    @Test
    void shouldPutTheMasterWhereItIsTold() throws Exception {
        assertThat(plan(
                        PAPER,
                        "--input",
                        "0.5MB",
                        "--result",
                        "0.5MB",
                        "--no-simulation",
                        "--master",
                        "C",
                        "--top",
                        "1"))
                .isZero();
        assertThat(out.toString()).contains(": master on C, ", "at most 60.000 units/s", "and 3 others");
    }

    @Test
    void shouldSayWhatSlotsWeigh() throws Exception {
        assertThat(plan(PAPER, "--input", "0.5MB", "--result", "0.5MB", "--no-simulation", "--json"))
                .isZero();
        List<JsonTree> weights = JsonTree.parse(directory.resolve("plan.json"), out.toString())
                .at("weights")
                .elements();
        assertThat(weights).hasSize(2);
        assertThat(weights.get(0).at("host").text()).isEqualTo("A");
        assertThat(weights.get(0).at("weight").number()).isCloseTo(80 / 65.0, withinPercentage(1e-6));
        assertThat(weights.get(1).at("host").text()).isEqualTo("C");
        assertThat(weights.get(1).at("unitsPerSecond").number()).isCloseTo(50, withinPercentage(1e-6));
    }

    @Test
    void shouldSimulateTheWorkers() throws Exception {
        String lan = "name: lan\nlinks: [{name: lan}]\nhosts:\n  - {name: m, link: lan, speed: 0.01}\n"
                + "  - {name: a, link: lan}\n  - {name: b, link: lan}\n  - {name: c, link: lan, speed: 0.001}\n";
        assertThat(plan(lan, "--unit-time", "100ms", "--units", "1000", "--overheads", "none"))
                .isZero();
        assertThat(out.toString())
                .contains(
                        ": master on c, 2 workers",
                        "Rate: 20.000 units/s, 1,000 units in about 50 s once all workers have joined (simulated, 1,000 units)")
                .contains("<- chosen");
    }

    @Test
    void shouldDrawTheView() throws Exception {
        Path dot = directory.resolve("view.dot");
        Path graphMl = directory.resolve("view.graphml");
        assertThat(plan(PAPER, "--no-simulation", "--dot", dot.toString(), "--graphml", graphMl.toString()))
                .isZero();
        assertThat(dot).content().startsWith("graph \"paper\"");
        assertThat(graphMl).content().contains("<graphml");
        Path svg = directory.resolve("view.svg");
        Path html = directory.resolve("view.html");
        assertThat(plan(PAPER, "--units", "100", "--svg", svg.toString(), "--html", html.toString()))
                .isZero();
        assertThat(svg).content().contains("<svg", "Net3", "master on B");
        assertThat(html).content().contains("<html", "Rate over workers", " of 4 hosts. Computing", "the master");
    }

    /** Three hosts behind a slow link get one setup instead of three; they do without for a small one. */
    @Test
    void shouldPutASubMasterWhereItPaysAndNoneElsewhere() throws Exception {
        String sites = """
            name: sites
            links:
              - {name: lan}
              - {name: far, parent: lan, rate: 1 Mbit/s, latency: 10ms}
            hosts:
              - {name: north, link: lan}
              - {name: south, link: far, slots: 2}
              - {name: east, link: far, slots: 2}
              - {name: west, link: far, slots: 2}
            """;
        String[] options = {"--tree", "--master", "north", "--unit-time", "50ms", "--units", "160", "--result", "1kB"};
        assertThat(plan(sites, with(options, "--setup", "1.5MB")))
                .as(err.toString())
                .isZero();
        assertThat(out.toString())
                .containsPattern(": master on north, 1 sub-master, 2 workers")
                .containsPattern("Sub-masters: 1 \\(simulated, 160 units: ")
                .contains("  + far: 3 setups of 1.5 MB become 1; saves ");
        out.getBuffer().setLength(0);
        assertThat(plan(sites, with(options, "--setup", "8B")))
                .as(err.toString())
                .isZero();
        assertThat(out.toString())
                .containsPattern("Sub-masters: none \\(simulated, 160 units: ")
                .contains("  - far: ")
                .doesNotContain("  + ");
    }

    /** Fewer workers than all are faster without a sub-master: all parts of the plan say so. */
    @Test
    void shouldCompareATreeWithTheBestRunWithoutSubMasters() throws Exception {
        String view = Files.readString(Path.of("..", "docs", "examples", "dissertation.yaml"));
        assertThat(plan(view, "--tree", "--unit-time", "2s", "--result", "64KB", "--setup", "2MB", "--units", "500"))
                .as(err.toString())
                .isZero();
        String text = out.toString();
        Matcher without = Pattern.compile("Sub-masters: 1 \\(simulated, 500 units: .* s, without (.*) s\\)")
                .matcher(text);
        Matcher best = Pattern.compile("(?m)^ +[0-9]+ +([0-9.]+) .*<- best without sub-masters$")
                .matcher(text);
        assertThat(without.find() && best.find()).as(text).isTrue();
        assertThat(Double.parseDouble(without.group(1)))
                .isCloseTo(500 / Double.parseDouble(best.group(1)), withinPercentage(1));
        assertThat(text).doesNotContain("<- chosen");
    }

    private static String[] with(String[] options, String... more) {
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @Test
    void shouldPlanForOneHostAlone() throws Exception {
        String one = "name: one\nlinks: [{name: lan}]\nhosts: [{name: a, link: lan}]";
        assertThat(plan(one, "--unit-time", "10ms")).isZero();
        assertThat(out.toString())
                .contains(
                        "nothing can be computed: master on a, 0 workers",
                        "Rate: 0.0 units/s",
                        "No worker can be reached.");
        assertThat(plan(one, "--unit-time", "10ms", "--result-time", "10ms", "--goal=master-computes"))
                .isZero();
        assertThat(out.toString()).contains(": master on a (computes, too), 0 workers", "Rate: 50.000 units/s");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--unit-time=12|E200 --unit-time: 12 (expected: a time such as 20 ms, in one of ns",
                "--unit-time=0ms|E200 --unit-time: 0ms (expected: above 0)",
                "--input=5|E200 --input: 5 (expected: a size such as 64 KiB, in one of B",
                "--master=X|E200 --master: X (expected: a host of",
                "--goal=min-gain=100|E200 --goal min-gain: 100 (expected: 0 to below 100, in percent)",
                "--top=0|E200 --top: 0 (expected: at least 1)",
                "--units=-1|E200 --units: -1 (expected: at least 1)",
                "--dot=/nowhere/x|E204 --dot: /nowhere/x cannot be written",
                "--nonsense|E200 --nonsense: unknown option",
            })
    void shouldSayWhatIsWrong(String option, String message) throws Exception {
        assertThat(plan(PAPER, "--no-simulation", option)).isEqualTo(2);
        assertThat(err.toString()).contains(message);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldAskForWhatTheViewDoesNotSay() throws Exception {
        assertThat(plan("name: a\nlinks: [{name: l}]\nhosts: [{name: h, link: l}]"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--unit-time: missing (expected: the time of one unit, as host h has none");
        assertThat(plan("name: a\nlinks: [{name: l}]\nhosts: [{name: h, link: k}]", "--unit-time", "1s"))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("E208", "view.yaml:3: hosts[0]: link: 'k' (expected: the name of one of 1 links");
        String mixed = "name: a\nlinks: [{name: l}]\nhosts: [{name: h, link: l, result-time: 1 s}, {name: k, link: l}]";
        assertThat(plan(mixed, "--unit-time", "1s")).isEqualTo(2);
        assertThat(err.toString())
                .contains("--result-time: missing (expected: the time of one result, as host k has none");
    }

    /** The master and a host here, two of twice the speed there, behind 1 MB/s. */
    private static final String SITES = """
        name: sites
        links:
          - {name: here}
          - {name: there, parent: here, rate: 1 MB/s}
        hosts:
          - {name: a0, link: here, rate: 10 MB/s}
          - {name: a1, link: here, rate: 10 MB/s}
          - {name: b0, link: there, rate: 10 MB/s, slots: 2}
          - {name: b1, link: there, rate: 10 MB/s, slots: 2}
        """;

    private String file(long bytes) throws Exception {
        Path file = directory.resolve("points.bin");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(bytes);
        }
        return file.toString();
    }

    private int planFiles(long bytes, String... more) throws Exception {
        List<String> options = new ArrayList<>(List.of("--unit-time", "1s", "--master", "a0", "--overheads", "NONE"));
        options.addAll(List.of("--file", file(bytes)));
        options.addAll(List.of(more));
        return plan(SITES, options.toArray(String[]::new));
    }

    @Test
    void shouldCountTheTimeOfFiles() throws Exception {
        assertThat(planFiles(10_000_000, "--no-simulation", "--units", "185")).isZero();
        assertThat(out.toString().lines())
                .as("one copy for both hosts there: 8 units until 10 s, then 5 a second")
                .contains("Rate: at most 5.000 units/s, 185 units in about 45.4 s once all workers have joined")
                .contains("Files 10 MB: 10 s before the first unit on b1");
    }

    @Test
    void shouldLeaveOutHostsWhoseFilesComeTooLate() throws Exception {
        assertThat(planFiles(100_000_000, "--units", "50", "--json")).isZero();
        assertThat(out.toString())
                .contains("\"files\":{\"bytes\":100000000,\"seconds\":10.0,")
                .contains("\"hosts\":[{\"host\":\"a1\",\"seconds\":10.0}]")
                .contains("\"workers\":[\"a1\"]");
    }

    @Test
    void shouldPutTheMasterWhereFilesNeedNotTravelFar() throws Exception {
        String[] options = {"--unit-time", "1s", "--units", "60", "--no-simulation", "--goal=rate"};
        assertThat(plan(SITES, options)).isZero();
        assertThat(out.toString()).contains(": master on a0");
        out.getBuffer().setLength(0);
        List<String> withFile = new ArrayList<>(List.of(options));
        withFile.addAll(List.of("--file", file(100_000_000)));
        assertThat(plan(SITES, withFile.toArray(String[]::new))).isZero();
        assertThat(out.toString())
                .as("the two slots of the other host there are worth more than the slot here")
                .contains(": master on b0");
    }

    @Test
    void shouldSayThatFilesCountOnlyAgainstUnits() throws Exception {
        assertThat(planFiles(10_000_000)).isZero();
        assertThat(out.toString()).containsPattern("(?m)^Files .*; --units weighs this against the run$");
        out.getBuffer().setLength(0);
        assertThat(planFiles(10_000_000, "--no-simulation", "--json")).isZero();
        assertThat(out.toString())
                .contains("\"files\":{", "\"unitsPerSecond\":5.0}")
                .doesNotContain("Infinity");
    }

    @Test
    void shouldPlanAsBeforeWithoutFiles() throws Exception {
        assertThat(planFiles(0, "--units", "60", "--json")).isZero();
        String empty = out.toString();
        out.getBuffer().setLength(0);
        assertThat(plan(SITES, "--unit-time", "1s", "--master", "a0", "--overheads", "NONE", "--units", "60", "--json"))
                .isZero();
        assertThat(out.toString()).isEqualTo(empty).doesNotContain("\"files\"");
    }

    @Test
    void shouldRefuseAFileThatIsMissing() throws Exception {
        assertThat(plan(SITES, "--unit-time", "1s", "--file", "no-such-file")).isEqualTo(2);
        assertThat(err.toString()).contains("no-such-file does not exist");
    }

    @Test
    void shouldSayHowUnitsAreHandedOut() throws Exception {
        String wide = """
            name: wide
            links:
              - {name: lan}
              - {name: wan, parent: lan, rate: 10 Mbit/s, latency: 35 ms}
            hosts:
              - {name: m, link: lan, speed: 0.25}
              - {name: near1, link: lan, speed: 0.25}
              - {name: near2, link: lan, speed: 0.25}
              - {name: near3, link: lan, speed: 0.25}
              - {name: far1, link: wan}
              - {name: far2, link: wan}
            """;
        String[] options = {"--master", "m", "--unit-time", "20ms", "--result", "65536B", "--units", "1024"};
        assertThat(plan(wide, options)).as(err.toString()).isZero();
        assertThat(out.toString()).containsPattern("(?m)^Units by [A-Z]+.*: .*[0-9]+ other ways compared");

        out.getBuffer().setLength(0);
        String[] json = Arrays.copyOf(options, options.length + 1);
        json[options.length] = "--json";
        assertThat(plan(wide, json)).isZero();
        JsonTree handout = JsonTree.parse(Path.of("plan"), out.toString()).at("handout");
        assertThat(handout.at("compared").integer()).isGreaterThan(20);
        assertThat(handout.at("why").text()).startsWith("units by ");
    }
}
