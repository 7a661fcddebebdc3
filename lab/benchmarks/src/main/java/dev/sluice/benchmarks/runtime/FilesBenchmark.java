package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.ArrivedFiles;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.NetworkBenchmark;
import dev.sluice.benchmarks.harness.NetworkRoles;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Run;
import dev.sluice.benchmarks.timing.Cycles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A file on its way to twelve hosts behind one line. Compares the time until all of them have it with the time that the
 * line needs for its bytes alone, and counts the bytes that crossed the line. A single host shows what protocols cost.
 */
public final class FilesBenchmark implements NetworkBenchmark {
    private static final int HOSTS = 12;
    private static final long LINE_BYTES_PER_SECOND = 20_000_000 / 8;
    private static final int MIB = 1 << 20;
    private static final Pattern ARRIVED = Pattern.compile("arrived (\\d+) (\\d+) (\\d+)");
    private static final Pattern TRAFFIC = Pattern.compile("traffic line (\\d+) (\\d+)");

    @Override
    public String question() {
        return "a file to 12 hosts behind one line: time over the line's for one copy, and copies that crossed it"
                + " (root)";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        report.figure("load", MachineLoad.load(), "processes");
        boolean large = programs.effort().cases().equals("1GiB");
        int mib = programs.effort().divisor() > 1 ? 4 : large ? 1024 : 64;
        Files.createDirectories(programs.logs());
        Path first = Files.writeString(programs.logs().resolve("first"), "first\n");
        Path second = written(programs.logs().resolve("second"), mib);
        report.figure("size", mib, "MiB");
        try {
            Arrival one = arrival(programs, List.of(first, second), 1);
            report.figure("one-host", one.seconds, "s");
            report.figure("one-host-ratio", one.ratio(mib), "x");
            Arrival all = arrival(programs, List.of(first, second), HOSTS);
            report.figure("all-hosts", all.seconds, "s");
            report.figure("crossed", all.crossed / MIB, "MiB");
            report.figure("copies", all.crossed / ((double) mib * MIB), "x");
            report.figure("over-one-host", all.seconds / one.seconds, "x");
            report.ratio(all.ratio(mib));
        } finally {
            Files.delete(second);
        }
    }

    /**
     * The way of the file to all hosts.
     *
     * @param seconds from the first request of the first host to the last byte at the last one [s]
     * @param crossed bytes that the line carried towards the hosts, with jars and headers [bytes]
     */
    private record Arrival(double seconds, double crossed) {
        double ratio(int mib) {
            return seconds * LINE_BYTES_PER_SECOND / ((double) mib * MIB);
        }
    }

    private static Arrival arrival(Programs programs, List<Path> files, int hosts) throws Exception {
        NetworkRoles network = new NetworkRoles(
                programs.lab().resolve("files.yaml"),
                "m",
                "10.99.0.100",
                IntStream.rangeClosed(1, hosts).mapToObj(i -> "h" + i).toList());
        Run run = programs.inLab(
                network,
                ArrivedFiles.class,
                new Cycles(List.of(1L)),
                List.of(
                        "--no-history",
                        "--file",
                        files.get(0).toAbsolutePath().toString(),
                        "--file",
                        files.get(1).toAbsolutePath().toString()),
                List.of("--workers=" + hosts));
        Matcher arrived = found(ARRIVED, run);
        double seconds = 1e-3 * (Long.parseLong(arrived.group(3)) - Long.parseLong(arrived.group(2)));
        return new Arrival(seconds, Double.parseDouble(found(TRAFFIC, run).group(2)));
    }

    private static Matcher found(Pattern line, Run run) throws IOException {
        Matcher matcher = line.matcher(Files.readString(run.log()));
        if (!matcher.find()) {
            throw new IOException(run.log() + ": no line such as '" + line + "' (expected: one)");
        }
        return matcher;
    }

    /** Writes bytes that no protocol could compress. */
    private static Path written(Path file, int mib) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        byte[] block = new byte[MIB];
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int i = 0; i < mib; i++) {
                random.nextBytes(block);
                out.write(block);
            }
        }
        return file;
    }
}
