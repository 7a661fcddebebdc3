package dev.sluice.app.tsp;

import dev.sluice.api.ArgumentException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the command line. */
final class TspOptions {
    private static final int MOST = 100_000;

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = "problem in the format of TSPLIB, with EUC_2D coordinates; default: berlin52")
    @Nullable
    Path file;

    @Option(names = "--seed", paramLabel = "N", description = "another one takes another way to the answer")
    long seed = 1;

    @Option(names = "--generations", paramLabel = "N", description = "how many cycles")
    int generations = 20;

    @Option(names = "--parents", paramLabel = "N", description = "tours that survive a generation")
    int parents = 32;

    @Option(names = "--units", paramLabel = "N", description = "units of work in each generation")
    int units = 16;

    @Option(names = "--tours-per-unit", paramLabel = "N", description = "tours that one unit makes")
    int toursPerUnit = 64;

    @Option(
            names = "--sweeps",
            paramLabel = "N",
            description = "sweeps of local search over each tour, at most; 0: none")
    int sweeps = 1;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "picture of the tour, an SVG, on the master; an earlier one is replaced")
    Path out = Path.of("tour.svg");

    /** Validates all options that do not depend on this machine. */
    TspSettings conclude() {
        TspSettings.Plan plan = new TspSettings.Plan(
                checked("--generations", generations, 1),
                checked("--parents", parents, 1),
                checked("--units", units, 1),
                checked("--tours-per-unit", toursPerUnit, 1),
                checked("--sweeps", sweeps, 0));
        return new TspSettings(file, out, seed, plan);
    }

    private static int checked(String option, int value, int least) {
        if (value < least || value > MOST) {
            throw new ArgumentException(option, value, least + " to " + MOST);
        }
        return value;
    }
}
