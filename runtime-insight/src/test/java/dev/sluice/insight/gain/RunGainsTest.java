package dev.sluice.insight.gain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.record.RunView;
import dev.sluice.model.simulate.Distribution;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.WorkloadLike;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import dev.sluice.testing.Records;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The simulator is the oracle: a change is predicted from the measurements of one run, then simulated. */
class RunGainsTest {
    private static final double PREDICTED = 0.1;
    private static final Overheads OVERHEADS =
            new RuntimeCosts(78_000, 137_000, 200, 8_000_000, 300_000_000).overheads();
    private static final SimulationTerms TERMS = SimulationTerms.DEFAULT;

    private static World star(int workers, Wire masterPort) {
        List<Host> hosts = new ArrayList<>(List.of(new Host("master", 0, masterPort)));
        for (int i = 1; i <= workers; i++) {
            hosts.add(new Host("h" + i, 0));
        }
        return World.all(new NetworkView("star", List.of(new Link("switch", Wire.UNLIMITED)), hosts), 0);
    }

    private static Workload uneven(long units, double seconds) {
        return Workloads.drawn(
                new Workloads.Shape(1, units, 8),
                new Workloads.Spreads(
                        new Distribution.LogNormal(seconds * 1e9, seconds * 0.4e9),
                        new Distribution.Fixed(24),
                        new Distribution.Fixed(32),
                        new Distribution.Fixed(1_000)),
                7);
    }

    private static GainResult gains(OracleRun base) {
        return RunGains.of(base.measured(), Long.MAX_VALUE);
    }

    private static RunView.Change change(GainResult result, String what) {
        return result.changes().stream()
                .filter(each -> each.what().contains(what))
                .findFirst()
                .orElseThrow(() -> new AssertionError(what + " is not in " + result));
    }

    private static void assertPredicted(OracleRun base, String what, double actual) {
        GainResult result = gains(base);
        assertThat(Math.abs(result.modelError())).as("error of the same run").isLessThan(0.1);
        assertThat(change(result, what).seconds() / actual - 1)
                .as("%s: %.2f s, and %.2f s without", what, actual, base.report.seconds())
                .isCloseTo(0, within(PREDICTED));
    }

    @Test
    void shouldPredictTwiceTheMastersLink() {
        Workload work = Workloads.constant(1, 600, new UnitCosts(0.05, 1e-5, 24, 64_000, 8));
        OracleRun base = new OracleRun(work, star(4, Wire.duplex(2.5e6)), OVERHEADS, TERMS);
        double actual = base.with(star(4, Wire.duplex(5e6)), TERMS);
        assertThat(actual).isLessThan(0.7 * base.report.seconds());
        assertPredicted(base, "twice the bandwidth of the master's link", actual);
    }

    @Test
    void shouldPredictOneWorkerMoreAndOneLess() {
        OracleRun base = new OracleRun(uneven(1_000, 0.02), star(3, Wire.UNLIMITED), OVERHEADS, TERMS);
        assertPredicted(base, "another host like h", base.with(star(4, Wire.UNLIMITED), TERMS));
        assertPredicted(base, "one more slot on h", base.with(star(4, Wire.UNLIMITED), TERMS));
        assertPredicted(base, "one worker less", base.with(star(2, Wire.UNLIMITED), TERMS));
        assertThat(change(gains(base), "one worker less").gain()).isLessThan(-0.3);
    }

    /** Two hosts at the master's site, and four behind a slow link; with one of these as a sub-master too. */
    private static World twoSites(boolean subMaster, UnaryOperator<Wire> between) {
        Wire link = between.apply(Wire.duplex(1.25e6).withLatency(35_000_000));
        List<Host> hosts = new ArrayList<>(List.of(new Host("master", 0), new Host("a1", 0), new Host("a2", 0)));
        for (int i = 1; i <= 4; i++) {
            hosts.add(new Host("b" + i, 1));
        }
        hosts.add(new Host("sub", 1));
        NetworkView view =
                new NetworkView("sites", List.of(new Link("here", Wire.UNLIMITED), new Link("far", 0, link)), hosts);
        World flat = new World(view, 0, 1, 2, 3, 4, 5, 6);
        return subMaster ? flat.withSubMasters(List.of(new World.SubMaster(7, List.of(3, 4, 5, 6)))) : flat;
    }

    @Test
    void shouldPredictASubMasterAtTheFarSite() {
        Workload work = new WorkloadLike(Workloads.constant(6, 120, new UnitCosts(0.25, 1e-5, 24, 0, 8))) {
            @Override
            public long foldedBytes(int cycle) {
                return 1_000_000;
            }
        };
        SimulationTerms terms = TERMS.withResults(ResultsKind.ACCUMULATED);
        OracleRun base = new OracleRun(work, twoSites(false, wire -> wire), OVERHEADS, terms);
        double actual = base.with(twoSites(true, wire -> wire), terms);
        assertThat(actual).isLessThan(0.9 * base.report.seconds());
        assertPredicted(base, "a sub-master on b1", actual);
        double wider = base.with(twoSites(false, wire -> wire.times(2)), terms);
        assertPredicted(base, "twice the bandwidth of the link to b1 and 3 more hosts", wider);
    }

