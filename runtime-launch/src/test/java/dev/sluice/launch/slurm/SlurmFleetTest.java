package dev.sluice.launch.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.launch.fleet.FleetSystem.TaskStatus;
import dev.sluice.net.runfile.UnitNeeds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlurmFleetTest {
    @TempDir
    Path directory;

    private SlurmFleet fleet(int slots) {
        return new SlurmFleet(
                new SlurmTerms(
                        "pool-1-fleet",
                        1,
                        slots,
                        UnitNeeds.NONE,
                        List.of("--partition=long"),
                        Path.of("/opt/w.jar"),
                        List.of(),
                        directory),
                directory.resolve("private/agent.run"));
    }

    @Test
    void shouldShowAScriptWhoseTasksAreAgentsWithTheirIds() {
        assertThat(fleet(4).dryRun(3))
                .contains(
                        "sbatch --parsable << 'SCRIPT'",
                        "#SBATCH --job-name=sluice-pool-1-fleet",
                        "#SBATCH --array=1-3",
                        "#SBATCH --nodes=1 --ntasks=1 --cpus-per-task=4",
                        "#SBATCH --partition=long",
                        "slots=4")
                .anyMatch(line -> line.endsWith(" join --transport tcp --slots \"$slots\" --name"
                        + " \"${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}\" "
                        + directory + "/private/agent.run"))
                .anyMatch(line -> line.contains("squeue") && line.contains("--name=sluice-pool-1-fleet"));
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldTellWhichTasksAreThereAndWhichFailed() {
        assertThat(SlurmFleet.parse("""
            12_1 RUNNING
            12_2 PENDING
            13_1 CONFIGURING
            13_2 FAILED
            13_3 TIMEOUT
            13_4 CANCELLED
            13_5 COMPLETED
            13_6 COMPLETING
            N/A RUNNING
            slurm_load_jobs error: it is down
            """))
                .isEqualTo(Map.of(
                        "12_1", TaskStatus.RUNNING,
                        "12_2", TaskStatus.QUEUED,
                        "13_1", TaskStatus.QUEUED,
                        "13_2", TaskStatus.FAILED,
                        "13_3", TaskStatus.FAILED));
    }

    @Test
    void shouldFindTheLastLineOfATask() throws Exception {
        Path logs = Files.createDirectories(directory.resolve("logs"));
        Files.writeString(logs.resolve("n1-112_1.log"), "another task\n");
        Files.writeString(logs.resolve("n1-12_1.log"), "hello\nno Java\n");

        assertThat(fleet(4).story("12_1")).isEqualTo("no Java");
        assertThat(fleet(4).story("12_2")).isEmpty();
    }
}
