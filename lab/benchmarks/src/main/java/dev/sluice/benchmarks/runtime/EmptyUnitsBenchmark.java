package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.EmptyUnits;
import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.Effort;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.LocalTransport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Runs;
import dev.sluice.benchmarks.timing.Cycles;
import dev.sluice.benchmarks.timing.Timing;
import java.util.List;

/** Compares units that compute nothing, each scheduled by itself, with request and reply frames of the same size. */
public final class EmptyUnitsBenchmark implements Benchmark {
    private static final String WARM_UP = "10000000";
    private static final List<Long> SIZES = List.of(10_000L, 100_000L, 1_000_000L, 10_000_000L);

    /** Frames that the floor has outstanding at each of its two workers. */
    private static final int WINDOW = 64;

    @Override
    public String question() {
        return "empty units/s under SS, over raw Netty by the same transport, 64 frames outstanding, one unit a frame";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        for (LocalTransport transport : programs.effort().transports()) {
            if (transport == LocalTransport.MEMORY) {
                measureInProcess(programs, report);
            } else {
                measure(programs, report, transport);
            }
        }
    }

    private static Cycles cycles(Effort effort) {
        return effort.cycles(WARM_UP + ",10000x7,100000x5,1000000x3,10000000");
    }

    private static void measureInProcess(Programs programs, FigureReport report) throws Exception {
        LocalTransport transport = LocalTransport.MEMORY;
        Effort effort = programs.effort();
        TransportRuns runs = new TransportRuns(transport);
        for (int i = 0; i < effort.repetitions(); i++) {
            runs.floor.add(programs.plain(EmptyUnits.class, effort.cycles("1000000,1000000x3"), 2 * WINDOW));
            runs.sluice.add(programs.sluice(EmptyUnits.class, cycles(effort), transport, List.of()));
        }
        double slowest = reportRates(runs.sluice, effort, report, transport);
        report.figure(runs.floorName(""), runs.floorRate(), "units/s");
        runs.reportRatio(report, slowest);
    }

    private static void measure(Programs programs, FigureReport report, LocalTransport transport) throws Exception {
        Effort effort = programs.effort();
        Cycles rawCycles = effort.cycles(WARM_UP + ",1000000x3,10000000");
        Cycles batchedCycles = effort.cycles("50000000,10000000x3");
        TransportRuns runs = new TransportRuns(transport);
        Runs batched = new Runs();
        for (int i = 0; i < effort.repetitions(); i++) {
            runs.floor.add(programs.raw(rawCycles, transport, List.of("--window=" + WINDOW)));
            runs.sluice.add(programs.sluice(EmptyUnits.class, cycles(effort), transport, List.of()));
            batched.add(programs.raw(batchedCycles, transport, List.of("--window=4", "--units-per-frame=64")));
        }
        double slowest = reportRates(runs.sluice, effort, report, transport);
        double batchedRate = batched.median(Timing::unitsPerSecond);
        report.figure(runs.floorName(""), runs.floorRate(), "units/s");
        report.figure(
                runs.floorName("-steady"), runs.floor.median(longest(effort), Timing::steadyUnitsPerSecond), "units/s");
        report.figure(runs.floorName("-cold"), runs.floor.medianWarmUp(Timing::unitsPerSecond), "units/s");
        report.figure(runs.floorName("-batched"), batchedRate, "units/s");
        report.figure(transport.name("ratio-batched"), slowest / batchedRate, "x");
        runs.reportRatio(report, slowest);
    }

    /** Prints the rate of each size, and returns the lower of those of the two largest. */
    private static double reportRates(Runs runs, Effort effort, FigureReport report, LocalTransport transport) {
        double slowest = Double.MAX_VALUE;
        for (long size : SIZES) {
            double rate = runs.median(divided(size, effort), Timing::unitsPerSecond);
            report.figure(transport.name("units-" + size), rate, "units/s");
            slowest = size >= 1_000_000 ? Math.min(slowest, rate) : slowest;
        }
        report.figure(transport.name("steady"), runs.median(longest(effort), Timing::steadyUnitsPerSecond), "units/s");
        report.figure(transport.name("cold"), runs.medianWarmUp(Timing::unitsPerSecond), "units/s");
        return slowest;
    }

    private static long longest(Effort effort) {
        return divided(SIZES.get(SIZES.size() - 1), effort);
    }

    private static long divided(long size, Effort effort) {
        return Math.max(4, size / effort.divisor());
    }
}
