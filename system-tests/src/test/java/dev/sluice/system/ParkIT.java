package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code sluice workers list}, {@code park} and {@code unpark}, and {@code set}, beside a run that goes on with
 * {@code --active}.
 */
@NoLeaks
class ParkIT {
    /** More than four minutes of one worker, unless it is told to hurry. */
    private static final int UNITS = 5000;

    @TempDir
    Path directory;

    @Test
    void shouldGoOnWithoutParkedWorkersAndLoseNothing() throws Exception {
        try (MasterRun run = PoisonJar.listening(directory, UNITS, "--active", "1")) {
            run.awaitPrinted("to join:");
            try (MasterRun first = PoisonJar.worker(directory)) {
                run.awaitPrinted("w1 on");
                try (MasterRun second = PoisonJar.worker(directory);
                        MasterRun third = PoisonJar.worker(directory)) {
                    run.awaitPrinted("w3 on");
                    await().until(() -> PoisonJar.accepted(directory).size() > 20);
                    assertThat(ask("workers", "list")).matches("w1 on \\S+\nw2 on \\S+, parked\nw3 on \\S+, parked\n");
                    assertThat(ask("workers", "list", "--json", "sluice-runs/mine"))
                            .contains("\"mode\":\"listed\"", "\"parked\":[\"w2 on ");
                    assertRefused("E200 w9: no such worker", "w1 on", "workers", "park", "sluice-runs/mine", "w9");
                    assertRefused("would have no worker at work", "unpark or add", "workers", "park", "w1", "w2", "w3");
                    assertThat(ask("workers", "unpark", "--json", "sluice-runs/mine", "w2"))
                            .contains("\"mode\":\"unparked\"", "\"workers\":[\"w2 on ");
                    assertThat(ask("workers", "unpark", "w2")).contains("w2: not parked");
                    assertThat(ask("workers", "park", "sluice-runs/mine", "w1"))
                            .contains("w1 on ", " is parked in poison-");
                    assertThat(ask("set", "--policy", "FAC", "--weights", "MEASURED", "--note", "another switch"))
                            .startsWith("FAC, weights measured, prefetch auto, speculation 5 % in poison-");
                    assertRefused(
                            "--weights: EQUAL with policy AWF", "expected", "set", "--policy=AWF", "--weights=EQUAL");
                    second.signal("KILL"); // w3 takes its place
                    int before = PoisonJar.accepted(directory).size();
                    await().until(() -> PoisonJar.accepted(directory).size() > before + 20);
                    PoisonJar.hurry(directory);
                    assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
                    assertThat(third.exitCodeWithin(60)).as(third.err()).isZero();
                }
                assertThat(first.exitCodeWithin(60)).as(first.err()).isZero();
            }
        }
        assertThat(PoisonJar.accepted(directory)).hasSize(UNITS).doesNotHaveDuplicates();
        assertReport();
    }

    private void assertReport() throws Exception {
        JsonNode report = new ObjectMapper()
                .readTree(directory.resolve("sluice-runs/mine/run.json").toFile());
        List<String> what = new ArrayList<>();
        report.findValue("decisions").findValues("what").forEach(each -> what.add(each.asText()));
        assertThat(String.join("\n", what))
                .contains(
                        "w2 on ",
                        " is parked",
                        " works again",
                        "another switch",
                        "FAC, weights measured, prefetch auto, speculation 5 %");
        assertThat(report.toString()).contains("\"parked\":");
    }

    private String ask(String... arguments) throws Exception {
        return MasterRun.master(directory, arguments).printed(0);
    }

    private void assertRefused(String offence, String expectation, String... arguments) throws Exception {
        MasterRun.master(directory, arguments).refused(offence, expectation);
    }
}
