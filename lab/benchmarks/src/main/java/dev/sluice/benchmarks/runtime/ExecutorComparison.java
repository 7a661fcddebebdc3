package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.LocalTransport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Runs;
import dev.sluice.benchmarks.timing.Cycles;
import dev.sluice.benchmarks.timing.Timing;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Runs of one application over each transport, and on a two-thread executor in one JVM, measured in turn. */
final class ExecutorComparison {
    private final Map<LocalTransport, Runs> sluice = new EnumMap<>(LocalTransport.class);
    private final Runs executor = new Runs();

    private ExecutorComparison() {}

    static ExecutorComparison measure(Programs programs, Class<?> application, Cycles cycles) throws Exception {
        ExecutorComparison measured = new ExecutorComparison();
        for (int i = 0; i < programs.effort().repetitions(); i++) {
            measured.executor.add(programs.plain(application, cycles));
            for (LocalTransport transport : programs.effort().transports()) {
                measured.sluice
                        .computeIfAbsent(transport, any -> new Runs())
                        .add(programs.sluice(application, cycles, transport, List.of()));
            }
        }
        return measured;
    }

    /**
     * Prints a figure of each transport and its ratio to the executor's.
     *
     * @param name name of the figure
     * @param coldName its name for the first cycle
     */
    void report(FigureReport report, String name, String coldName, String unit, ToDoubleFunction<Timing> figure) {
        double plain = executor.median(figure);
        double plainCold = executor.medianWarmUp(figure);
        report.figure("executor", plain, unit);
        report.figure("executor-cold", plainCold, unit);
        sluice.forEach((transport, runs) -> {
            double value = runs.median(figure);
            double cold = runs.medianWarmUp(figure);
            report.figure(transport.name(name), value, unit);
            report.figure(transport.name(coldName), cold, unit);
            report.figure(transport.name("start-ms"), runs.medianStartMillis(), "ms");
            double others = Math.max(runs.worstOtherCpuPercent(), executor.worstOtherCpuPercent());
            report.figure(transport.name("other-cpu"), others, "%");
            report.figure(transport.name("cold-ratio"), cold / plainCold, "x");
            report.figure(transport.name("ratio"), value / plain, "x");
        });
    }
}
