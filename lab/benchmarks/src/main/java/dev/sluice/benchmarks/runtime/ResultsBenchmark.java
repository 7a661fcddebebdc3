package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.LargeResultUnits;
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

/** Compares results of one mebibyte with messages of one mebibyte streamed in parts of 256 KiB. */
public final class ResultsBenchmark implements Benchmark {
    /** Messages that the floor has outstanding at each of its two workers. */
    private static final int WINDOW = 4;

    @Override
    public String question() {
        return "400 results of 1 MiB, MiB/s over raw Netty streaming by the same transport";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        for (LocalTransport transport : programs.effort().transports()) {
            measure(programs, report, transport);
        }
    }

    private static void measure(Programs programs, FigureReport report, LocalTransport transport) throws Exception {
        Effort effort = programs.effort();
        Cycles cycles = effort.cycles("2000,400x7");
        TransportRuns runs = new TransportRuns(transport);
        Runs twoLoops = new Runs();
        for (int i = 0; i < effort.repetitions(); i++) {
            if (transport == LocalTransport.MEMORY) {
                runs.floor.add(programs.plain(LargeResultUnits.class, cycles, 2 * WINDOW));
            } else {
                runs.floor.add(raw(programs, cycles, transport, 1));
                twoLoops.add(raw(programs, cycles, transport, 2));
            }
            runs.sluice.add(programs.sluice(LargeResultUnits.class, cycles, transport, List.of()));
        }
        if (transport != LocalTransport.MEMORY) {
            double rate = twoLoops.median(Timing::unitsPerSecond);
            double ratio = runs.sluice.median(Timing::unitsPerSecond) / rate;
            report.figure(transport.name("raw-two-loops"), rate, "MiB/s");
            report.figure(transport.name("ratio-two-loops"), ratio, "x");
        }
        runs.report(report, "results", "MiB/s");
    }

    private static Run raw(Programs programs, Cycles cycles, LocalTransport transport, int loops) throws Exception {
        return programs.raw(cycles, transport, List.of("--message=1048576", "--window=" + WINDOW, "--loops=" + loops));
    }
}
