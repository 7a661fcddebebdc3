package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.page.Metrics;
import dev.sluice.model.record.RunView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The metrics, their page, and what is made for Prometheus and Grafana. */
class MetricsTest {
    private static final RunView VIEW = SampleViews.whole();
    private static final Pattern NAME = Pattern.compile("\\bsluice_[a-z_]+");
    private static final Pattern SAMPLE =
            Pattern.compile("(sluice_[a-z_]+)(?:\\{((?:cause|direction|host|quantile|regime|resource)=\"(?:[^\"\\\\\\n"
                    + "]|\\\\[\\\\\"n])*\",?)+})? -?[0-9][0-9.E-]*");

    @TempDir
    Path directory;

    private static Set<String> named(String text) {
        return NAME.matcher(text).results().map(MatchResult::group).collect(TreeSet::new, Set::add, Set::addAll);
    }

    @Test
    void shouldHaveAFewDozenMetricsWithUnitsInTheirNames() {
        assertThat(Metrics.names()).hasSizeBetween(20, 45).doesNotHaveDuplicates();
        String text = Metrics.text(VIEW);
        for (String name : Metrics.names()) {
            assertThat(text).as(name).containsOnlyOnce("# HELP " + name + " ");
            boolean counter = text.contains("# TYPE " + name + " counter\n");
            assertThat(name.endsWith("_total")).as(name).isEqualTo(counter);
        }
    }

    @Test
    void shouldWriteOnlySamplesThatPrometheusReads() {
        for (String line :
                Metrics.text(VIEW).lines().filter(line -> !line.startsWith("#")).toList()) {
            assertThat(line).matches(SAMPLE);
        }
    }

    @Test
    void shouldShowWhatTheViewSays() {
        assertThat(Metrics.text(VIEW).lines())
                .contains(
                        "sluice_run_duration_seconds 12.5",
                        "sluice_units_done_total 140",
                        "sluice_slots 8",
                        "sluice_slots_parked 0",
                        "sluice_efficiency_ratio 0.7",
                        "sluice_slot_seconds_total{cause=\"compute\"} 90",
                        "# TYPE sluice_unit_seconds summary",
                        "sluice_unit_seconds{quantile=\"0.5\"} 0.012",
                        "sluice_unit_seconds{quantile=\"0.95\"} 0.04",
                        "sluice_unit_seconds{quantile=\"0.99\"} 0.08",
                        "sluice_unit_seconds_sum 1.9",
                        "sluice_unit_seconds_count 140",
                        "sluice_traffic_bytes_total{direction=\"up\"} 1500",
                        "sluice_link_used_bytes_per_second{host=\"master\",direction=\"down\"} 1000000",
                        "sluice_link_wait_seconds_total{host=\"a\",direction=\"down\"} 1",
                        "sluice_regime{regime=\"computation\",resource=\"computing\"} 1",
                        "sluice_host_units_total{host=\"a\"} 70");
    }

    @Test
    void shouldLeaveOutWhatIsNotKnown() {
        assertThat(Metrics.text(VIEW)).doesNotContain("NaN", " -1");
        assertThat(Metrics.text(VIEW).lines().filter(line -> line.startsWith("sluice_host_load{")))
                .containsExactly("sluice_host_load{host=\"a\"} 1.5");
    }

    @Test
    void shouldBoundTheHosts() {
        RunView many = SampleViews.of(1, true, SampleViews.hosts(1_000));
        assertThat(Metrics.text(many).lines().filter(line -> line.startsWith("sluice_host_slots{")))
                .hasSize(100);
        assertThat(Metrics.text(many).lines()).contains("sluice_hosts 1000");
    }

    @Test
    void shouldHaveOneSampleForHostsOfOneName() {
        RunView twice = SampleViews.of(1, true, List.of(SampleViews.host("a"), SampleViews.host("a")));
        assertThat(Metrics.text(twice).lines().filter(line -> line.startsWith("sluice_host_slots{")))
                .hasSize(1);
    }

    @Test
    void shouldBeListedOnTheirPage() {
        Set<String> told = new LinkedHashSet<>();
        Pattern.compile("(?m)^(sluice_[a-z_]+)")
                .matcher(Checkout.read(Checkout.file("docs/metrics.md")))
                .results()
                .forEach(found -> told.add(found.group(1)));
        assertThat(told).containsExactlyElementsOf(Metrics.names());
    }

    @ParameterizedTest
    @ValueSource(strings = {"deploy/grafana/sluice.json", "deploy/grafana/alerts.yaml"})
    void shouldUseOnlyMetricsThatExist(String file) {
        assertThat(named(Checkout.read(Checkout.file(file)))).isNotEmpty().isSubsetOf(Metrics.names());
    }

    @Test
    void shouldHaveABoardThatGrafanaReads() throws IOException {
        var board = new ObjectMapper().readTree(Checkout.read(Checkout.file("deploy/grafana/sluice.json")));
        assertThat(board.at("/panels")).isNotEmpty();
        Set<String> titles = new TreeSet<>();
        board.at("/panels").forEach(panel -> {
            assertThat(titles.add(panel.at("/title").asText())).isTrue();
            assertThat(panel.at("/fieldConfig/defaults/unit").asText())
                    .as(panel.at("/title").asText())
                    .isNotEmpty();
            assertThat(panel.at("/targets/0/expr").asText()).contains("sluice_");
        });
    }

    @Test
    void shouldBeCleanForPromtool() throws Exception {
        promtool(Metrics.text(VIEW), "check", "metrics");
        promtool(
                "",
                "check",
                "rules",
                Checkout.file("deploy/grafana/alerts.yaml").toString());
    }

    private void promtool(String input, String... arguments) throws Exception {
        Path tool = Stream.concat(
                        Stream.of(Checkout.root().resolve("target/promtool/usr/bin")),
                        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1))
                                .map(Path::of))
                .map(folder -> folder.resolve("promtool"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeTrue(tool != null, "promtool is not installed");
        Path file = Files.writeString(directory.resolve("input"), input);
        List<String> command = new ArrayList<>(List.of(tool.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectInput(file.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }
}
