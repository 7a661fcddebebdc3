package dev.sluice.insight.gain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.insight.gain.NetworkEstimate.Passed;
import dev.sluice.master.WorkerEntry;
import dev.sluice.model.WorkerId;
import dev.sluice.net.message.Register;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NetworkEstimateTest {
    /** Transfers of this rate in each direction, as a probe shows them. */
    private static WorkerEntry worker(int number, double bytesPerSecond) {
        Register register = new Register("h" + number, 1, "1", number, number, List.of(), List.of(), -1, List.of());
        WorkerEntry entry = new WorkerEntry(new WorkerId(number), register, 0);
        entry.station.roundTrip(1_000, 1);
        long size = 1 << 20;
        long nanos = Math.round(size / bytesPerSecond * 1e9);
        entry.station.probed(size, nanos, nanos, 1);
        return entry;
    }

    private static double port(Passed passed) {
        List<WorkerEntry> six =
                IntStream.rangeClosed(1, 6).mapToObj(i -> worker(i, 1e6)).toList();
        return new NetworkEstimate(six, passed)
                .network(List.of(), true)
                .masterPort()
                .downBytesPerSecond();
    }

    @Test
    void shouldTakeTheRateOfAllSetupsTogetherForThatOfThePort() {
        assertThat(port(new Passed(0, 0, 0, true))).isCloseTo(1e6, withinPercentage(1));
        assertThat(port(new Passed(0, 2e6, 5e6, true))).isCloseTo(5e6 * LinkThroughput.WIRE_BYTES, withinPercentage(1));
    }

    @Test
    void shouldTakeThePortForAtLeastAsFastAsWhatPassedIt() {
        assertThat(port(new Passed(0, 2e6, 0, true))).isCloseTo(2e6 * LinkThroughput.WIRE_BYTES, withinPercentage(1));
    }

    @Test
    void shouldTakeThePortForUnlimitedWhereNoSlotWaited() {
        assertThat(port(new Passed(0, 2e6, 5e6, false))).isInfinite();
    }
}
