package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice plan --json} follows its schema. */
class PlanIT {
    private static final JsonSchema SCHEMA = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Checkout.read(Checkout.file("docs/plan.schema.json")));

    @TempDir
    Path directory;

    private JsonNode plan(String view, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("plan", "--json", "--view", Checkout.file(view).toString()));
        arguments.addAll(List.of(options));
        try (MasterRun run = MasterRun.master(directory, arguments.toArray(String[]::new))) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            JsonNode plan = new ObjectMapper().readTree(run.out());
            assertThat(SCHEMA.validate(plan)).as(run.out()).isEmpty();
            return plan;
        }
    }

    @Test
    void shouldGiveTheTableOfThePaper() throws Exception {
        JsonNode plan = plan("docs/examples/paper.yaml", "--input=0.5MB", "--result=0.5MB", "--no-simulation");
        assertThat(plan.at("/flow/master").asText()).isEqualTo("B");
        assertThat(plan.at("/candidates").findValuesAsText("host")).containsExactly("B", "A", "D", "C");
        assertThat(Math.round(plan.at("/unitsPerSecond").asDouble())).isEqualTo(130);
    }

    @Test
    void shouldSimulateTheLab() throws Exception {
        JsonNode plan =
                plan("deploy/lab/two-sites.yaml", "app.jar", "--unit-time=12ms", "--result=8KB", "--units=5000");
        assertThat(plan.at("/application").asText()).isEqualTo("app.jar");
        assertThat(plan.at("/simulation/curve")).isNotEmpty();
        assertThat(plan.at("/workers")).isNotEmpty();
        assertThat(plan.at("/seconds").asDouble()).isPositive();
    }

    @Test
    void shouldPlanOnAGraph() throws Exception {
        JsonNode plan = plan("docs/examples/two-ways.yaml", "--unit-time=40ms", "--result=64KB");
        assertThat(plan.at("/flow/links").findValuesAsText("link")).contains("leased", "radio");
    }
}
