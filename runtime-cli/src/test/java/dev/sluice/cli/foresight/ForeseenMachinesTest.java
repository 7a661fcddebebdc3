package dev.sluice.cli.foresight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The machines of runs in which workers wait. */
class ForeseenMachinesTest {
    private static World hosts(int... slots) {
        List<Host> hosts = new ArrayList<>(List.of(new Host("the master", 0)));
        for (int each : slots) {
            hosts.add(new Host("h" + hosts.size(), 0).withSlots(each));
        }
        return World.all(NetworkView.star("known hosts", hosts), 0);
    }

    @Test
    void shouldCountTheWorkersAtWork() {
        World all = hosts(2, 2, 2, 2);
        assertThat(Objects.requireNonNull(ForeseenMachines.atWork(all, 3)).slots())
                .isEqualTo(6);
        assertThat(ForeseenMachines.atWork(all, 0)).isSameAs(all);
        assertThat(ForeseenMachines.atWork(all, 5)).isSameAs(all);
    }

    /** The hosts that join first are at work, and nobody knows which these are. */
    @Test
    void shouldSayNothingOfUnlikeHosts() {
        assertThat(ForeseenMachines.atWork(hosts(2, 4), 1)).isNull();
        assertThat(ForeseenMachines.atWork(hosts(2, 4), 2)).isNotNull();
    }
}
