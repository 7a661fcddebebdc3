package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.NetworkBenchmark;
import dev.sluice.benchmarks.harness.NetworkRoles;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.ReportField;
import dev.sluice.benchmarks.harness.Run;
import dev.sluice.benchmarks.harness.Runs;
import dev.sluice.benchmarks.timing.Timing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Measures Jacobi's iteration on a grid of 2,000 × 2,000 cells with two strips that stay on two workers: beside a
 * program written by hand with MPI, both on this machine, and beside strips that travel through the master in each
 * step, both in a network of 100 Mbit/s. The emulator has the bytes and times of strips that travel.
 */
public final class ResidentBenchmark implements NetworkBenchmark {
    private static final int SIDE = 2_000;
    private static final int STRIPS = 2;

    /** Iterations of a step, in the network. */
    private static final int HALO = 20;

    /** Copies follow steps 1, 3, 7 and so on; the steps after half of these have none. */
    private static final int STEPS = 1_022;

    private static final int FEW_STEPS = 62;

    @Override
    public String question() {
        return "Jacobi on 2,000 x 2,000 cells, strips that stay on two workers: beside MPI, and beside travelling strips (root)";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        Pattern cases = Pattern.compile(programs.effort().cases());
        if (cases.matcher("local").find()) {
            local(programs, report);
        }
        if (cases.matcher("network").find()) {
            network(programs, report);
        }
    }

    private static void local(Programs programs, FigureReport report) throws Exception {
        List<Double> mpi = new ArrayList<>();
        List<Double> one = new ArrayList<>();
        List<Double> ten = new ArrayList<>();
        Optional<List<String>> hand = compiled(programs);
        for (int i = 0; i < programs.effort().repetitions(); i++) {
            if (hand.isPresent()) {
                mpi.add(Double.parseDouble(printed(hand.get())));
            }
            one.add(iterationsPerSecond(local(programs, STEPS, 1)));
            ten.add(iterationsPerSecond(local(programs, FEW_STEPS * 2 + 2, 10)));
        }
        report.figure("iterations", Runs.median(one), "1/s");
        report.figure("halo-10-iterations", Runs.median(ten), "1/s");
        double more = bytes(local(programs, STEPS, 1)) - bytes(local(programs, STEPS * 2 / 3, 1));
        report.figure("bytes-through-master", more / (STEPS - STEPS * 2 / 3), "bytes/step");
        if (hand.isEmpty()) {
            report.say("skipped: the comparison with MPI, because mpicc or mpirun is missing (expected: both;"
                    + " apt-get install libopenmpi-dev openmpi-bin)");
            return;
        }
        report.figure("mpi-iterations", Runs.median(mpi), "1/s");
        report.figure("halo-10-ratio", Runs.median(mpi) / Runs.median(ten), "x");
        report.ratio(Runs.median(mpi) / Runs.median(one));
    }

    private static Run local(Programs programs, int steps, int halo) throws Exception {
        List<String> options = List.of("--local=2", "--slots=1", "--no-history");
        return programs.jacobi(null, options, arguments(programs, steps, halo));
    }

    private static List<String> arguments(Programs programs, int steps, int halo) {
        int side = programs.effort().isQuick() ? SIDE / 10 : SIDE;
        return List.of(
                "--rows=" + side,
                "--columns=" + side,
                "--strips=" + STRIPS,
                "--halo=" + halo,
                "--iterations=" + steps * halo,
                "--copy-every=" + STEPS);
    }

    /** The rate of the steps after the last copy. */
    private static double iterationsPerSecond(Run run) {
        List<Timing> last =
                run.cycles().subList(run.cycles().size() / 2 + 2, run.cycles().size() - 1);
        double seconds = last.stream().mapToDouble(Timing::seconds).sum();
        return last.stream().mapToDouble(Timing::units).sum() / seconds;
    }

    /** Bytes of setups, units and results that the master sent and received. */
    private static double bytes(Run run) throws IOException {
        String log = Files.readString(run.log());
        String traffic = log.substring(Math.max(0, log.indexOf("\"traffic\":{\"application\":")));
        return ReportField.number(traffic, "bytesSent") + ReportField.number(traffic, "bytesReceived");
    }

    /** The words that run the program with MPI; nothing without MPI. */
    private static Optional<List<String>> compiled(Programs programs) throws Exception {
        Path source = programs.lab().resolveSibling("benchmarks").resolve("mpi").resolve("jacobi.c");
        Path program =
                Files.createDirectories(programs.logs()).resolve("mpi-jacobi").toAbsolutePath();
        String missing = printed(
                List.of("sh", "-c", "command -v mpicc > /dev/null && command -v mpirun > /dev/null || echo no"));
        if (!missing.isEmpty()) {
            return Optional.empty();
        }
        printed(List.of("mpicc", "-O3", "-march=native", "-o", program.toString(), source.toString(), "-lm"));
        int side = programs.effort().isQuick() ? SIDE / 10 : SIDE;
        return Optional.of(List.of(
                "mpirun",
                "--allow-run-as-root",
                "--bind-to",
                "none",
                "-np",
                String.valueOf(STRIPS),
                program.toString(),
                String.valueOf(side),
                String.valueOf(side),
                String.valueOf(STEPS)));
    }

    private static String printed(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException("exit " + process.exitValue() + " of " + command + " (expected: 0)");
        }
        return text;
    }

    /** Both with as many iterations in a step; strips that travel compute as long as those that stay. */
    private static void network(Programs programs, FigureReport report) throws Exception {
        NetworkRoles network =
                new NetworkRoles(programs.lab().resolve("fast16.yaml"), "m", "10.99.0.100", List.of("f1", "f2"));
        List<String> options = List.of("--no-history", "--expect-slots=2");
        Run stay = programs.jacobi(network, options, arguments(programs, FEW_STEPS, HALO));
        double staying = iterationsPerSecond(stay);
        double computing = HALO / iterationsPerSecond(local(programs, FEW_STEPS, HALO));
        double side = programs.effort().isQuick() ? SIDE / 10.0 : SIDE;
        double rowBytes = 8 * (side + 2);
        Run travel = programs.emulated(
                network,
                options,
                List.of(
                        "--cycles=6",
                        "--units=" + STRIPS,
                        "--compute=sleep",
                        "--time=" + Math.round(computing * 1e6) + "us",
                        "--input=" + Math.round((side / STRIPS + HALO) * rowBytes) + "B",
                        "--result=" + Math.round(side / STRIPS * rowBytes) + "B"));
        double seconds = Runs.median(travel.cycles().subList(1, 6).stream().mapToDouble(Timing::seconds));
        report.figure("network-iterations", staying, "1/s");
        report.figure("network-travelling-iterations", HALO / seconds, "1/s");
        report.figure("network-ratio", staying * seconds / HALO, "x");
    }
}
