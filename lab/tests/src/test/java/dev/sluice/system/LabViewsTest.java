package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.model.flow.Host;
import dev.sluice.view.ViewFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The views and load files of the test network, as {@code sluice plan} and {@code sluice simulate} read them. */
class LabViewsTest {
    private static final Path NETWORK = Checkout.file("lab/network");

    static List<Path> views() throws IOException {
        try (Stream<Path> files = Files.list(NETWORK)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    private static Path view(String name) {
        return NETWORK.resolve(name + ".yaml");
    }

    private static JsonNode plan(Path view, String... options) {
        return printed("plan", view, "docs/plan.schema.json", options);
    }

    private static JsonNode simulate(Path view, String... options) {
        return printed("simulate", view, "docs/simulation.schema.json", options);
    }

    private static JsonNode printed(String command, Path view, String schema, String... options) {
        return InProcess.sluice(Words.of("%s --json --view %s %s", command, view, options))
                .json(0, schema);
    }

    @Test
    void shouldFindTheViews() throws IOException {
        assertThat(views()).hasSizeGreaterThan(20);
    }

    @ParameterizedTest
    @MethodSource("views")
    void shouldReadEveryView(Path file) throws Exception {
        assertThat(ViewFile.read(file).view().hosts()).isNotEmpty();
    }

    /** The environments of the papers. */
    @ParameterizedTest
    @CsvSource({"fast16, 16", "slow16, 4", "mixed10, 4.3", "wan16, 10"})
    void shouldPlanTheEnvironmentsOfThePapers(String name, double unitsPerSecond) {
        JsonNode plan = plan(view(name), "--unit-time=1s", "--result=1KB", "--units=400", "--no-simulation");
        assertThat(plan.at("/unitsPerSecond").asDouble()).isBetween(0.95 * unitsPerSecond, unitsPerSecond + 2.1);
    }

    /** The files that change the processors of a real lab. */
    @ParameterizedTest
    @CsvSource({
        "variable, mate, 15000, 10ms, 100B, 86.8",
        "ascending, mate, 15000, 10ms, 100B, 115.3",
        "step, mate, 15000, 10ms, 100B, 111.6",
        "quiet-site, sites, 12000, 100ms, 8kB, 160",
        "outside, slow16, 4000, 100ms, 100B, 117.2"
    })
    void shouldFollowTheLoadFiles(
            String pattern, String name, int units, String unitTime, String result, double expected) {
        String[] words = {"--units=" + units, "--unit-time=" + unitTime, "--result=" + result};
        double even = simulate(view(name), words).at("/runs/0/seconds").asDouble();
        double loaded = simulate(
                        view(name),
                        Words.of(
                                "%s %s",
                                words, "--script=" + NETWORK.resolve("patterns").resolve(pattern + ".load")))
                .at("/runs/0/seconds")
                .asDouble();
        assertThat(even).isBetween(98.0, 103.0);
        assertThat(loaded).as("by the shares over time").isCloseTo(expected, within(0.03 * expected));
    }

    /** The environments of the papers: as many units per second as their processors compute. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fast16 | m | 16 | 16",
                "slow16 | m | 16 | 4",
                "mixed10 | tandem | 9 | 4.58",
                "wan16 | mf | 16 | 10",
                "wan16 | ms | 16 | 10"
            })
    void shouldSimulateTheEnvironmentsOfThePapers(String name, String master, int hosts, double processors)
            throws Exception {
        String workers = ViewFile.read(view(name)).view().hosts().stream()
                .map(Host::name)
                .filter(host -> !host.equals(master) && !host.matches("m[fs]?"))
                .collect(Collectors.joining(","));
        JsonNode answer = simulate(
                view(name),
                "--master=" + master,
                "--workers=" + workers,
                "--units=4000",
                "--unit-time=100ms",
                "--result=100B");
        assertThat(answer.at("/workers").asInt()).isEqualTo(hosts);
        double expected = 400 / processors;
        assertThat(answer.at("/runs/0/seconds").asDouble()).isBetween(expected, 1.06 * expected);
    }
}
