package dev.sluice.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.SluiceMaster;
import dev.sluice.json.JsonTree;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice simulate --weights planned} plans for the simulated machines. */
class SimulatedWeightsTest {
    private static final String VIEW = """
        name: speeds
        links:
          - {name: here}
          - {name: far, parent: here, rate: 2 Mbit/s}
        hosts:
          - {name: m, link: here}
          - {name: one, link: here}
          - {name: four, link: here, speed: 4}
          - {name: behind, link: far, speed: 4}
        """;

    @TempDir
    Path directory;

    private JsonTree run(String weights) throws Exception {
        Path file = Files.writeString(directory.resolve("view.yaml"), VIEW);
        StringWriter out = new StringWriter();
        int code = SluiceMaster.commandLine()
                .setOut(new PrintWriter(out, true))
                .execute(
                        "simulate",
                        "--view",
                        file.toString(),
                        "--master",
                        "m",
                        "--policy",
                        "FIXED",
                        "--weights",
                        weights,
                        "--unit-time",
                        "100ms",
                        "--result",
                        "12500B",
                        "--units",
                        "700",
                        "--overheads",
                        "none",
                        "--json");
        assertThat(code).isZero();
        return JsonTree.parse(file, out.toString()).at("runs").elements().get(0);
    }

    @Test
    void shouldNeedTheTimeOfTheFlow() throws Exception {
        JsonTree planned = run("planned");
        assertThat(planned.at("weights").text()).isEqualTo("planned");
        assertThat(planned.at("seconds").number())
                .as("700 units at 10 + 40 units/s and the 20 that the link carries")
                .isBetween(10.0, 10.6);
        assertThat(run("equal").at("seconds").number()).isGreaterThan(23);
    }
}
