package dev.sluice.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cli.fleet.FleetRequest;
import dev.sluice.cli.option.FleetRange;
import dev.sluice.model.SluiceException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which agents the options of a pool ask for. */
class PoolMembersTest {
    private static PoolMembers members(String... words) {
        return PoolHostOptions.members(List.of(words), 1);
    }

    @Test
    void shouldStartAnAgentHereUnlessAFleetIsWanted() {
        assertThat(members().workers().local()).isEqualTo(1);
        assertThat(members().fleet()).isNull();
        assertThat(members().others()).isFalse();

        PoolMembers fleet = members("--slurm", "min=0,max=50");
        assertThat(fleet.workers().local()).isZero();
        assertThat(fleet.workers().slurm()).isNull();
        assertThat(fleet.others()).as("agents of other machines").isTrue();
    }

    @Test
    void shouldConcludeTheFleet() {
        FleetRequest fleet = members(
                        "--local",
                        "1",
                        "--slurm",
                        "min=1,max=9",
                        "--slots",
                        "4",
                        "--slurm-options",
                        "--partition=long --time=60",
                        "--min-gain",
                        "2.5",
                        "--idle",
                        "90s")
                .fleet();
        assertThat(fleet)
                .isEqualTo(new FleetRequest(
                        new FleetRange(1, 9, 4),
                        0.025,
                        90_000_000_000L,
                        List.of("--partition=long", "--time=60"),
                        null,
                        List.of(),
                        null));
    }

    @Test
    void shouldStillTakeAFixedNumberOfTasks() {
        PoolMembers fixed = members("--slurm", "3");
        assertThat(fixed.fleet()).isNull();
        assertThat(fixed.workers().slurm()).isNotNull();
    }

    @Test
    void shouldConcludeTheFleetOfAScript() {
        PoolMembers members = members("--launcher", "/my cloud.sh", "--fleet", "max=9,slots=8");
        assertThat(members.fleet())
                .isEqualTo(new FleetRequest(
                        new FleetRange(0, 9, 8),
                        0.01,
                        300_000_000_000L,
                        List.of(),
                        null,
                        List.of(),
                        Path.of("/my cloud.sh")));
        assertThat(members.workers().local()).isZero();
        assertThat(members.others()).isTrue();
        assertThat(members("--launcher", "/s", "--fleet", "max=1", "--local", "1")
                        .workers()
                        .local())
                .isEqualTo(1);
    }

    @Test
    void shouldRefuseAScriptWithoutASizeAndASizeWithoutAScript() {
        assertThatThrownBy(() -> members("--launcher", "/s"))
                .hasMessage("--launcher: without a size (expected: --fleet min=0,max=50 with it)");
        assertThatThrownBy(() -> members("--fleet", "max=3"))
                .hasMessage("--fleet: without a script (expected: --launcher SCRIPT with it)");
        assertThatThrownBy(() -> members("--launcher", "/s", "--fleet", "max=3", "--slurm", "max=3"))
                .hasMessage("--launcher: with --slurm min=A,max=B (expected: one of the two)");
        assertThatThrownBy(() -> members("--launcher", "/s", "--fleet", "3")).hasMessageStartingWith("--fleet: '3'");
    }

    @Test
    void shouldRefuseOptionsOfAFleetWithoutOne() {
        assertThatThrownBy(() -> members("--idle", "1m"))
                .isInstanceOf(SluiceException.class)
                .hasMessage("--idle: without a fleet (expected: --slurm min=A,max=B or --launcher SCRIPT with it)");
        assertThatThrownBy(() -> members("--min-gain", "1", "--slurm", "3")).hasMessageContaining("--min-gain");
        assertThatThrownBy(() -> members("--slurm", "max=3", "--min-gain", "100"))
                .hasMessageContaining("below 100");
    }
}
