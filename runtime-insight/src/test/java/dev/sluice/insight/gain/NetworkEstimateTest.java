package dev.sluice.insight.gain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.insight.gain.NetworkEstimate.Passed;
import dev.sluice.master.WorkerEntry;
import dev.sluice.model.WorkerId;
import dev.sluice.model.flow.Wire;
import dev.sluice.net.message.Register;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.net.session.SessionCounters;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NetworkEstimateTest {
    /** Transfers of this rate in each direction, as a probe shows them. */
    private static WorkerEntry worker(int number, double bytesPerSecond, long roundTripNanos) {
        return worker("h" + number, number, bytesPerSecond, roundTripNanos);
    }

    private static WorkerEntry worker(String host, int number, double bytesPerSecond, long roundTripNanos) {
        Register register = Register.ofSlots(host, 1, "1", number, number, List.of(), List.of(), -1, List.of());
        WorkerEntry entry = new WorkerEntry(new WorkerId(number), register, 0);
        entry.address = "10.0.0." + number;
        entry.station.roundTrip(roundTripNanos, 1);
        long size = 1 << 20;
        long nanos = Math.round(size / bytesPerSecond * 1e9);
        entry.station.probed(size, nanos, nanos, 1);
        return entry;
    }

    /** Sends so many bytes to each worker in a second, and setups at this rate. */
    private static Passed passed(double each, double setups, boolean waited) {
        return new Passed(1, entry -> new SessionCounters(1, (long) each, 0, 0), setups, waited);
    }

    private static double port(Passed passed) {
        List<WorkerEntry> six =
                IntStream.rangeClosed(1, 6).mapToObj(i -> worker(i, 1e6, 1_000)).toList();
        return new NetworkEstimate(six, passed)
                .network(List.of(), true)
                .masterPort()
                .upBytesPerSecond();
    }

    @Test
    void shouldTakeTheRateOfAllSetupsTogetherForThatOfThePort() {
        assertThat(port(passed(0, 0, true))).isCloseTo(1e6, withinPercentage(1));
        assertThat(port(passed(3e5, 5e6, true))).isCloseTo(5e6 * LinkThroughput.WIRE_BYTES, withinPercentage(1));
    }

    @Test
    void shouldTakeThePortForAtLeastAsFastAsWhatPassedIt() {
        assertThat(port(passed(3e5, 0, true))).isCloseTo(1.8e6 * LinkThroughput.WIRE_BYTES, withinPercentage(1));
    }

    @Test
    void shouldTakeThePortForUnlimitedWhereNoSlotWaited() {
        assertThat(port(passed(3e5, 5e6, false))).isInfinite();
    }

    @Test
    void shouldTakeTheLinkToASiteForAtLeastAsFastAsWhatPassedIt() {
        List<WorkerEntry> site = List.of(worker(1, 8e5, 20_000_000), worker(2, 8e5, 20_000_000));
        Passed passed = new Passed(10, entry -> new SessionCounters(1, 6_000_000, 1, 5_500_000), 0, true);

        Wire link = new NetworkEstimate(site, passed)
                .network(List.of(), true)
                .links()
                .get(1)
                .wire();

        assertThat(link.downBytesPerSecond()).isCloseTo(1.2e6 * LinkThroughput.WIRE_BYTES, withinPercentage(1));
        assertThat(link.upBytesPerSecond()).isCloseTo(1.1e6 * LinkThroughput.WIRE_BYTES, withinPercentage(1));
    }

    @Test
    void shouldKnowThatProcessesOfThisMachineUseNoPort() {
        WorkerEntry local = worker(ThisHost.name(), 1, 1e6, 1_000);
        NetworkEstimate estimate = new NetworkEstimate(List.of(local), passed(3e5, 5e6, true));
        assertThat(estimate.network(List.of(), true).masterPort().unlimited()).isTrue();
        assertThat(estimate.port(local).unlimited()).isTrue();
        assertThat(estimate.isKnown(local)).as("no network is in its way").isTrue();
    }

    @Test
    void shouldNotTakeTheCapacityOfTheOtherDirectionIfMorePassed() {
        List<WorkerEntry> two = List.of(worker(1, 1e6, 1_000), worker(2, 1e6, 1_000));
        for (long received : new long[] {2_000, 2_000_000}) {
            Passed passed = new Passed(1, entry -> new SessionCounters(1, 0, 1, received), 0, true);
            Wire port =
                    new NetworkEstimate(two, passed).network(List.of(), true).masterPort();
            assertThat(port.upBytesPerSecond()).isCloseTo(1e6, withinPercentage(1));
            assertThat(Double.isInfinite(port.downBytesPerSecond())).isEqualTo(received > 1_000_000);
        }
    }
}
