package dev.sluice.app.tomography;

import dev.sluice.api.ArgumentException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options of the command line. */
final class TomographyOptions {
    private static final long MOST_PIXELS = 1L << 28;

    @Option(names = "--slices", paramLabel = "N", description = "slices of the head, each a unit of work")
    int slices = Reference.SLICES;

    @Option(
            names = "--size",
            paramLabel = "PIXELS",
            description = "pixels along each side of a slice, and detectors of the scanner")
    int size = Reference.SCAN.size();

    @Option(names = "--projections", paramLabel = "N", description = "angles from which each slice is scanned")
    int projections = Reference.SCAN.projections();

    @Option(
            names = "--out",
            paramLabel = "FILE.png",
            description = "picture of all slices, on the master; an earlier one is replaced")
    Path out = Path.of("tomography.png");

    @Option(
            names = "--verify",
            description = "compare each slice with one computed on the master, and fail if a bit differs")
    boolean verify;

    /** Validates all options that do not depend on this machine. */
    TomographySettings conclude() {
        Scan scan = new Scan(checked("--size", size, 16, 2048), checked("--projections", projections, 1, 10_000));
        checked("--slices", slices, 1, 1000);
        long pixels = (long) slices * scan.pixels();
        if (pixels > MOST_PIXELS) {
            throw new ArgumentException(
                    "--slices × --size²", slices + " × " + size + "²", "at most " + MOST_PIXELS + " pixels in all");
        }
        return new TomographySettings(scan, slices, out, verify);
    }

    private static int checked(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new ArgumentException(option, value, least + " to " + most);
        }
        return value;
    }
}
