package dev.sluice.insight.correct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ViewCorrectionTest {
    private static final double MBIT = 1e6 / 8;
    private static final double WIRE = 1516.0 / 1448;
    private static final double DAY = 86_400;

    /** Master m in the middle; two hosts behind 40 Mbit/s in the north, two behind 6 up and 30 down in the east. */
    private static NetworkView threeSites() {
        Wire gigabit = Wire.duplex(1000 * MBIT);
        return new NetworkView(
                "three",
                List.of(
                        new Link("net", Wire.UNLIMITED),
                        new Link("north", 0, Wire.duplex(40 * MBIT).withLatency(1_000_000)),
                        new Link("east", 0, new Wire(30 * MBIT, 6 * MBIT, false, 8_000_000, 0)),
                        new Link("hub", 0, Wire.shared(15 * MBIT))),
                List.of(
                        new Host("m", 0, gigabit),
                        new Host("n1", 1, gigabit),
                        new Host("n2", 1, gigabit),
                        new Host("e1", 2, gigabit),
                        new Host("e2", 2, gigabit),
                        new Host("h1", 3, gigabit),
                        new Host("h2", 3, gigabit)));
    }

    private static PathForecast path(String from, String to, double wireRate) {
        return path(from, to, wireRate, 0, 60);
    }

    private static PathForecast path(String from, String to, double wireRate, double carried, double age) {
        double payload = wireRate / WIRE;
        return new PathForecast(from, to, payload, 0.03 * payload, 20, carried / WIRE, age, "run-1");
    }

    private static Wire wire(CorrectedView corrected, int link) {
        return corrected.view().links().get(link).wire();
    }

    @Test
    void shouldHalveOnlyTheLinkThatAllItsHostsFoundHalved() {
        NetworkView view = threeSites();
        CorrectedView corrected = ViewCorrection.of(
                view,
                3 * 3_600,
                List.of(
                        path("n1", "m", 20 * MBIT),
                        path("n2", "m", 19 * MBIT),
                        path("e1", "m", 6 * MBIT),
                        path("m", "e1", 30 * MBIT)),
                List.of());
        assertThat(wire(corrected, 1).upBytesPerSecond()).isEqualTo(20 * MBIT, within(1.0));
        assertThat(wire(corrected, 1).downBytesPerSecond()).isEqualTo(40 * MBIT);
        assertThat(wire(corrected, 2)).isEqualTo(wire(new CorrectedView(view, List.of(), List.of()), 2));
        assertThat(corrected.view().hosts()).isEqualTo(view.hosts());
        assertThat(corrected.beliefs()).singleElement().satisfies(belief -> {
            assertThat(belief.link()).isEqualTo("north");
            assertThat(belief.up()).isTrue();
            assertThat(belief.stale()).isTrue();
        });
        assertThat(corrected.words())
                .containsExactly("north carries 20 Mbit/s ± 600 kbit/s towards m as run run-1 measured 60 s ago;"
                        + " three says 40 Mbit/s (3 h ago): the view is stale");
    }

    /** Each of two senders gets half of what the link carries, and the run carried 20 Mbit/s at a time. */
    @Test
    void shouldNotTakeTheShareOfOneSenderForTheCapacity() {
        CorrectedView corrected = ViewCorrection.of(
                threeSites(),
                DAY,
                List.of(
                        path("n1", "m", 11 * MBIT, 10 * MBIT, 60),
                        path("n2", "m", 10 * MBIT, 10 * MBIT, 60),
                        path("e1", "m", 3 * MBIT, 2.9 * MBIT, 60),
                        path("e2", "m", 3 * MBIT, 2.9 * MBIT, 60)),
                List.of());
        assertThat(wire(corrected, 1).upBytesPerSecond()).isEqualTo(20 * MBIT, within(1.0));
        assertThat(wire(corrected, 2).upBytesPerSecond()).isEqualTo(6 * MBIT);
    }

    @Test
    void shouldBlameThePortIfAnotherHostBehindTheLinkIsFast() {
        CorrectedView corrected = ViewCorrection.of(
                threeSites(), DAY, List.of(path("n1", "m", 10 * MBIT), path("n2", "m", 39 * MBIT)), List.of());
        assertThat(wire(corrected, 1).upBytesPerSecond()).isEqualTo(40 * MBIT);
        assertThat(corrected.view().hosts().get(1).port().upBytesPerSecond()).isEqualTo(10 * MBIT, within(1.0));
        assertThat(corrected.view().hosts().get(2))
                .isEqualTo(threeSites().hosts().get(2));
    }

    @Test
    void shouldRaiseALinkThatIsSlowerThanAPathOverIt() {
        CorrectedView corrected = ViewCorrection.of(threeSites(), DAY, List.of(path("e1", "m", 12 * MBIT)), List.of());
        assertThat(wire(corrected, 2).upBytesPerSecond()).isEqualTo(12 * MBIT, within(1.0));
        assertThat(wire(corrected, 2).downBytesPerSecond()).isEqualTo(30 * MBIT);
    }

    @Test
    void shouldCorrectBothDirectionsOfAHub() {
        double payload = 8 * MBIT / (1550.0 / 1448);
        PathForecast slow = new PathForecast("h1", "m", payload, 0.01 * payload, 9, 0, 5, "run-2");
        CorrectedView corrected = ViewCorrection.of(threeSites(), DAY, List.of(slow), List.of());
        assertThat(wire(corrected, 3)).isEqualTo(new Wire(8 * MBIT, 8 * MBIT, true, 0, 0));
    }

    @Test
    void shouldKeepAViewThatIsNewerThanTheMeasurementsOrAgreesWithThem() {
        List<PathForecast> halved = List.of(path("n1", "m", 20 * MBIT), path("n2", "m", 20 * MBIT));
        assertThat(ViewCorrection.of(threeSites(), 30, halved, List.of()))
                .isEqualTo(CorrectedView.unchanged(threeSites()));
        List<PathForecast> near = List.of(path("n1", "m", 37 * MBIT), path("n2", "m", 43 * MBIT));
        assertThat(ViewCorrection.of(threeSites(), DAY, near, List.of()))
                .isEqualTo(CorrectedView.unchanged(threeSites()));
        List<PathForecast> old = List.of(path("n1", "m", 20 * MBIT, 0, 2 * DAY));
        assertThat(ViewCorrection.of(threeSites(), 3 * DAY, old, List.of()))
                .isEqualTo(CorrectedView.unchanged(threeSites()));
    }

    @Test
    void shouldGivePortsWithoutLimitsTheirMeasuredBandwidth() {
        NetworkView star = new NetworkView(
                "told",
                List.of(new Link("switch", Wire.UNLIMITED)),
                List.of(new Host("m", 0), new Host("a", 0), new Host("b", 0), new Host("c", 0)));
        CorrectedView corrected = ViewCorrection.of(
                star,
                Double.POSITIVE_INFINITY,
                List.of(path("a", "m", 5 * MBIT), path("b", "m", 80 * MBIT)),
                List.of());
        assertThat(corrected.view().hosts())
                .extracting(host -> host.port().upBytesPerSecond() / MBIT)
                .satisfies(rates -> assertThat(rates.get(1)).isEqualTo(5, within(1e-6)))
                .satisfies(rates -> assertThat(rates.get(2)).isEqualTo(80, within(1e-6)))
                .satisfies(rates -> assertThat(rates.get(3)).isInfinite());
        assertThat(corrected.view().hosts().get(0).port()).isEqualTo(Wire.UNLIMITED);
        assertThat(corrected.words()).isEmpty();
    }

    @Test
    void shouldPutALongerRoundTripOnTheLinkThatAllItsHostsShare() {
        CorrectedView corrected = ViewCorrection.of(
                threeSites(),
                DAY,
                List.of(),
                List.of(
                        new TripForecast("n1", "m", 0.002, 9, 5, "run-1"),
                        new TripForecast("e1", "m", 0.060, 9, 5, "run-1"),
                        new TripForecast("e2", "m", 0.0604, 9, 5, "run-1")));
        assertThat(wire(corrected, 2).latencyNanos()).isEqualTo(30_000_000);
        assertThat(wire(corrected, 1).latencyNanos()).isEqualTo(1_000_000);
        assertThat(corrected.words()).singleElement().asString().contains("the latency of east is now 30 ms");
    }

    /** In each view the rate of one site changes by a factor of two to four, either way. */
    @SeededTest(runs = 200)
    void shouldFindTheAlteredLink(RandomGenerator random) {
        int sites = 2 + random.nextInt(4);
        List<Link> links = new ArrayList<>(List.of(new Link("net", Wire.UNLIMITED)));
        List<Host> hosts = new ArrayList<>(List.of(new Host("m", 0, Wire.duplex(1000 * MBIT))));
        double[] rates = new double[sites + 1];
        for (int site = 1; site <= sites; site++) {
            rates[site] = (5 + 95 * random.nextDouble()) * MBIT;
            links.add(new Link("site" + site, 0, Wire.duplex(rates[site])));
            for (int i = 0; i <= random.nextInt(4); i++) {
                hosts.add(new Host("s" + site + "-" + i, site, Wire.duplex(1000 * MBIT)));
            }
        }
        int altered = 1 + random.nextInt(sites);
        double factor = (random.nextBoolean() ? 2 : 0.5) * (1 + random.nextDouble());
        rates[altered] *= factor < 1 ? factor * 0.5 : factor;
        List<PathForecast> paths = new ArrayList<>();
        for (Host host : hosts.subList(1, hosts.size())) {
            paths.add(path(host.name(), "m", rates[host.link()] * (1 + 0.04 * (random.nextDouble() - 0.5))));
        }
        CorrectedView corrected = ViewCorrection.of(new NetworkView("random", links, hosts), DAY, paths, List.of());
        assertThat(corrected.beliefs()).singleElement().satisfies(belief -> {
            assertThat(belief.link()).isEqualTo("site" + altered);
            assertThat(belief.bytesPerSecond()).isEqualTo(rates[altered], within(0.05 * rates[altered]));
        });
    }
}
