package dev.sluice.app.dot;

import dev.sluice.api.ArgumentException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options of the command line. */
final class DockingOptions {
    private static final int LEAST_SIZE = 32;
    private static final int MOST_SIZE = 128;
    private static final int MOST = 1_000_000;

    @Option(names = "--size", paramLabel = "N", description = "cells of the grid along each edge: a power of two")
    int size = 64;

    @Option(names = "--rotations", paramLabel = "N", description = "rotations of the ligand, spread evenly")
    int rotations = 96;

    @Option(names = "--rotations-per-unit", paramLabel = "N", description = "rotations that make one unit of work")
    int rotationsPerUnit = 4;

    @Option(names = "--poses", paramLabel = "N", description = "best poses that are kept, 16 bytes each")
    int poses = 1000;

    @Option(names = "--seed", paramLabel = "N", description = "another one makes other molecules")
    long seed = 1;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "picture of the best pose, a PNG, on the master; an earlier one is replaced")
    Path out = Path.of("dot.png");

    DockingPlan conclude() {
        if (size < LEAST_SIZE || size > MOST_SIZE || Integer.bitCount(size) != 1) {
            throw new ArgumentException("--size", size, "a power of two from " + LEAST_SIZE + " to " + MOST_SIZE);
        }
        checked("--rotations", rotations);
        checked("--rotations-per-unit", rotationsPerUnit);
        checked("--poses", poses);
        return new DockingPlan(size, rotations, rotationsPerUnit, poses, seed, out);
    }

    private static void checked(String option, int value) {
        if (value < 1 || value > MOST) {
            throw new ArgumentException(option, value, "1 to " + MOST);
        }
    }
}
