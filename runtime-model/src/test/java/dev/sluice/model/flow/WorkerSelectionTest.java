package dev.sluice.model.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.ledger.RunVerdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the selection of workers in cases where the gain of each is known. */
class WorkerSelectionTest {
    /** A master on a switch, and workers of 10 units/s each behind a link with room for 45. */
    private static Placement behindALink(int workers) {
        List<Host> hosts = new ArrayList<>(List.of(Views.host("m", 0, 1, 1e6)));
        IntStream.range(0, workers).forEach(i -> hosts.add(Views.host("w" + i, 1, 10, 1)));
        List<Link> links = List.of(new Link("here", Wire.UNLIMITED), new Link("there", 0, Wire.duplex(45)));
        return Placement.solve(new NetworkView("behind", links, hosts), Views.PLAIN);
    }

    /** A trial in which workers idle for this fraction of their time, limited by the link. */
    private static Trial idling(double idle, double link) {
        return workers -> {
            double rate = Math.min(workers.length * 10 * (1 - idle), link);
            return new Trial.Outcome(
                    rate, 0, new double[] {0, rate / link}, new RunVerdict(List.of(), rate < link ? "slots" : "link"));
        };
    }

    @Test
    void shouldTakeTheSetOfTheFlowWhereNobodyWaits() {
        WorkerSelection selection = WorkerSelection.choose(behindALink(9), 0, idling(0, 45), 0.01);
        assertThat(selection.workers()).hasSize(5);
        assertThat(selection.rate()).isEqualTo(45);
        assertThat(selection.flowRate()).isEqualTo(45);
    }

    @Test
    void shouldAddWorkersForThoseThatWait() {
        WorkerSelection selection = WorkerSelection.choose(behindALink(9), 0, idling(0.25, 45), 0.01);
        assertThat(selection.workers()).hasSize(6);
        assertThat(selection.rate()).isEqualTo(45);
    }

    @Test
    void shouldAddNobodyWhereTheWayIsFull() {
        Trial full = workers -> new Trial.Outcome(30, 0, new double[] {0, 1}, RunVerdict.NONE);
        WorkerSelection selection = WorkerSelection.choose(behindALink(9), 0, full, 0.01);
        assertThat(selection.workers()).hasSize(1);
        assertThat(selection.rate()).isEqualTo(30);
    }

    @Test
    void shouldStopAddingWhenNothingIsGained() {
        Trial flat = workers ->
                new Trial.Outcome(Math.min(workers.length, 5) * 6, 0, new double[] {0, 0.5}, RunVerdict.NONE);
        WorkerSelection selection = WorkerSelection.choose(behindALink(9), 0, flat, 0.01);
        assertThat(selection.workers()).hasSize(5);
        assertThat(selection.trials()).isLessThan(20);
    }

    @Test
    void shouldDropWorkersThatTogetherAreWorthLessThanTheLeastGain() {
        List<Host> hosts = new ArrayList<>(List.of(Views.host("m", 0, 1, 1e6)));
        IntStream.range(0, 4).forEach(i -> hosts.add(Views.host("fast" + i, 0, 100, 1)));
        IntStream.range(0, 10).forEach(i -> hosts.add(Views.host("slow" + i, 0, 1, 1)));
        NetworkView view = new NetworkView("mixed", List.of(new Link("lan", Wire.UNLIMITED)), hosts);
        Trial sum = workers -> new Trial.Outcome(
                Arrays.stream(workers).mapToDouble(host -> host <= 4 ? 100 : 1).sum(),
                0,
                new double[1],
                RunVerdict.NONE);
        Placement placement = Placement.solve(view, Views.PLAIN);
        assertThat(WorkerSelection.choose(placement, 0, sum, 0.01).workers()).hasSize(10);
        assertThat(WorkerSelection.choose(placement, 0, sum, 0.05).workers()).hasSize(4);
        assertThat(WorkerSelection.choose(placement, 0, sum, 0).workers()).hasSize(14);
    }

    @Test
    void shouldKeepAHundredEqualWorkersWhoseShareIsSmall() {
        List<Host> hosts = new ArrayList<>(List.of(Views.host("m", 0, 1, 1e6)));
        IntStream.range(0, 400).forEach(i -> hosts.add(Views.host("w" + i, 0, 10, 1)));
        NetworkView view = new NetworkView("many", List.of(new Link("lan", Wire.UNLIMITED)), hosts);
        Trial sum = workers -> new Trial.Outcome(10.0 * workers.length, 0, new double[1], RunVerdict.NONE);
        WorkerSelection selection = WorkerSelection.choose(Placement.solve(view, Views.PLAIN), 0, sum, 0.01);
        assertThat(selection.workers()).hasSize(396);
        assertThat(selection.trials()).isLessThan(60);
    }

    @Test
    void shouldShowTheCurveAndItsKnee() {
        WorkerSelection selection = WorkerSelection.choose(behindALink(9), 0, idling(0, 45), 0.01);
        List<WorkerSelection.Point> curve = selection.curve();
        assertThat(curve).extracting(WorkerSelection.Point::workers).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(curve)
                .extracting(WorkerSelection.Point::rate)
                .containsExactly(10.0, 20.0, 30.0, 40.0, 45.0, 45.0, 45.0, 45.0, 45.0);
        assertThat(curve.get(4).gain()).isCloseTo(5, within(1e-9));
        assertThat(curve.get(5).gain()).isZero();
        assertThat(curve.get(3).verdict().sentence()).isEqualTo("slots");
        assertThat(curve.get(8).verdict().sentence()).isEqualTo("link");
        assertThat(selection.verdict().sentence()).as("that of its trial").isEqualTo("link");
    }

    @Test
    void shouldChooseNobodyWhereNobodyCanContribute() {
        NetworkView alone =
                new NetworkView("alone", List.of(new Link("lan", Wire.UNLIMITED)), List.of(Views.host("m", 0, 1, 1)));
        Trial never = workers -> {
            throw new AssertionError("tried");
        };
        WorkerSelection selection = WorkerSelection.choose(Placement.solve(alone, Views.PLAIN), 0, never, 0.01);
        assertThat(selection.workers()).isEmpty();
        assertThat(selection.curve()).isEmpty();
    }
}
