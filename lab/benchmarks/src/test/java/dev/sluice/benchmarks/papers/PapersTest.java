package dev.sluice.benchmarks.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.benchmarks.harness.FigureReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PapersTest {
    private static final Path CHECKOUT = Path.of(System.getProperty("sluice.checkout", ".."));
    private static final Path DOCS = CHECKOUT.resolve("lab/docs/papers");
    private static final ExperimentScope QUICK = new ExperimentScope(true, CHECKOUT.resolve("lab/network"));

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    static List<Experiment> experiments() {
        return Papers.EXPERIMENTS;
    }

    private ExperimentRun quick(Experiment experiment) {
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        return new ExperimentRun(experiment.name(), QUICK, directory, new FigureReport(experiment.name(), out));
    }

    /** The row of a claim in the table of all claims; it names its experiment and its id in a comment. */
    private static String row(Experiment experiment, Claim claim) throws IOException {
        String mark = "<!-- " + experiment.name() + "/" + claim.id() + " -->";
        return Files.readAllLines(DOCS.resolve("README.md")).stream()
                .filter(line -> line.contains(mark))
                .findFirst()
                .orElse("no row with " + mark);
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void shouldComeOutAsTheTableOfClaimsSays(Experiment experiment) throws Exception {
        ExperimentRun run = quick(experiment);
        experiment.run(run);

        assertThat(run.claims()).isNotEmpty();
        for (Claim claim : run.claims()) {
            assertThat(row(experiment, claim))
                    .as("%s: %s (%s)", claim.id(), claim.text(), claim.measured())
                    .contains("(" + experiment.name() + ".md)")
                    .contains("| " + claim.verdict().words() + " |");
        }
        assertThat(run.results()).doesNotContain("NaN", "Infinity");
        try (Stream<Path> pictures = Files.list(directory.resolve("pictures"))) {
            assertThat(pictures.map(each -> each.getFileName().toString())).contains(experiment.name() + ".svg");
        }
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void shouldHaveAPageWithTheResultsOfAFullRun(Experiment experiment) throws Exception {
        String page = Files.readString(DOCS.resolve(experiment.name() + ".md"));

        assertThat(page).contains("](pictures/" + experiment.name() + ".svg)");
        assertThat(DOCS.resolve("pictures").resolve(experiment.name() + ".svg")).exists();
    }

    @Test
    void shouldReplaceTheResultsOfAPageAndNothingElse() throws Exception {
        Path page = directory.resolve("page.md");
        Files.writeString(page, """
            Before.

            <!-- results: lab/lab papers NAME --pages lab/docs/papers -->

            old

            <!-- end of results -->

            After.
            """);

        ResultsPage.replace(page, ResultsPage.Part.SIMULATED, "new\n");

        assertThat(page).hasContent("""
            Before.

            <!-- results: lab/lab papers NAME --pages lab/docs/papers -->

            new

            <!-- end of results -->

            After.
            """);
    }

    @Test
    void shouldReplaceMeasuredResultsAndKeepSimulatedOnes() throws Exception {
        Path page = Files.writeString(directory.resolve("page.md"), """
            <!-- results: lab/lab papers NAME --pages lab/docs/papers -->

            simulated

            <!-- end of results -->

            <!-- measured: lab/lab papers NAME --measured --pages lab/docs/papers -->

            old

            <!-- end of measured -->
            """);

        ResultsPage.replace(page, ResultsPage.Part.MEASURED, "new\n");

        assertThat(page).content().contains("\nsimulated\n", "\nnew\n").doesNotContain("old");
    }

    /** Real runs need root and minutes, so the test compares the page of the last ones with the table. */
    @ParameterizedTest
    @MethodSource("experiments")
    void shouldListEachMeasuredClaimWithTheVerdictOfItsPage(Experiment experiment) throws Exception {
        String page = Files.readString(DOCS.resolve(experiment.name() + ".md"));
        int begin = page.indexOf("<!-- measured:");
        String part = page.substring(begin, page.indexOf("<!-- end of measured -->", begin));
        List<String> verdicts = Pattern.compile("\\| \\*\\*([a-z ]+)\\*\\* \\|")
                .matcher(part)
                .results()
                .map(match -> match.group(1))
                .toList();
        List<String> rows = Files.readAllLines(DOCS.resolve("README.md")).stream()
                .filter(line -> line.contains("<!-- " + experiment.name() + "/measured-"))
                .toList();

        assertThat(verdicts).isNotEmpty();
        assertThat(rows).hasSameSizeAs(verdicts);
        for (int i = 0; i < rows.size(); i++) {
            assertThat(rows.get(i)).contains("| " + verdicts.get(i) + " |");
        }
    }

    @Test
    void shouldRefuseAPageWithoutRoomForResults() throws Exception {
        Path page = Files.writeString(directory.resolve("page.md"), "Nothing.\n");

        assertThatThrownBy(() -> ResultsPage.replace(page, ResultsPage.Part.SIMULATED, "new\n"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("expected: <!-- results");
    }

    @Test
    void shouldShowClaimsFirstAndTablesWithNumbersToTheRight() {
        ExperimentRun run = quick(new ResultsExperiment());
        run.table("Seconds", List.of("workers", "name"), List.of(List.of("1", "a")));
        run.claim("one", "One claim", true, "twice");

        assertThat(run.results()).isEqualTo("""
            | claim | | measured |
            | --- | --- | --- |
            | One claim | **holds** | twice |

            **Seconds**

            | workers | name |
            | ---: | --- |
            | 1 | a |
            """);
        assertThatThrownBy(() -> run.claim("one", "Again", true, "")).hasMessageContaining("twice (expected: once)");
    }
}