    @Test
    void shouldPredictLargerChunks() {
        Workload work = Workloads.constant(1, 6_000, new UnitCosts(0.002, 1e-6, 24, 32, 8));
        SimulationTerms terms = TERMS.withPrefetch(0);
        OracleRun base = new OracleRun(work, star(3, Wire.UNLIMITED), OVERHEADS, terms);
        double best = Math.min(
                base.with(base.machines, terms.withPolicy(PolicyName.FAC)),
                base.with(base.machines, terms.withPolicy(PolicyName.GSS)));
        assertThat(best).isLessThan(0.95 * base.report.seconds());
        assertPredicted(base, "larger chunks", best);
    }

    @Test
    void shouldPredictOtherTimesOfResults() {
        Workload work = Workloads.constant(1, 400, new UnitCosts(0.05, 1e-5, 24, 100_000, 8));
        SimulationTerms deferred = TERMS.withResults(ResultsKind.AT_CYCLE_END);
        OracleRun base = new OracleRun(work, star(4, Wire.duplex(8e6)), OVERHEADS, deferred);
        double actual = base.with(base.machines, TERMS);
        assertThat(actual).isLessThan(0.8 * base.report.seconds());
        assertPredicted(base, "results as they are ready", actual);
    }

    @Test
    void shouldScaleALongRunDown() {
        OracleRun base = new OracleRun(uneven(60_000, 0.002), star(3, Wire.UNLIMITED), OVERHEADS, TERMS);
        assertPredicted(base, "another host like h", base.with(star(4, Wire.UNLIMITED), TERMS));
    }

    @Test
    void shouldDrawTheTimeByNumberOfSlots() {
        Workload work = Workloads.constant(1, 600, new UnitCosts(0.05, 1e-5, 24, 64_000, 8));
        OracleRun base = new OracleRun(work, star(4, Wire.duplex(7.5e6)), OVERHEADS, TERMS);
        RunView.Scaling curve = gains(base).scaling();
        assertThat(curve).isNotNull();
        assertThat(curve.slots()).startsWith(1).endsWith(64).contains(4).isSorted();
        assertThat(curve.hereSlots()).isEqualTo(4);
        assertThat(curve.hereSeconds()).isCloseTo(base.report.seconds(), within(1e-6));
        for (int i = 0; i < curve.slots().length; i++) {
            World machines = star(curve.slots()[i], Wire.duplex(7.5e6));
            assertThat(curve.seconds()[i] / base.with(machines, TERMS) - 1)
                    .as("%d slots", curve.slots()[i])
                    .isCloseTo(0, within(PREDICTED));
            assertThat(curve.seconds()[i]).isBetween(curve.low()[i], curve.high()[i]);
        }
        assertThat(curve.knee())
                .as("the link carries 117 units/s, those of 6 slots")
                .isBetween(5, 8);
    }

    @Test
    void shouldSayNothingOfChangesWhereTheModelDoesNotFit() {
        OracleRun base = new OracleRun(uneven(1_000, 0.02), star(3, Wire.UNLIMITED), OVERHEADS, TERMS);
        GainInput real = base.measured();
        GainResult result = RunGains.of(Records.with(real, "seconds", 1.5 * real.seconds()), Long.MAX_VALUE);
        assertThat(result.changes()).isEmpty();
        assertThat(result.scaling()).isNull();
        assertThat(result.modelError()).isLessThan(-0.2);
        assertThat(result.note()).contains("does not fit");
    }

    @Test
    void shouldSayNothingOfShortRunsButTheirPossibleRate() {
        OracleRun base = new OracleRun(uneven(60, 0.02), star(3, Wire.UNLIMITED), OVERHEADS, TERMS);
        GainResult result = gains(base);
        assertThat(result.changes()).isEmpty();
        assertThat(result.note()).contains("too short");
        assertThat(result.ratePossible()).isCloseTo(3 / base.measured().work().unitSeconds(), within(5.0));
    }

    /** A run of a hundred units a second, with results of this size over a link of 100 MB/s. */
    private static GainInput narrow(int workers, double resultBytes) {
        List<GainWorker> all = new ArrayList<>();
        for (int i = 1; i <= workers; i++) {
            all.add(new GainWorker("w" + i, "h" + i, 1, 0.01 * workers, 0, 0, Wire.UNLIMITED, -1, 0, 0, ""));
        }
        CauseTimes times = CauseTimes.ZERO.plus(Cause.COMPUTE, 1_000_000_000L);
        return new GainInput(
                10,
                new GainWork(1, 1_000, 1_000, 0.01 * workers, 0, 1e-6, 8, resultBytes, 8, 0, List.of(), List.of()),
                all,
                new GainNetwork(List.of(new Link("switch", Wire.UNLIMITED)), 0, Wire.duplex(1e8), List.of(), true),
                TERMS,
                OVERHEADS,
                IdleLedger.of(times.total(), 0, times, Map.of()));
    }

