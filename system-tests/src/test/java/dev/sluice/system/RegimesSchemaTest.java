package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice simulate map}: its JSON follows its schema, its pictures and table are there, wrong use is told. */
class RegimesSchemaTest {
    @TempDir
    Path directory;

    private static JsonNode json(String... options) {
        return InProcess.sluice(Words.of("simulate map --json %s", options)).json(0, "docs/regimes.schema.json");
    }

    private static String twoSites() {
        return Checkout.file("docs/examples/two-sites.yaml").toString();
    }

    @Test
    void shouldPlaceAnApplicationBySimulation() {
        JsonNode printed = json("--view=" + twoSites(), "--master=a", "--unit-time=200ms", "--result=40kB");
        assertThat(printed.at("/application/regime").asText()).isEqualTo("computation");
        assertThat(printed.at("/application/simulation/unitsPerSecond").asDouble())
                .isCloseTo(12.5, org.assertj.core.data.Percentage.withPercentage(2));
        assertThat(printed.at("/map/regimes/0").asText())
                .hasSize(printed.at("/map/unitSeconds").size());
    }

    @Test
    void shouldDrawTheMap() throws Exception {
        Path svg = directory.resolve("map.svg");
        Path html = directory.resolve("map.html");
        InProcess run =
                InProcess.sluice("simulate", "map", "--hosts=8", "--port=100 Mbit/s", "--svg=" + svg, "--html=" + html);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("C computing", "CCCC", "NNNN");
        assertThat(Files.readString(svg)).contains("What bounds a run on 8 hosts around a switch", "</svg>");
        assertThat(Files.readString(html)).startsWith("<!DOCTYPE html>").doesNotContain("<script");
    }

    @Test
    void shouldTakeCostsFromAPlan() throws Exception {
        Path plan = directory.resolve("plan.json");
        Files.writeString(
                plan,
                "{\"costs\": {\"unitSeconds\": 0.001, \"resultSeconds\": 0, \"inputBytes\": 0, \"resultBytes\": 1e6}}");
        JsonNode printed = json("--hosts=4", "--prediction=" + plan);
        assertThat(printed.at("/application/regime").asText()).isEqualTo("communication");
        assertThat(printed.at("/application/simulation/limit").asText()).isEqualTo("the port of master");
    }

    @Test
    void shouldCountSetupsAndValuesOfACycle() throws Exception {
        String[] dot = {
            "--hosts=24", "--port=100 Mbit/s", "--unit-time=1s", "--setup=20MB", "--results=ACCUMULATED", "--value=20MB"
        };
        refuses("--units: missing (expected: the units of a cycle", dot);
        JsonNode printed = json(Words.of("%s --units=256", dot));
        assertThat(printed.at("/application/regime").asText()).isEqualTo("communication");
    }

    @Test
    void shouldTellWrongUse() throws Exception {
        refuses("--view: missing (expected: one of --view FILE and --hosts N|FILE)");
        refuses(
                "--unit-times: 1s..1s (expected: FROM..TO, both above 0, ascending)",
                "--hosts=2",
                "--unit-times=1s..1s");
        refuses("--master: x (expected: a host of the view, such as master)", "--hosts=2", "--master=x");
        Path broken = directory.resolve("broken.json");
        Files.writeString(broken, "{\"costs\":\n {");
        refuses(broken + ":2: no JSON", "--hosts=2", "--prediction=" + broken);
    }

    private static void refuses(String message, String... options) {
        InProcess run = InProcess.sluice(Words.of("simulate map %s", options));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(message);
        assertThat(run.out()).isEmpty();
    }
}
