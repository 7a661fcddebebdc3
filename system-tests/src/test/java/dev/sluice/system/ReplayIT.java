package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.testing.NoLeaks;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice simulate --run} of a run whose workers came and went, with real processes. */
@NoLeaks
@Tag("slow")
class ReplayIT {
    /** More than a minute of one worker, unless it is told to hurry. */
    private static final int UNITS = 1500;

    @TempDir
    Path directory;

    @Test
    void shouldReplayTheChangesOfARun() throws Exception {
        try (MasterRun run = PoisonJar.listening(directory, UNITS, "--policy", "SS", "--speculation", "0")) {
            run.awaitPrinted("to join:");
            try (MasterRun first = PoisonJar.worker(directory);
                    MasterRun second = PoisonJar.worker(directory)) {
                run.awaitPrinted("w2 on");
                awaitAccepted(40);
                ask("workers", "park", "sluice-runs/mine", "w1");
                awaitAccepted(80);
                ask("workers", "unpark", "sluice-runs/mine", "w1");
                try (MasterRun third = PoisonJar.worker(directory)) {
                    run.awaitPrinted("w3 on");
                    ask("workers", "drain", "sluice-runs/mine", "w2");
                    assertThat(second.exitCodeWithin(60)).as(second.err()).isZero();
                    PoisonJar.hurry(directory);
                    assertThat(run.exitCodeWithin(120)).as(run.err()).isZero();
                    assertThat(third.exitCodeWithin(60)).as(third.err()).isZero();
                }
                assertThat(first.exitCodeWithin(60)).as(first.err()).isZero();
            }
        }
        String said =
                ask("simulate", "--run", "sluice-runs/mine", "--anyway"); // a busy machine does what nobody records
        assertThat(said)
                .containsPattern(
                        "the replay makes the changes of the run at their times: 1 worker parked for [0-9.]+ s; "
                                + "[12] workers? joined later; 1 worker left");
    }

    private void awaitAccepted(int units) {
        await().until(() -> PoisonJar.accepted(directory).size() > units);
    }

    private String ask(String... arguments) throws Exception {
        return MasterRun.master(directory, arguments).printed(0);
    }
}
