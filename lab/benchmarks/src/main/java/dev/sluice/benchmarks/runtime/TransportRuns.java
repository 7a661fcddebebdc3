package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.LocalTransport;
import dev.sluice.benchmarks.harness.Runs;
import dev.sluice.benchmarks.timing.Timing;

/**
 * Sluice's runs over one transport, and those of its floor, which are measured in turn. The floor of the transport
 * within a process is the executor, that of a socket is Netty alone.
 */
final class TransportRuns {
    private final LocalTransport transport;

    final Runs sluice = new Runs();
    final Runs floor = new Runs();

    TransportRuns(LocalTransport transport) {
        this.transport = transport;
    }

    /** The name of a figure of the floor: {@code raw-…}, or {@code executor-…}. */
    String floorName(String figure) {
        return transport == LocalTransport.MEMORY ? "executor" + figure : transport.name("raw" + figure);
    }

    double floorRate() {
        return floor.median(Timing::unitsPerSecond);
    }

    /** Prints both rates over all timed cycles, and their ratio; {@code figure} is the name of Sluice's rate. */
    void report(FigureReport report, String figure, String unit) {
        double rate = sluice.median(Timing::unitsPerSecond);
        report.figure(transport.name(figure), rate, unit);
        report.figure(transport.name("steady"), sluice.median(Timing::steadyUnitsPerSecond), unit);
        report.figure(floorName(""), floorRate(), unit);
        report.figure(floorName("-steady"), floor.median(Timing::steadyUnitsPerSecond), unit);
        reportRatio(report, rate);
    }

    /** Prints the ratio of {@code rate} and the floor's, with the circumstances. */
    void reportRatio(FigureReport report, double rate) {
        report.figure(transport.name("start-ms"), sluice.medianStartMillis(), "ms");
        double others = Math.max(sluice.worstOtherCpuPercent(), floor.worstOtherCpuPercent());
        report.figure(transport.name("other-cpu"), others, "%");
        report.figure(transport.name("ratio"), rate / floorRate(), "x");
    }
}