    @Test
    @Timeout(60)
    void shouldSayWhatManyWorkersCouldDo() {
        GainResult result = RunGains.of(narrow(100_000, 32));
        assertThat(result.note()).contains("too many slots");
        assertThat(result.ratePossible()).isCloseTo(100, within(0.1));
        assertThat(result.doubt()).isEmpty();
        assertThat(result.links()).hasSize(100_001);
    }

    /** The same over a network that was never filled, of which only this rate was seen. */
    private static GainResult unfilled(double resultBytes, double seenBytesPerSecond) {
        GainInput run = narrow(4, resultBytes);
        List<Link> links = List.of(new Link("switch", Wire.UNLIMITED));
        ProvenWay way = new ProvenWay(
                "h1 and 3 more", 0, Set.of("h1", "h2", "h3", "h4"), seenBytesPerSecond, seenBytesPerSecond);
        return RunGains.of(
                Records.with(run, "network", new GainNetwork(links, 0, Wire.UNLIMITED, List.of(), true, List.of(way))),
                1);
    }

    @Test
    void shouldClaimNoRateThatTheNetworkWasNeverSeenToCarry() {
        GainResult unknown = unfilled(32_000, 1e6);
        assertThat(unknown.ratePossible()).isZero();
        assertThat(unknown.doubt())
                .matches("the network from h1 and 3 more would carry more than was ever measured "
                        + "\\(8\\.0 Mbit/s seen, 26\\.[0-9] needed\\)");
        assertThat(unfilled(32_000, 3.3e6).ratePossible())
                .as("seen to carry it")
                .isCloseTo(100, within(0.1));
        assertThat(unfilled(320, 0).ratePossible()).as("any network carries it").isCloseTo(100, within(0.1));
    }

    /** A far link that was not filled is no bound, although the model of the run takes it for one. */
    @Test
    void shouldNotTakeAFarLinkForABoundThatWasNotFilled() {
        GainInput run = narrow(2, 10_000);
        List<Link> links = List.of(new Link("switch", Wire.UNLIMITED), new Link("far", 0, Wire.duplex(0.6e6)));
        List<GainWorker> far = run.workers().stream()
                .map(each -> new GainWorker(each.name(), each.host(), 1, 0.02, 0, 1, Wire.UNLIMITED, -1, 0, 0, ""))
                .toList();
        ProvenWay way = new ProvenWay("h1 and 1 more", 1, Set.of("h1", "h2"), 0, 0.9e6);
        GainNetwork network = new GainNetwork(links, 0, Wire.UNLIMITED, List.of(), true, List.of(way));
        GainInput input = new GainInput(10, run.work(), far, network, run.terms(), run.overheads(), run.ledger());
        assertThat(RunGains.of(input, 1).ratePossible()).isCloseTo(100, within(0.1));
    }

    @Test
    void shouldSimulateNothingWithoutTime() {
        GainResult result = RunGains.of(narrow(4, 32), 1);
        assertThat(result.note()).isEqualTo("there was no time to simulate the run");
        assertThat(result.modelError()).isNaN();
        assertThat(result.changes()).isEmpty();
        assertThat(result.scaling()).isNull();
        assertThat(result.ratePossible()).isCloseTo(100, within(0.1));
        assertThat(result.links()).hasSize(5);
    }

    @Test
    @Timeout(60)
    void shouldSimulateNothingThatTakesTooManyEvents() {
        GainResult result = RunGains.of(narrow(4, 1e10));
        assertThat(result.note()).contains("there was no time", "messages of this size");
        assertThat(result.ratePossible()).isCloseTo(1e-2, within(1e-3));
    }

    @Test
    void shouldEstimateTheEventsOfASimulation() {
        GainInput small = narrow(4, 32);
        RunModel model = new RunModel(small, 200);
        World world = small.world();
        double events = model.events(world);
        assertThat(new RunModel(small, 400).events(world) / events).isCloseTo(2, within(0.1));
        assertThat(new RunModel(narrow(4, 3.2e6), 200).events(world) / events)
                .as("50 packets of 64 KiB in each result")
                .isBetween(5.0, 12.0);
        assertThat(model.events(world.withSlots(1_000))).isGreaterThan(5 * events);
    }

    @Test
    void shouldSortChangesByGain() {
        Workload work = Workloads.constant(1, 600, new UnitCosts(0.05, 1e-5, 24, 64_000, 8));
        OracleRun base = new OracleRun(work, star(4, Wire.duplex(2.5e6)), OVERHEADS, TERMS);
        GainResult result = gains(base);
        double[] gains = result.changes().stream()
                .mapToDouble(RunView.Change::gain)
                .map(gain -> -gain)
                .toArray();
        assertThat(gains).isSorted().hasSizeGreaterThan(1);
        assertThat(result.changes())
                .as("a link at its limit is not helped by more workers: %s", Arrays.toString(gains))
                .noneMatch(change -> change.what().startsWith("another host"));
        assertThat(result.ratePossible()).isCloseTo(2.5e6 / 64_000 / LinkThroughput.WIRE_BYTES, within(1.5));
    }
}
