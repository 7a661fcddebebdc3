package dev.sluice.insight.gain;

import dev.sluice.master.weather.RecentArrivals;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A run of the whole workload in the simulator, in place of a real one, with the measurements that a master would take
 * of it: unit times and waits of each worker, and the arrivals of results.
 */
final class OracleRun implements Timeline {
    private static final double LONG_AGO = 0.01;

    final Workload workload;
    final World machines;
    final Overheads overheads;
    final SimulationTerms terms;
    final SimulationReport report;
    private final Map<Integer, RecentArrivals> arrivals = new HashMap<>();

    OracleRun(Workload workload, World machines, Overheads overheads, SimulationTerms terms) {
        this.workload = workload;
        this.machines = machines;
        this.overheads = overheads;
        this.terms = terms;
        this.report = Simulation.run(workload, machines.with(overheads, terms), this);
    }

    /** Seconds of the same run with other machines and terms. */
    double with(World others, SimulationTerms otherTerms) {
        return Simulation.run(workload, others.with(overheads, otherTerms)).seconds();
    }

    @Override
    public void travelled(int host, boolean toMaster, Message message, long bytes, long fromNanos, long toNanos) {
        if (toMaster) {
            long latency = machines.view()
                    .links()
                    .get(machines.view().hosts().get(host).link())
                    .wire()
                    .latencyNanos();
            arrivals.computeIfAbsent(host, unused -> new RecentArrivals())
                    .add(bytes, Math.max(0, toNanos - fromNanos - latency), toNanos);
        }
    }

    /** The measurements; capacities of links follow from the arrivals. */
    GainInput measured() {
        NetworkView view = machines.view();
        double seconds = report.seconds();
        List<GainWorker> workers = new ArrayList<>();
        List<RecentArrivals> near = new ArrayList<>();
        List<RecentArrivals> far = new ArrayList<>();
        Map<String, CauseTimes> hosts = new HashMap<>();
        double compute = 0;
        for (SimulationReport.WorkerUse use : report.workers()) {
            int link = view.hosts().get(use.host()).link();
            String name = view.hosts().get(use.host()).name();
            CauseTimes times = use.times();
            hosts.put(name, times);
            RecentArrivals own = arrivals.getOrDefault(use.host(), new RecentArrivals());
            (link == 0 ? near : far).add(own);
            compute += times.of(Cause.COMPUTE);
            workers.add(new GainWorker(
                    "w" + use.worker(),
                    name,
                    use.slots(),
                    times.of(Cause.COMPUTE) / 1e9 / use.units(),
                    times.of(Cause.STARTING) / 1e9 / use.slots(),
                    link,
                    Wire.UNLIMITED,
                    -1,
                    (times.of(Cause.RESULTS_LINK) + times.of(Cause.INPUTS_LINK) + times.of(Cause.SETUP)) / 1e9,
                    1,
                    ""));
        }
        return new GainInput(
                seconds,
                work(compute / 1e9 / report.acceptedUnits()),
                workers,
                network(near, far),
                terms,
                overheads,
                IdleLedger.of(report.slotNanos(), 0, report.idle(), hosts));
    }

    private GainWork work(double unitSeconds) {
        boolean accumulated = terms.results() == ResultsKind.ACCUMULATED;
        long units = report.acceptedUnits();
        double squares = 0;
        long perCycle = workload.units(0);
        for (long unit = 0; unit < perCycle; unit++) {
            double off = workload.computeNanos(0, unit) / 1e9 - unitSeconds;
            squares += off * off;
        }
        return new GainWork(
                workload.cycles(),
                units,
                units,
                unitSeconds,
                Math.sqrt(squares / perCycle),
                workload.acceptNanos(0, 0) / 1e9,
                workload.inputBytes(0, 0),
                accumulated ? 0 : workload.resultBytes(0, 0),
                workload.setupBytes(0),
                accumulated ? workload.foldedBytes(0) : 0,
                List.of(),
                List.of());
    }

    private GainNetwork network(List<RecentArrivals> near, List<RecentArrivals> far) {
        List<Link> links = new ArrayList<>(List.of(new Link("switch", Wire.UNLIMITED)));
        if (!far.isEmpty()) {
            Wire real = machines.view().links().get(1).wire();
            links.add(new Link("far", 0, duplex(LinkThroughput.of(far)).withLatency(real.latencyNanos())));
        }
        LinkThroughput ofNear = LinkThroughput.of(near);
        boolean waited = (report.idle().of(Cause.RESULTS_LINK) + report.idle().of(Cause.INPUTS_LINK))
                > LONG_AGO * report.slotNanos();
        double rate = report.traffic().bytesUp() / report.seconds();
        boolean narrow = far.isEmpty() && ofNear.isNarrow(rate, waited);
        return new GainNetwork(links, 0, narrow ? duplex(ofNear) : Wire.UNLIMITED, List.of(), true);
    }

    private static Wire duplex(LinkThroughput throughput) {
        return throughput.isKnown() ? Wire.duplex(throughput.bytesPerSecond()) : Wire.UNLIMITED;
    }
}
