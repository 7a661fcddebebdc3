package dev.sluice.insight.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.simulate.Interference;
import dev.sluice.model.simulate.Overheads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverheadsFitTest {
    private static final Step BUSY = new Step(101, 0, 0, 0, 100);

    /** In a second, timers take 1 ms of the master's loop and 2 of a worker's. */
    private static final Measured QUIET =
            new Measured(new Step(6, 0, 0, 499_000, 0), 5, 1_000_000, 500_000, 0, 1_000_000, 0, 1);

    private static final List<Measured> UNITS =
            List.of(measured(0, 0, 300, 200, 800, 50, 700), measured(0, 0, 500, 250, 900, 60, 650));

    /** A message costs the master 10 us each way and the worker 15, a byte 1 ns to send and 2 to receive. */
    private static final List<Measured> MESSAGES = List.of(
            measured(0, 0, 100_000, 20_200, 0, 30_000, 650),
            measured(1_000, 0, 103_000, 21_200, 0, 32_000, 650),
            measured(50_000, 0, 250_000, 70_200, 0, 130_000, 650),
            measured(0, 20_000, 160_000, 60_200, 0, 50_000, 650));

    private static Measured measured(
            int input, int result, double clock, double master, double application, double worker, double slot) {
        return new Measured(new Step(100, input, result, 0), 99, clock, master, application, worker, slot, 0);
    }

    @Test
    void shouldFindHowFirstMessagesBecomeCheaper() {
        double usual = 20_200;
        List<Measured> first = new ArrayList<>();
        int before = 0;
        for (int units : new int[] {500, 1500, 6000}) {
            double sum = 0;
            for (int message = 2 * before; message < 2 * (before + units); message++) {
                sum += usual * (1 + 4 * Math.exp(-message / 2000.0));
            }
            before += units;
            first.add(new Measured(new Step(units, 0, 0, 0), units - 1, 100_000, sum / (2 * units), 0, 30_000, 650, 0));
        }
        Overheads.Warming found = OverheadsFit.warming(first, MESSAGES);
        assertThat(found.master().more()).isCloseTo(4, within(0.5));
        assertThat(found.master().count()).isCloseTo(2000, within(300.0));
        assertThat(found.worker().more()).as("nothing changes").isZero();
        assertThat(OverheadsFit.warming(List.of(), MESSAGES)).isEqualTo(Overheads.Warming.NONE);
    }

    @Test
    void shouldFindWhatMessagesAndBytesCost() {
        Overheads found = OverheadsFit.of(MESSAGES, UNITS);
        assertThat(found.masterSends().messageNanos()).isEqualTo(10_000);
        assertThat(found.masterReceives().messageNanos()).isEqualTo(10_000);
        assertThat(found.workerSends().messageNanos()).isEqualTo(15_000);
        assertThat(found.masterSends().byteNanos()).isEqualTo(1, within(1e-9));
        assertThat(found.masterReceives().byteNanos()).isEqualTo(2, within(1e-9));
        assertThat(found.workerSends().byteNanos()).isEqualTo(1, within(1e-9));
        assertThat(found.workerReceives().byteNanos()).isEqualTo(2, within(1e-9));
    }

    @Test
    void shouldTakeUnitsThatStreamForWhatAUnitCosts() {
        Overheads found = OverheadsFit.of(MESSAGES, UNITS);
        assertThat(found.unitNanos()).isEqualTo(650);
        assertThat(found.handOutNanos()).as("the application's thread").isEqualTo(800);
        assertThat(found.takeNanos()).as("the master's loop").isEqualTo(200);
    }

    @Test
    void shouldTakeForDelayWhatNoProcessorAccountsFor() {
        assertThat(OverheadsFit.delayNanos(MESSAGES)).isEqualTo((100_000 - 20_200 - 30_000 - 650) / 2.0);
    }

    @Test
    void shouldTakeTheDelayOfThreadsThatSleepWhereItWasMeasured() {
        List<Measured> all = new ArrayList<>(MESSAGES);
        all.add(new Measured(new Step(100, 0, 0, 1_000), 99, 300_000, 40_000, 0, 60_000, 2_000, 0));
        assertThat(OverheadsFit.delayNanos(all)).isEqualTo((300_000 - 20_200 - 30_000 - 650) / 2.0);
        assertThat(OverheadsFit.of(all, UNITS).masterSends().messageNanos()).isEqualTo(10_000);
    }

    @Test
    void shouldNotCountWhatThreadsDoWhileOthersGoOn() {
        List<Measured> busy = List.of(measured(0, 0, 50_000, 40_200, 0, 50_000, 9_800));
        Overheads found = OverheadsFit.of(busy, UNITS);
        assertThat(found.travel().delayNanos()).isZero();
        assertThat(found.masterSends().messageNanos()).isEqualTo(10_000);
        assertThat(found.workerSends().messageNanos()).isEqualTo(12_500);
    }

    @Test
    void shouldFindWhatUnitsThatComputeChange() {
        Overheads alone = OverheadsFit.of(MESSAGES, UNITS);
        int each = 50;
        // The master takes 20 us for a message and what goes back, and 0.2 for a unit; the worker 30, a slot 0.65 a
        // unit.
        Measured measured = new Measured(
                BUSY,
                100,
                60_000,
                200 + 60 + (20_000 + 80_000.0) / each,
                1_600,
                2 * 120 + (30_000 + 200_000.0) / each,
                650 + 150_000.0 / each,
                1.0 / each);
        Interference found = OverheadsFit.interference(alone, measured, QUIET, 2);
        assertThat(found.masterNanos()).isCloseTo(80_000, within(1e-6));
        assertThat(found.workerNanos()).isCloseTo(200_000, within(1e-6));
        assertThat(found.slotNanos()).isCloseTo(150_000, within(1e-6));
        assertThat(found.applicationNanos()).as("800 ns alone").isEqualTo(800);
        assertThat(found.unitSeconds()).isEqualTo(1e-4);
    }

    @Test
    void shouldChangeNothingWhereNothingWasSaid() {
        Overheads alone = OverheadsFit.of(MESSAGES, UNITS);
        Measured silent = new Measured(BUSY, 0, 0, 0, 0, 0, 0, 0);
        assertThat(OverheadsFit.interference(alone, silent, QUIET, 2)).isEqualTo(Interference.NONE);
    }

    @Test
    void shouldReadWhatItWrites() throws IOException {
        Overheads found = OverheadsFit.of(MESSAGES, UNITS);
        assertThat(OverheadsJson.parse(OverheadsJson.of(found))).isEqualTo(found);
    }

    @Test
    void shouldRefuseAnObjectWithoutANumber() {
        String written = OverheadsJson.of(Overheads.NONE).replace("takeNanos", "takeMillis");
        assertThatThrownBy(() -> OverheadsJson.parse(written))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("takeNanos");
    }

    @Test
    void shouldTakeTheMedianOfEachFigure() {
        List<Measured> alike = List.of(
                new Measured(BUSY, 100, 5, 10, 900, 3, 70, 4),
                new Measured(BUSY, 100, 4, 30, 200, 2, 71, 5),
                new Measured(BUSY, 100, 9, 20, 100, 1, 72, 6));

        assertThat(OverheadsFit.median(alike)).isEqualTo(new Measured(BUSY, 100, 5, 20, 200, 2, 71, 5));
    }

    @Test
    void shouldTakeTheMiddleOfTwo() {
        List<Measured> alike =
                List.of(new Measured(BUSY, 100, 1, 2, 3, 4, 5, 6), new Measured(BUSY, 100, 3, 6, 9, 12, 15, 18));

        assertThat(OverheadsFit.median(alike)).isEqualTo(new Measured(BUSY, 100, 2, 4, 6, 8, 10, 12));
    }
}
