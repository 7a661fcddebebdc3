package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice hosts discover} on loopback: its forms, what reads its view, a worker that vanishes, Ctrl-C. */
@NoLeaks
class DiscoverIT {
    private static final JsonSchema SCHEMA = schema("docs/discovery.schema.json");
    private static final JsonSchema VIEW = schema("docs/network-view.schema.json");

    @TempDir
    Path directory;

    private static JsonSchema schema(String file) {
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(Checkout.read(Checkout.file(file)));
    }

    private MasterRun discover(String... options) throws Exception {
        return MasterRun.master(directory, Words.of("hosts discover %s", options));
    }

    @Test
    void shouldWriteAViewThatPlanAndSimulateRead() throws Exception {
        Path view = directory.resolve("view.yaml");
        Path svg = directory.resolve("view.svg");
        Path html = directory.resolve("view.html");
        try (MasterRun run = discover(
                "--local=3",
                "--slots=2",
                "--trials=1",
                "--bytes=40M",
                "--json",
                "-o",
                "" + view,
                "--svg",
                "" + svg,
                "--html",
                "" + html)) {
            assertThat(run.exitCodeWithin(120)).as(run.err()).isZero();
            JsonNode found = new ObjectMapper().readTree(run.out());
            assertThat(SCHEMA.validate(found)).as(run.out()).isEmpty();
            assertThat(VIEW.validate(found.at("/view"))).as(run.out()).isEmpty();
            assertThat(found.at("/view/hosts")).hasSize(4);
            assertThat(found.at("/view/hosts/1/slots").asInt()).isEqualTo(2);
            assertThat(found.at("/tests").asInt())
                    .isPositive()
                    .isLessThanOrEqualTo(found.at("/plan/mostTests").asInt());
            assertThat(found.at("/bytes").asLong())
                    .isPositive()
                    .isLessThanOrEqualTo(found.at("/plan/mostBytes").asLong());
            assertThat(run.err()).contains("3 hosts: ", "test 1, each host alone");
        }
        assertThat(svg).content().startsWith("<?xml").contains("Network seen from");
        assertThat(html).content().contains("Which hosts share what");
        assertThat(directory.resolve("sluice-discoveries")).doesNotExist();
        for (List<String> reader : List.of(
                List.of("plan", "--no-simulation"),
                List.of("simulate", "--units=100"),
                List.of("simulate", "map", "--no-simulation"))) {
            List<String> arguments = new ArrayList<>(reader);
            arguments.addAll(List.of("--view", "" + view, "--unit-time=10ms", "--result=10kB"));
            InProcess run = InProcess.sluice(arguments.toArray(String[]::new));
            assertThat(run.code()).as(run.err()).isZero();
        }
    }

    @Tag("long")
    @Test
    void shouldLeaveOutAWorkerThatIsKilledInTheMiddle() throws Exception {
        try (MasterRun run = discover("--local=3", "--slots=1", "--insecure", "--run-dir=kept")) {
            run.awaitPrinted("test 2, ");
            run.workers().get(0).destroyForcibly();
            assertThat(run.exitCodeWithin(180)).as(run.err()).isZero();
            assertThat(run.err()).contains("is excluded from now on");
            assertThat(run.out()).contains("was lost", "measured: ");
            assertThat(run.out()
                            .lines()
                            .filter(line -> line.contains("link: net"))
                            .count())
                    .as(run.out())
                    .isEqualTo(3);
        }
        assertThat(directory.resolve("kept/logs")).isNotEmptyDirectory();
        assertThat(directory.resolve("kept/private/worker.run")).doesNotExist();
    }

    @Test
    void shouldLeaveNoWorkerBehindAfterCtrlC() throws Exception {
        try (MasterRun run = discover("--local=2")) {
            run.awaitPrinted("test 1, ");
            List<ProcessHandle> workers = run.workers();
            run.signal("INT");
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(130);
            assertThat(workers).noneMatch(ProcessHandle::isAlive);
        }
    }
}
