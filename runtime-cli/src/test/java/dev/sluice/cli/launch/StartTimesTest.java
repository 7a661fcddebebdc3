package dev.sluice.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.launch.LaunchPhases;
import dev.sluice.launch.Place;
import dev.sluice.master.WorkerEntry;
import dev.sluice.master.report.Launching;
import dev.sluice.model.WorkerId;
import dev.sluice.net.message.Register;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class StartTimesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Offset<Double> CLOSE = within(1e-9);

    private long nowNanos = 17 * SECOND;

    private final StartTimes times = new StartTimes(() -> nowNanos, () -> (nowNanos - 15 * SECOND) / 1e9);

    private static WorkerEntry worker(int number, String host, long registeredNanos) {
        Register register = Register.ofSlots(host, 2, "1", number, number, List.of(), List.of(), -1, List.of());
        return new WorkerEntry(new WorkerId(number), register, registeredNanos);
    }

    @Test
    void shouldAddThePhasesOfTheLauncherUpToTheFirstSlot() {
        times.begun();
        times.phases(new Place("far", 1, "worker on far"), new LaunchPhases("ssh", 0.5, 0.25, 4, 4_000_000, 1, 0));
        Launching launching = times.of(List.of(worker(1, "far", 23 * SECOND)), false);
        Launching.Start start = launching.launch().get(0);
        assertThat(launching.commandSeconds()).isCloseTo(2, CLOSE);
        assertThat(times.sinceCommand(20 * SECOND)).isCloseTo(5, CLOSE);
        assertThat(start.host()).isEqualTo("far");
        assertThat(start.jvmSeconds()).isCloseTo(1, CLOSE);
        assertThat(start.sentBytes()).isEqualTo(4_000_000);
        assertThat(start.readySeconds()).isCloseTo(6, CLOSE);
    }

    @Test
    void shouldTakeTheRegistrationForTheEndOfAJvmThatNobodyWatches() {
        times.begun();
        times.phases(new Place("here", 1, "local worker"), LaunchPhases.LOCAL);
        times.phases(new Place("node", 1, "task"), LaunchPhases.slurm(30));
        Launching launching = times.of(List.of(worker(1, "here", 18 * SECOND), worker(2, "node", 49 * SECOND)), false);
        assertThat(launching.launch().get(0).jvmSeconds()).isCloseTo(1, CLOSE);
        assertThat(launching.launch().get(1).jvmSeconds()).isCloseTo(2, CLOSE);
        assertThat(launching.launch().get(1).queuedSeconds()).isEqualTo(30);
    }

    @Test
    void shouldCountTheFirstWorkerOfAHost() {
        times.begun();
        times.phases(new Place("here", 1, "local worker"), LaunchPhases.LOCAL);
        times.phases(new Place("here", 2, "local worker"), LaunchPhases.LOCAL);
        Launching launching = times.of(List.of(worker(1, "here", 18 * SECOND), worker(2, "here", 90 * SECOND)), false);
        assertThat(launching.launch()).hasSize(1);
        assertThat(launching.launch().get(0).readySeconds()).isCloseTo(1, CLOSE);
    }

    @Test
    void shouldMeasureTheMakespanFromTheCommand() {
        times.begun();
        Launching launching = times.of(List.of(worker(1, "here", 20 * SECOND)), true);
        nowNanos = 40 * SECOND;
        Launching over = times.ended(launching);
        assertThat(over.makespanSeconds()).isCloseTo(25, CLOSE);
        assertThat(over.endSeconds()).isCloseTo(20, CLOSE);
        assertThat(over.launch()).isEqualTo(launching.launch());
        assertThat(over.launch().get(0).kind()).isEqualTo("embedded");
    }

    @Test
    void shouldNotKnowAnythingWithoutALaunch() {
        Launching launching = times.of(List.of(), false);
        assertThat(launching).isEqualTo(Launching.NONE);
        assertThat(times.ended(launching)).isEqualTo(Launching.NONE);
    }
}
