package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code sluice plan --json} follows its schema. */
class PlanSchemaTest {
    private static JsonNode plan(String view, String... options) {
        List<String> arguments = new ArrayList<>(
                List.of("plan", "--json", "--view", Checkout.file(view).toString()));
        arguments.addAll(List.of(options));
        return InProcess.sluice(arguments.toArray(String[]::new)).json(0, "docs/plan.schema.json");
    }

    @Test
    void shouldGiveTheTableOfThePaper() {
        JsonNode plan = plan("docs/examples/paper.yaml", "--input=0.5MB", "--result=0.5MB", "--no-simulation");
        assertThat(plan.at("/flow/master").asText()).isEqualTo("B");
        assertThat(plan.at("/candidates").findValuesAsText("host")).containsExactly("B", "A", "D", "C");
        assertThat(Math.round(plan.at("/unitsPerSecond").asDouble())).isEqualTo(130);
    }

    @Test
    void shouldSimulateTwoSites() {
        JsonNode plan =
                plan("docs/examples/two-sites.yaml", "app.jar", "--unit-time=12ms", "--result=8KB", "--units=5000");
        assertThat(plan.at("/application").asText()).isEqualTo("app.jar");
        assertThat(plan.at("/simulation/curve")).isNotEmpty();
        assertThat(plan.at("/workers")).isNotEmpty();
        assertThat(plan.at("/seconds").asDouble()).isPositive();
    }

    @Test
    void shouldCountTheTimeOfFiles() {
        String[] options = {"--unit-time=1s", "--units=2000", "--master=here-1"};
        JsonNode plan =
                plan("docs/examples/dissertation.yaml", Words.of("%s --file=%s", options, Checkout.file("README.md")));
        assertThat(plan.at("/files/bytes").asLong()).isPositive();
        assertThat(plan.at("/files/hosts").findValuesAsText("host"))
                .isNotEmpty()
                .doesNotContain("here-1");
        assertThat(plan.at("/files/seconds").asDouble())
                .isEqualTo(plan.at("/files/hosts/0/seconds").asDouble())
                .isPositive();
        assertThat(plan("docs/examples/dissertation.yaml", options).has("files"))
                .isFalse();
    }

    @Test
    void shouldPlanOnAGraph() {
        JsonNode plan = plan("docs/examples/two-ways.yaml", "--unit-time=40ms", "--result=64KB");
        assertThat(plan.at("/flow/links").findValuesAsText("link")).contains("leased", "radio");
    }

    @Test
    void shouldPlanASubMasterForLargeSetupDataOnly() {
        String view = "docs/examples/dissertation.yaml";
        String[] common = {
            "--master=here-1", "--unit-time=1s", "--input=1KB", "--result=1KB", "--tree", "--no-simulation"
        };
        JsonNode candidates =
                plan(view, Words.of("%s --setup=2MB --units=500", common)).at("/subMasters/candidates");
        assertThat(candidates).map(each -> each.at("/link").asText()).startsWith("there");
        assertThat(candidates)
                .filteredOn(each -> each.at("/chosen").asBoolean())
                .hasSize(1);
        assertThat(candidates.at("/0/chosen").asBoolean()).isTrue();
        assertThat(candidates.at("/0/reason").asText()).startsWith("there: 6 setups of 2 MB become 1; saves ");
        assertThat(plan(view, Words.of("%s --units=1100", common))
                        .at("/subMasters/candidates/0/chosen")
                        .asBoolean())
                .isFalse();
    }
}
