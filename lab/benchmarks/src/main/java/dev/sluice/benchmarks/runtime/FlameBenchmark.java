package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.MandelbrotTiles;
import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.FlameGraph;
import dev.sluice.benchmarks.harness.LocalTransport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.timing.Cycles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Draws where the processes of a run spend their time. */
public final class FlameBenchmark implements Benchmark {
    @Override
    public String question() {
        return "Mandelbrot 2048², 4,096 units, in one process and on two workers: flame graphs, and the share of samples in the kernel";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        Files.createDirectories(programs.pictures());
        Cycles cycles = Cycles.parse(programs.effort().repetitions() == 1 ? "4096,4096x3" : "4096,4096x9");
        for (LocalTransport transport : programs.effort().transports()) {
            if (transport == LocalTransport.MEMORY) {
                Path embedded = recordings(programs, "flame-embedded");
                programs.recorded(MandelbrotTiles.class, cycles, options(transport), recording(embedded));
                draw(programs, report, embedded, "embedded");
            } else {
                double share = measureWorkers(programs, report, cycles, transport);
                report.figure(transport.name("ratio"), share, "x");
            }
        }
    }

    /** Draws the master and the workers, and returns the share of the workers' samples in the kernel. */
    private static double measureWorkers(
            Programs programs, FigureReport report, Cycles cycles, LocalTransport transport) throws Exception {
        Path master = recordings(programs, transport.name("flame-master"));
        Path workers = recordings(programs, transport.name("flame-workers"));
        List<String> options = new ArrayList<>(options(transport));
        options.add("--worker-java-options=" + recording(workers));
        programs.recorded(MandelbrotTiles.class, cycles, options, recording(master));
        draw(programs, report, master, transport.name("master"));
        return draw(programs, report, workers, transport.name("workers"));
    }

    /** The options of the run: for the default transport none, so that an older master can be measured too. */
    private static List<String> options(LocalTransport transport) {
        List<String> options = new ArrayList<>(
                transport == LocalTransport.UNIX ? List.of("--local", "2", "--slots", "1") : transport.masterOptions());
        options.addAll(List.of("--policy", "SS"));
        return options;
    }

    private static String recording(Path directory) {
        return "-XX:StartFlightRecording=settings=profile,filename=" + directory;
    }

    private static Path recordings(Programs programs, String name) throws IOException {
        Path directory = programs.logs().resolve(name).toAbsolutePath();
        if (Files.exists(directory)) {
            Programs.remove(directory);
        }
        return Files.createDirectories(directory);
    }

    private static double draw(Programs programs, FigureReport report, Path recordings, String name)
            throws IOException {
        FlameGraph graph = new FlameGraph();
        try (Stream<Path> files = Files.list(recordings)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".jfr")).toList()) {
                graph.add(file, method -> method.startsWith("Kernel."));
            }
        }
        Path picture = programs.pictures().resolve(name + ".svg");
        Files.writeString(picture, graph.svg("Mandelbrot, 4,096 units of 0.5 ms: " + name));
        System.err.println("picture: " + picture);
        report.figure(name + "-samples", graph.samples(), "samples");
        report.figure(name + "-kernel", graph.countedShare(), "x");
        return graph.countedShare();
    }
}
