package dev.sluice.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cli.fleet.FleetRequest;
import dev.sluice.cli.option.FleetRange;
import dev.sluice.model.SluiceException;
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
                        List.of()));
    }

    @Test
    void shouldStillTakeAFixedNumberOfTasks() {
        PoolMembers fixed = members("--slurm", "3");
        assertThat(fixed.fleet()).isNull();
        assertThat(fixed.workers().slurm()).isNotNull();
    }

    @Test
    void shouldRefuseOptionsOfAFleetWithoutOne() {
        assertThatThrownBy(() -> members("--idle", "1m"))
                .isInstanceOf(SluiceException.class)
                .hasMessage("--idle: without a fleet (expected: --slurm min=A,max=B with it)");
        assertThatThrownBy(() -> members("--min-gain", "1", "--slurm", "3")).hasMessageContaining("--min-gain");
        assertThatThrownBy(() -> members("--slurm", "max=3", "--min-gain", "100"))
                .hasMessageContaining("below 100");
    }
}
