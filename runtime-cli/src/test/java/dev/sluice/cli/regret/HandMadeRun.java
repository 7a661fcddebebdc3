package dev.sluice.cli.regret;

import dev.sluice.insight.gain.GainInput;
import dev.sluice.insight.gain.GainJson;
import dev.sluice.insight.gain.GainNetwork;
import dev.sluice.insight.gain.GainWork;
import dev.sluice.insight.gain.GainWorker;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** A run of the simulator that leaves the files of a real one. Its workers have one slot each. */
final class HandMadeRun {
    /** The link of the master's port. */
    static final int PORT = 1;

    private final Workload workload;
    private final double unitSeconds;
    private final double[] speeds;
    private final Wire port;

    /** A row of units.csv, the longest unit first in the order of rows. */
    private record Unit(double seconds, String row) {}

    /**
     * @param unitSeconds mean time of a unit on a slot of speed 1 [s]
     * @param port of the master
     */
    HandMadeRun(Workload workload, double unitSeconds, Wire port, double... speeds) {
        this.workload = workload;
        this.unitSeconds = unitSeconds;
        this.port = port;
        this.speeds = speeds.clone();
    }

    /** The master's port is a link of its own, so that a script can change it. Workers that join are not there yet. */
    private World machines(SimulationTerms terms) {
        List<Host> hosts = new ArrayList<>(List.of(new Host("master", PORT, Wire.UNLIMITED)));
        for (int i = 1; i <= speeds.length; i++) {
            hosts.add(new Host("w" + i, 0, Wire.UNLIMITED).withSlots(1, speeds[i - 1]));
        }
        List<Link> links = List.of(new Link("switch", Wire.UNLIMITED), new Link("port", 0, port));
        int[] there = IntStream.rangeClosed(1, speeds.length)
                .filter(host -> readyNanos(terms, host) == 0)
                .toArray();
        return new World(new NetworkView("made", links, hosts), 0, there);
    }

    /** When a worker joins that is not there from the beginning [ns]; 0 for one that is. */
    private static long readyNanos(SimulationTerms terms, int host) {
        return terms.script()
                .all(Script.OfHost.class)
                .filter(step -> step.host() == host)
                .limit(1)
                .filter(Script.Join.class::isInstance)
                .mapToLong(Script.Step::atNanos)
                .findFirst()
                .orElse(0);
    }

    double seconds(SimulationTerms terms) {
        return simulate(terms, Timeline.NONE).seconds();
    }

    private SimulationReport simulate(SimulationTerms terms, Timeline timeline) {
        return Simulation.run(workload, machines(terms).with(Overheads.NONE, terms), timeline);
    }

    /**
     * Writes the files of the run under these terms.
     *
     * @param stretched factor of the time of the run in its files
     * @param recorded number of the longest units that have a row
     */
    void write(Path directory, SimulationTerms terms, double stretched, int recorded) throws IOException {
        List<Unit> units = new ArrayList<>();
        Map<String, DoubleSummaryStatistics> times = new HashMap<>();
        SimulationReport report = simulate(terms, new Timeline() {
            @Override
            public void computed(
                    int host, int slot, int cycle, long first, int count, long from, long to, boolean finished) {
                if (!finished) {
                    return;
                }
                times.computeIfAbsent("w" + host, unused -> new DoubleSummaryStatistics())
                        .accept((to - from) / 1e9 / count);
                units.add(new Unit(
                        (to - from) / 1e9 / count,
                        String.format(
                                Locale.ROOT,
                                "%d,%d,%d,1,w%d,h%d,%d,0,%.9f,%.9f,0,0,0,accepted",
                                cycle,
                                first,
                                count,
                                host,
                                host,
                                slot,
                                from / 1e9,
                                to / 1e9)));
            }
        });
        units.sort((a, b) -> Double.compare(b.seconds, a.seconds));
        Files.createDirectories(directory);
        Files.writeString(
                directory.resolve("model.json"),
                GainJson.of("made-1", input(terms, stretched * report.seconds(), times)));
        List<String> rows = new ArrayList<>(List.of("cycle,first_unit,units,attempt,worker,host,slot,queued_s,"
                + "started_s,ended_s,received_s,input_bytes,result_bytes,outcome"));
        units.stream().limit(recorded).map(Unit::row).forEach(rows::add);
        if (recorded > 0) {
            Files.write(directory.resolve("units.csv"), rows);
        }
    }

    private GainInput input(SimulationTerms terms, double seconds, Map<String, DoubleSummaryStatistics> times) {
        long units = workload.units(0);
        double sum = times.values().stream()
                .mapToDouble(DoubleSummaryStatistics::getSum)
                .sum();
        boolean loaded = terms.script().all(Script.Load.class).findAny().isPresent();
        double mean = loaded ? sum / units : unitSeconds;
        GainWork work = new GainWork(
                1,
                units,
                units,
                mean,
                0.5 * unitSeconds,
                0,
                workload.inputBytes(0, 0),
                workload.resultBytes(0, 0),
                workload.setupBytes(0),
                0,
                List.of(),
                List.of());
        List<GainWorker> workers = IntStream.rangeClosed(1, speeds.length)
                .mapToObj(i -> new GainWorker(
                        "w" + i,
                        "h" + i,
                        1,
                        loaded ? times.get("w" + i).getAverage() : unitSeconds / speeds[i - 1],
                        readyNanos(terms, i) / 1e9,
                        0,
                        Wire.UNLIMITED,
                        -1,
                        0,
                        0,
                        ""))
                .toList();
        GainNetwork network = new GainNetwork(List.of(new Link("switch", Wire.UNLIMITED)), 0, port, List.of(), true);
        IdleLedger ledger = IdleLedger.NONE;
        Script steps = new Script(terms.script().steps().stream()
                .filter(step -> !(step instanceof Script.Join join) || join.atNanos() != readyNanos(terms, join.host()))
                .filter(step -> !(step instanceof Script.Load)) // only units show it
                .toList());
        return new GainInput(seconds, work, workers, network, terms.withScript(steps), Overheads.NONE, ledger);
    }
}
