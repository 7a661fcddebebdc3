package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.EmptyUnits;
import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.Effort;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.LocalTransport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Run;
import dev.sluice.benchmarks.harness.Runs;
import dev.sluice.benchmarks.timing.Cycles;
import dev.sluice.benchmarks.timing.Timing;
import java.util.List;

/** Compares one outstanding unit at each of two slots with one outstanding frame at each of two clients. */
public final class OneOutstandingBenchmark implements Benchmark {
    private static final int SLOTS = 2;

    @Override
    public String question() {
        return "units/s with --delivery=prefetch=0, over raw Netty ping-pong of two clients by the same transport";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        for (LocalTransport transport : programs.effort().transports()) {
            measure(programs, report, transport);
        }
    }

    private static void measure(Programs programs, FigureReport report, LocalTransport transport) throws Exception {
        Effort effort = programs.effort();
        Cycles cycles = effort.cycles("200000,50000x5");
        TransportRuns runs = new TransportRuns(transport);
        Runs one = new Runs();
        for (int i = 0; i < effort.repetitions(); i++) {
            runs.floor.add(floor(programs, cycles, transport));
            runs.sluice.add(programs.sluice(EmptyUnits.class, cycles, transport, List.of("--delivery=prefetch=0")));
            if (transport == LocalTransport.UNIX) {
                one.add(programs.raw(cycles, transport, List.of("--window=1", "--workers=1")));
            }
        }
        if (transport == LocalTransport.UNIX) {
            double oneClient = one.median(Timing::unitsPerSecond);
            report.figure("raw-one-client", oneClient, "units/s");
            report.figure("ratio-one-client", runs.sluice.median(Timing::unitsPerSecond) / oneClient, "x");
        }
        runs.report(report, "units", "units/s");
    }

    private static Run floor(Programs programs, Cycles cycles, LocalTransport transport) throws Exception {
        return transport == LocalTransport.MEMORY
                ? programs.plain(EmptyUnits.class, cycles, SLOTS)
                : programs.raw(cycles, transport, List.of("--window=1"));
    }
}
