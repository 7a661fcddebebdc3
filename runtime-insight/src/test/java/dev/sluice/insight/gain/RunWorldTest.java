package dev.sluice.insight.gain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.insight.gain.GainNetwork.GainSubMaster;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationTerms;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RunWorldTest {
    private static final int MANY = 100_000;

    private static GainWorker ready(int number, double seconds, int above) {
        return new GainWorker("w" + number, "h" + number, 1, 1, seconds, 0, Wire.UNLIMITED, above, 0, 0);
    }

    private static RunWorld world(List<GainWorker> workers, GainSubMaster... subMasters) {
        return new RunWorld(
                workers,
                new GainNetwork(
                        List.of(new Link("switch", Wire.UNLIMITED)), 0, Wire.UNLIMITED, List.of(subMasters), true),
                SimulationTerms.DEFAULT);
    }

    @Test
    @Timeout(60)
    void shouldTellWhichOfManyWorkersJoinLater() {
        List<GainWorker> workers = new ArrayList<>();
        for (int i = 1; i < MANY; i++) {
            workers.add(ready(i, 1 + i % 2, -1));
        }
        workers.add(ready(MANY, 50, -1));
        RunWorld world = world(workers);
        assertThat(world.startSeconds()).isCloseTo(1.5, within(0.001));
        assertThat(world.script().steps())
                .singleElement()
                .isInstanceOfSatisfying(
                        Script.Join.class, join -> assertThat(join.host()).isEqualTo(MANY));
        assertThat(world.machines(1).workers()).isEqualTo(MANY - 1);
    }

    @Test
    void shouldPutWorkersBelowTheirSubMasters() {
        GainSubMaster sub = new GainSubMaster("s", 0, Wire.UNLIMITED);
        List<GainWorker> workers = List.of(ready(1, 0, 1), ready(2, 0, -1), ready(3, 9, 0), ready(4, 0, 1));
        Machines machines = world(workers, sub, sub).machines(1);
        assertThat(machines.subMasters())
                .containsExactly(new Machines.SubMaster(5, List.of(3)), new Machines.SubMaster(6, List.of(1, 4)));
        assertThat(machines.workers()).as("none below a sub-master is late").isEqualTo(4);
    }
}
