package dev.sluice.cli.discover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DiscoverCrewTest {
    @Test
    void shouldNameHostsThatHaveNotJoinedWhenTheWaitIsOver() throws Exception {
        DiscoverCrew crew = new DiscoverCrew(List.of(), line -> {});
        crew.joined("a");
        crew.joined("c");

        crew.await(3, 1);

        assertThat(crew.missing(List.of("a", "b", "c"))).containsExactly("b");
        assertThat(DiscoverRun.absent(crew.present(), 3))
                .containsExactly("1 of 3 workers had not joined when the tests began, and is left out;"
                        + " --wait makes discover wait for longer");
    }

    @Test
    void shouldNameNobodyWhenAllHaveJoined() throws Exception {
        DiscoverCrew crew = new DiscoverCrew(List.of(), line -> {});
        crew.joined("a");

        crew.await(1, 1);

        assertThat(crew.missing(List.of("a"))).isEmpty();
        assertThat(DiscoverRun.absent(crew.present(), 1)).isEmpty();
    }
}
