package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.MandelbrotTiles;
import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.FlameGraph;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.timing.Cycles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        Cycles cycles = Cycles.parse(programs.effort().repetitions() == 1 ? "4096,4096x3" : "4096,4096x9");
        Path embedded = recordings(programs, "flame-embedded");
        programs.recorded(
                MandelbrotTiles.class, cycles, List.of("--slots", "2", "--policy", "SS"), recording(embedded));
        draw(programs, report, embedded, "embedded");
        Path master = recordings(programs, "flame-master");
        Path workers = recordings(programs, "flame-workers");
        List<String> options = List.of(
                "--local", "2", "--slots", "1", "--policy", "SS", "--worker-java-options=" + recording(workers));
        programs.recorded(MandelbrotTiles.class, cycles, options, recording(master));
        draw(programs, report, master, "master");
        double share = draw(programs, report, workers, "workers");
        report.ratio(share);
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
        Path picture = programs.logs().resolve("flame-" + name + ".svg");
        Files.writeString(picture, graph.svg("Mandelbrot, 4,096 units of 0.5 ms: " + name));
        System.err.println("picture: " + picture);
        report.figure(name + "-samples", graph.samples(), "samples");
        report.figure(name + "-kernel", graph.countedShare(), "x");
        return graph.countedShare();
    }
}
