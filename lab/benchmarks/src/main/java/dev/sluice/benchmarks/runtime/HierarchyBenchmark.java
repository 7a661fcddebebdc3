package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.chart.LineChart;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.MeasuredOverheads;
import dev.sluice.benchmarks.harness.NetworkBenchmark;
import dev.sluice.benchmarks.harness.Presence;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Run;
import dev.sluice.benchmarks.harness.Runs;
import dev.sluice.benchmarks.runtime.TwoSites.Shape;
import dev.sluice.benchmarks.timing.Timing;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The dissertation's hierarchical experiment: cycle time by size of results, for one site, for two sites under one
 * master, and for two sites with a sub-master at the far one. Results return per unit, or accumulated per worker at the
 * end of the cycle. Each time is compared with the simulator's.
 */
public final class HierarchyBenchmark implements NetworkBenchmark {
    private static final List<Integer> SIZES = List.of(1_000, 8_000, 64_000, 256_000, 1_000_000);
    private static final int UNITS = 120;
    private static final double UNIT_SECONDS = 0.25;
    private static final int COUNTED = 2;

    /** Time until all workers have joined [s]. */
    private static final double JOINED_SECONDS = 24;

    private static final int INPUT_BYTES = 24;
    private static final int SETUP_BYTES = 8;

    /** The times at which results return. */
    private enum When {
        EACH("--result", ResultsKind.EACH),
        END("--cycle-result", ResultsKind.ACCUMULATED);

        private final String option;
        private final ResultsKind kind;

        When(String option, ResultsKind kind) {
            this.option = option;
            this.kind = kind;
        }

        String title() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public String question() {
        return "two sites, flat and with a sub-master at the far one, by the size of results; simulated beside (root)";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        report.figure("load", MachineLoad.load(), "processes");
        boolean quick = programs.effort().divisor() > 1;
        Pattern wanted = Pattern.compile(programs.effort().cases());
        Overheads overheads = MeasuredOverheads.measure(programs);
        double worst = 0;
        List<LineChart.Panel> panels = new ArrayList<>();
        for (When when : When.values()) {
            Map<Shape, List<LineChart.Point>> lines = new EnumMap<>(Shape.class);
            Map<Shape, List<LineChart.Point>> points = new EnumMap<>(Shape.class);
            for (int bytes : quick ? SIZES.subList(0, 1) : SIZES) {
                for (Shape shape : Shape.values()) {
                    String title = when.title() + "-" + shape.title() + "-" + bytes;
                    if (!wanted.matcher(title).find()) {
                        continue;
                    }
                    double simulated = simulated(shape, when, bytes, overheads);
                    double real = real(programs, shape, when, bytes, simulated, title);
                    double error = 100 * (simulated / real - 1);
                    report.figure(title, real, "s");
                    report.figure(title + "-simulated", simulated, "s");
                    report.figure(title + "-error", error, "%");
                    worst = Math.max(worst, Math.abs(error));
                    lines.computeIfAbsent(shape, any -> new ArrayList<>()).add(new LineChart.Point(bytes, simulated));
                    points.computeIfAbsent(shape, any -> new ArrayList<>()).add(new LineChart.Point(bytes, real));
                }
            }
            if (!lines.isEmpty()) {
                panels.add(panel(when, lines, points));
            }
        }
        if (!panels.isEmpty()) {
            Files.createDirectories(programs.logs());
            Files.writeString(
                    programs.logs().resolve("hierarchy.svg"),
                    new LineChart(
                                    "Seconds of a cycle by size of results",
                                    "Points: measured; lines: simulated.",
                                    panels)
                            .picture()
                            .svg());
        }
        report.figure("worst-error", worst, "%");
    }

    private static LineChart.Panel panel(
            When when, Map<Shape, List<LineChart.Point>> simulated, Map<Shape, List<LineChart.Point>> measured) {
        List<LineChart.Series> series = new ArrayList<>();
        simulated.forEach(
                (shape, points) -> series.add(new LineChart.Series(shape.title(), LineChart.Mark.LINE, points)));
        measured.forEach(
                (shape, points) -> series.add(new LineChart.Series(shape.title(), LineChart.Mark.POINTS, points)));
        return new LineChart.Panel(
                when == When.EACH ? "a result for each unit" : "a result from each worker at the end",
                new LineChart.Axis("bytes of a result", true),
                new LineChart.Axis("s", false),
                series);
    }

    /** The measured time of a cycle [s]. */
    private static double real(
            Programs programs, Shape shape, When when, int bytes, double expectedSeconds, String title)
            throws Exception {
        int warmUp = 2 + (int) Math.ceil(JOINED_SECONDS / expectedSeconds);
        List<Double> seconds = new ArrayList<>();
        for (int i = 0; i < programs.effort().repetitions(); i++) {
            Run run = programs.emulated(
                    shape.network(programs.lab()),
                    List.of("--no-history"),
                    List.of(
                            "--cycles=" + (warmUp + COUNTED),
                            "--units=" + UNITS,
                            "--compute=sleep",
                            "--time=" + Math.round(UNIT_SECONDS * 1000) + "ms",
                            when.option + "=" + bytes + "B"));
            List<Timing> counted = run.cycles().subList(warmUp, warmUp + COUNTED);
            double together = counted.stream().mapToDouble(Timing::seconds).sum();
            int there = Presence.workers(Files.readString(run.log()), together);
            if (there != shape.children()) {
                throw new IOException(title + ": " + there + " of " + shape.children()
                        + " took part in all cycles that count (expected: all); see " + run.log());
            }
            counted.forEach(cycle -> seconds.add(cycle.seconds()));
            System.err.printf(Locale.ROOT, "%-24s %s s, other-cpu %.0f %%%n", title, seconds, run.otherCpuPercent());
        }
        return Runs.median(seconds);
    }

    private static double simulated(Shape shape, When when, int bytes, Overheads overheads) {
        int cycles = 2 + COUNTED;
        SimulationReport report = Simulation.run(
                Workloads.constant(cycles, UNITS, new UnitCosts(UNIT_SECONDS, 0, INPUT_BYTES, bytes, SETUP_BYTES)),
                shape.machines()
                        .with(
                                overheads,
                                SimulationTerms.DEFAULT.withPacketBytes(1514).withResults(when.kind)));
        return Runs.median(report.cycles().subList(2, cycles).stream()
                .map(cycle -> cycle.nanos() * 1e-9)
                .toList());
    }
}
