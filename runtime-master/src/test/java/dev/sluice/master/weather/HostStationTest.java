package dev.sluice.master.weather;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.HostReport.Received;
import dev.sluice.net.message.SeriesWeather;
import dev.sluice.net.message.SeriesWeather.Quantity;
import dev.sluice.net.message.SizeClass;
import dev.sluice.net.session.SessionCounters;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostStationTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;

    private final HostStation station = new HostStation(0);

    static HostReport report(double availability, Received... received) {
        return report(availability, new HostReport.Memory(1 << 20, 1 << 22), received);
    }

    private static HostReport report(double availability, HostReport.Memory memory, Received... received) {
        return new HostReport(
                7,
                4 * SECOND,
                2,
                new HostReport.Processors(8, 0),
                1 + (int) Math.round(availability * 1_000),
                new HostReport.Load(1_500, 700, new HostReport.Times(1, 2, 3, 4, 5, 6, 7)),
                memory,
                SECOND,
                HostReport.Source.OSHI,
                Optional.of(new HostReport.Processor("CPU", 3_000)),
                List.of(received));
    }

    private Optional<SeriesWeather> series(Quantity quantity, SizeClass sizes) {
        return station.series(true).stream()
                .filter(each -> each.quantity() == quantity && each.sizes() == sizes)
                .findFirst();
    }

    private double newest(Quantity quantity, SizeClass sizes) {
        return series(quantity, sizes).orElseThrow().newest().value();
    }

    @Test
    void shouldForecastWhatIsAvailable() {
        for (int i = 0; i < 100; i++) {
            station.reported(report(i % 2 == 0 ? 0.4 : 0.6), 1_000L * i);
        }
        SeriesWeather series = series(Quantity.AVAILABILITY, SizeClass.TINY).orElseThrow();

        assertThat(series.recent()).hasSize(64);
        assertThat(series.recent().get(63)).isEqualTo(series.newest());
        assertThat(series.forecast().measurements()).isEqualTo(100);
        assertThat(series.forecast().value()).isBetween(0.4, 0.6);
        assertThat(series.forecast().meanAbsoluteError()).isBetween(0.0, 0.2);
        assertThat(station.reportedMillis()).isEqualTo(99_000);
    }

    @Test
    void shouldForecastFreeMemory() {
        for (int i = 0; i < 20; i++) {
            station.reported(report(1, new HostReport.Memory(i % 2 == 0 ? 600 : 400, 1_000)), 1_000L * i);
        }
        SeriesWeather series = series(Quantity.FREE_MEMORY, SizeClass.TINY).orElseThrow();

        assertThat(series.newest().value()).isEqualTo(400);
        assertThat(series.forecast().value()).isBetween(400.0, 600.0);
        assertThat(series.forecast().meanAbsoluteError()).isBetween(1.0, 200.0);
        assertThat(series.quantity().hasSizes()).isFalse();
    }

    @Test
    void shouldForecastNoMemoryThatCannotBeRead() {
        station.reported(report(1, new HostReport.Memory(0, 0)), 1);

        assertThat(series(Quantity.FREE_MEMORY, SizeClass.TINY)).isEmpty();
    }

    @Test
    void shouldKnowTheProcessorThatIsSaidOnlyOnce() {
        station.reported(report(1), 1);
        station.reported(report(1).with(Optional.empty()), 2);

        assertThat(station.report().processor()).contains(new HostReport.Processor("CPU", 3_000));
    }

    @Test
    void shouldSeeFarLessBandwidthWithSmallTransfers() {
        station.roundTrip(2 * MILLI, 0);
        station.received(1_000, 0);
        station.received(1_000, 0);
        station.received(10_000_000, 99 * MILLI);
        station.beat(new SessionCounters(0, 0, 3, 10_002_000), 2 * SECOND, 5);

        assertThat(newest(Quantity.BANDWIDTH_IN, SizeClass.TINY)).isEqualTo(1e6, within(1.0));
        assertThat(newest(Quantity.BANDWIDTH_IN, SizeClass.LARGE)).isEqualTo(1e8, within(1.0));
        assertThat(series(Quantity.BANDWIDTH_IN, SizeClass.SMALL)).isEmpty();
        assertThat(series(Quantity.BANDWIDTH_IN, SizeClass.LARGE)
                        .orElseThrow()
                        .newest()
                        .ownTraffic())
                .as("bytes in two seconds")
                .isEqualTo(5_001_000, within(1.0));
    }

    @Test
    void shouldTakeTheOtherDirectionFromWhatTheWorkerReceived() {
        Received received = new Received(SizeClass.MEDIUM, 2, 1_000_000, 8 * MILLI);
        station.reported(report(1, received), 1);
        assertThat(series(Quantity.BANDWIDTH_OUT, SizeClass.MEDIUM))
                .as("no round trip is known")
                .isEmpty();

        station.roundTrip(2 * MILLI, 2);
        station.reported(report(1, received), 3);
        assertThat(newest(Quantity.BANDWIDTH_OUT, SizeClass.MEDIUM)).isEqualTo(1e8, within(1.0));
    }

    @Test
    void shouldKeepTransfersUntilARoundTripIsKnown() {
        station.received(5_000, 0);
        station.beat(SessionCounters.ZERO, SECOND, 1);
        assertThat(station.series(true)).isEmpty();
        station.roundTrip(2 * MILLI, 2);
        station.beat(SessionCounters.ZERO, 2 * SECOND, 3);

        assertThat(newest(Quantity.BANDWIDTH_IN, SizeClass.SMALL)).isEqualTo(5e6, within(1.0));
    }

    @Test
    void shouldKeepWhatWasMeasuredOfAWorkerThatIsGone() {
        station.reported(report(0.5), 1);
        station.reported(report(0.7), 2);
        station.close();
        station.reported(report(0.9), 3);

        assertThat(station.isClosed()).isTrue();
        assertThat(series(Quantity.AVAILABILITY, SizeClass.TINY).orElseThrow().recent())
                .hasSize(2);
        station.forget();
        SeriesWeather left = series(Quantity.AVAILABILITY, SizeClass.TINY).orElseThrow();
        assertThat(left.recent()).isEmpty();
        assertThat(left.newest().value()).isEqualTo(0.7);
    }

    @Test
    void shouldNotBeMisledByClocksThatStandStillOrNumbersThatCannotBe() {
        station.roundTrip(-5, 1);
        station.roundTrip(0, 1);
        station.received(100, 0);
        station.beat(new SessionCounters(9, 9, 9, 9), 0, 1);
        station.beat(SessionCounters.ZERO, -SECOND, 0);
        station.reported(report(1, new Received(SizeClass.TINY, 1, Long.MAX_VALUE, Long.MAX_VALUE)), 0);

        assertThat(station.series(true))
                .allSatisfy(series -> assertThat(series.newest().value()).isNotNegative());
        assertThat(series(Quantity.ROUND_TRIP, SizeClass.TINY)
                        .orElseThrow()
                        .forecast()
                        .measurements())
                .isOne();
    }

    @Test
    void shouldBeProbedWhereNothingLargeHasPassedLately() {
        assertThat(station.bytesToProbe(0, 1 << 20))
                .as("no round trip is known")
                .isZero();
        station.roundTrip(MILLI, 1_000);
        assertThat(station.bytesToProbe(0, 1 << 20)).as("nothing is known").isEqualTo(16 << 10);

        station.probed(16 << 10, MILLI, 3 * MILLI, 1_000);
        assertThat(newest(Quantity.BANDWIDTH_OUT, SizeClass.SMALL)).isCloseTo(16384 / 1.5e-3, within(1.0));
        assertThat(newest(Quantity.BANDWIDTH_IN, SizeClass.SMALL)).isCloseTo(16384 / 3.5e-3, within(1.0));
        int aim = station.bytesToProbe(0, 1 << 20);
        assertThat(aim).as("50 ms of the slower direction").isEqualTo((int) (16384 / 3.5e-3 * 0.05));

        station.probed(aim, 40 * MILLI, 50 * MILLI, 2_000);
        assertThat(station.bytesToProbe(2_000, 1 << 20))
                .as("both directions are fresh")
                .isZero();
        assertThat(station.bytesToProbe(2_001, 1 << 20))
                .as("they are not any more")
                .isGreaterThan(64 << 10);
    }

    @Test
    void shouldNotBeProbedWhileWorkPassesInBothDirections() {
        station.roundTrip(MILLI, 1_000);
        station.received(500_000, 50 * MILLI);
        station.beat(SessionCounters.ZERO, SECOND, 2_000);
        assertThat(station.bytesToProbe(0, 1 << 20)).as("nothing went out").isGreaterThan(64 << 10);
        station.reported(report(1, new Received(SizeClass.LARGE, 1, 5_000_000, 400 * MILLI)), 3_000);
        assertThat(station.bytesToProbe(0, 1 << 20)).isZero();
    }

    @Test
    void shouldBeProbedWithLittleOverASlowLink() {
        station.roundTrip(40 * MILLI, 1_000);
        station.probed(16 << 10, 400 * MILLI, 400 * MILLI, 1_000);
        assertThat(station.bytesToProbe(0, 1 << 20))
                .as("16 KiB of 0.3 Mbit/s tell enough")
                .isZero();
    }

    /** A connection that was idle begins so slowly that the first bytes take a round trip more than the link needs. */
    @Test
    void shouldBeProbedWithMoreUntilThatIsEnough() {
        station.roundTrip(40 * MILLI, 1_000);
        station.probed(16 << 10, 45 * MILLI, 45 * MILLI, 2_000);
        int second = station.bytesToProbe(0, 1 << 20);
        assertThat(second).as("40 kB of 250 kB/s").isBetween(30 << 10, 50 << 10);
        station.probed(second, 45 * MILLI, 45 * MILLI, 4_000);
        int third = station.bytesToProbe(0, 1 << 20);
        assertThat(third).as("100 kB of 620 kB/s").isBetween(64 << 10, 128 << 10);
        station.probed(third, 60 * MILLI, 60 * MILLI, 6_000);
        assertThat(station.bytesToProbe(0, 1 << 20)).isZero();
    }

    @Test
    void shouldNotBeProbedWithMoreBecauseRoundTripsWaitInAQueue() {
        station.roundTrip(12 * MILLI, 1_000);
        station.roundTrip(180 * MILLI, 2_000);
        station.probed(16 << 10, 7 * MILLI, 7 * MILLI, 2_500);
        assertThat(station.bytesToProbe(0, 1 << 20)).isLessThanOrEqualTo(64 << 10);
        station.received(500_000, 400 * MILLI);
        station.beat(SessionCounters.ZERO, SECOND, 3_000);
        assertThat(station.bytesToProbe(3_000, 1 << 20))
                .as("50 ms of 1 MB/s, not four waits")
                .isBetween(16 << 10, 64 << 10);
    }

    @Test
    void shouldBeProbedWhereSmallTransfersTellOfTheRoundTripAlone() {
        station.roundTrip(40 * MILLI, 1_000);
        for (int i = 1; i <= 10; i++) {
            station.received(8_000, 0);
            station.reported(report(1, new Received(SizeClass.SMALL, 1, 8_000, 0)), 1_000 * i);
            station.beat(SessionCounters.ZERO, i * SECOND, 1_000 * i);
        }
        int first = station.bytesToProbe(0, 1 << 20);
        assertThat(first).as("by the small ones").isBetween(16 << 10, 64 << 10);
        station.probed(first, 5 * MILLI, 5 * MILLI, 11_000);
        station.received(8_000, 0);
        station.beat(SessionCounters.ZERO, 12 * SECOND, 12_000);
        assertThat(station.bytesToProbe(0, 1 << 20)).as("by the probe").isGreaterThan(3 * first);
        assertThat(station.bytesToProbe(0, 32 << 10)).as("no more may be sent").isZero();
        assertThat(station.bytesToProbe(11_001, 32 << 10)).isEqualTo(32 << 10);
    }
}
