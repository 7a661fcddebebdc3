package dev.sluice.app.jacobi;

import dev.sluice.api.ArgumentException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the command line. */
final class JacobiOptions {
    private static final int MOST_EDGE = 10_000;
    private static final int MOST_ITERATIONS = 1_000_000;

    @Option(names = "--rows", paramLabel = "N", description = "rows of the grid, without the fixed edges")
    int rows = 1000;

    @Option(names = "--columns", paramLabel = "N", description = "columns of the grid, without the fixed edges")
    int columns = 1000;

    @Option(names = "--iterations", paramLabel = "N", description = "how many in all")
    int iterations = 400;

    @Option(
            names = "--halo",
            paramLabel = "N",
            description = "rows of a border, and iterations of a step; more make fewer, longer steps")
    int halo = 20;

    @Option(names = "--strips", paramLabel = "N", description = "parts of almost equal rows, which stay on workers")
    int strips = 8;

    @Option(names = "--seed", paramLabel = "N", description = "another one makes other waves at the start")
    long seed = 1;

    @Option(names = "--verify", description = "compare all bits with a serial solution, computed on the master")
    boolean verify;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "picture of start and end, a PNG, on the master; an earlier one is replaced")
    Path out = Path.of("jacobi.png");

    @Option(names = "--copy-every", paramLabel = "STEPS", description = "steps between copies of the strips, at most")
    int copyEvery = 256;

    @Option(names = "--figures", paramLabel = "FILE", description = "receives the times of the steps, on the master")
    @Nullable
    Path figures;

    PlatePlan conclude() {
        checked("--rows", rows, MOST_EDGE);
        checked("--columns", columns, MOST_EDGE);
        checked("--iterations", iterations, MOST_ITERATIONS);
        checked("--halo", halo, MOST_ITERATIONS);
        checked("--strips", strips, rows);
        checked("--copy-every", copyEvery, MOST_ITERATIONS);
        PlatePlan.Strips work = new PlatePlan.Strips(rows, columns, iterations, halo, strips);
        return new PlatePlan(work, seed, verify, copyEvery, out, figures);
    }

    private static void checked(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw new ArgumentException(option, value, "1 to " + most);
        }
    }
}
