package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Runs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Measures commands of 1, 2 and 4 processors, which {@code sluice each} packs, beside {@code xargs}, which can only run
 * so many at a time as the widest leaves room for. Commands sleep, so that a machine with few processors has the slots.
 */
public final class NeedsBenchmark implements Benchmark {
    private static final int COMMANDS = 200;

    @Override
    public String question() {
        return "needs: commands of 1, 2 and 4 processors on 2 and 4 slots, beside xargs with room for the widest";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        Path directory = Files.createDirectories(programs.logs().resolve("needs"));
        int commands = Math.max(12, COMMANDS / programs.effort().divisor());
        for (int slots : List.of(2, 4)) {
            Path inputs = directory.resolve("inputs-" + slots + ".txt");
            StringBuilder lines = new StringBuilder();
            double work = 0;
            for (int i = 0; i < commands; i++) {
                int width = 1 << (i * 5 % (slots == 2 ? 2 : 3));
                double seconds = 0.2 + 0.1 * (i * 3 % 4);
                work += width * seconds;
                lines.append(width).append(' ').append(seconds).append('\n');
            }
            Files.writeString(inputs, lines);
            List<String> each = List.of(
                    programs.script().toString(),
                    "each",
                    "-j",
                    String.valueOf(slots),
                    "--colsep",
                    " ",
                    "--cpus",
                    "{1}",
                    "-a",
                    inputs.toString(),
                    "sleep {2}");
            List<String> hand = List.of("xargs", "-a", inputs.toString(), "-L1", "-P1", "sh", "-c", "sleep $1");
            double[] ours = new double[programs.effort().repetitions()];
            double[] theirs = new double[ours.length];
            for (int i = 0; i < ours.length; i++) {
                ours[i] = CommandsBenchmark.millis(each, inputs, directory) / 1e3;
                theirs[i] = CommandsBenchmark.millis(hand, inputs, directory) / 1e3;
            }
            double packed = Runs.median(DoubleStream.of(ours));
            double byHand = Runs.median(DoubleStream.of(theirs));
            report.figure("slots-" + slots, packed, "s");
            report.figure("slots-" + slots + "-xargs", byHand, "s");
            report.figure("slots-" + slots + "-busy", work / (slots * packed), "x");
            report.figure("slots-" + slots + "-xargs-busy", work / (slots * byHand), "x");
            if (slots == 4) {
                report.ratio(byHand / packed);
            }
        }
    }
}
