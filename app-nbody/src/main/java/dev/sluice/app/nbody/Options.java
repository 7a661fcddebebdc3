package dev.sluice.app.nbody;

import dev.sluice.api.ArgumentException;
import dev.sluice.app.nbody.Settings.Colour;
import dev.sluice.app.nbody.Settings.Look;
import dev.sluice.app.nbody.Settings.Span;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the command line. */
final class Options {
    private static final int MOST_BODIES = 1 << 22;
    private static final int LARGEST_SIDE = 1 << 12;
    private static final int MOST_STEPS = 1_000_000;

    @Option(names = "--preset", paramLabel = "NAME", description = "where the bodies begin: ${COMPLETION-CANDIDATES}")
    Preset preset = Preset.COLLISION;

    @Option(names = "--bodies", paramLabel = "N", description = "how many; default: the preset's, as for the next four")
    @Nullable
    Integer bodies;

    @Option(names = "--steps", paramLabel = "N", description = "how many steps of time")
    @Nullable
    Integer steps;

    @Option(names = "--time-step", paramLabel = "TIME", description = "length of a step")
    @Nullable
    Double timeStep;

    @Option(
            names = "--softening",
            paramLabel = "LENGTH",
            description = "distance below which attraction weakens; 0 for points")
    @Nullable
    Double softening;

    @Option(
            names = "--frame-every",
            paramLabel = "STEPS",
            description = "steps from picture to picture; 0: no pictures")
    @Nullable
    Integer frameEvery;

    @Option(names = "--dimensions", paramLabel = "2|3", description = "in the plane or in space")
    int dimensions = 3;

    @Option(names = "--seed", paramLabel = "N", description = "another one gives other bodies of the same kind")
    long seed = 1;

    @Option(names = "--bodies-per-unit", paramLabel = "N", description = "bodies that make one unit of work")
    int perUnit = 64;

    @Option(names = "--width", paramLabel = "PIXELS", description = "columns of a picture")
    int width = 720;

    @Option(names = "--height", paramLabel = "PIXELS", description = "rows of a picture")
    int height = 480;

    @Option(
            names = "--reach",
            paramLabel = "LENGTH",
            description = "half the height of a picture; default: the preset's")
    @Nullable
    Double reach;

    @Option(names = "--colour", paramLabel = "BY", description = "what colours tell: ${COMPLETION-CANDIDATES}")
    Colour colour = Colour.GROUP;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "where film.png, frame-*.png, bodies.csv and energy.csv go, on the master; earlier ones in it are"
                            + " replaced")
    Path out = Path.of("nbody");

    @Option(
            names = "--verify",
            description = "compute every step serially on the master as well, and fail if a bit differs")
    boolean verify;

    /** Validates all options that do not depend on this machine. */
    Settings conclude() {
        Preset.Defaults defaults = preset.defaults();
        if (dimensions != 2 && dimensions != 3) {
            throw new ArgumentException("--dimensions", dimensions, "2 or 3");
        }
        Law law = new Law(
                dimensions,
                preset.gravity(),
                checked("--softening", softening == null ? defaults.softening() : softening, true));
        Span span = new Span(
                checked("--steps", steps == null ? defaults.steps() : steps, 1, MOST_STEPS),
                checked("--time-step", timeStep == null ? defaults.timeStep() : timeStep, false));
        Look look = new Look(
                checked("--width", width, 16, LARGEST_SIDE),
                checked("--height", height, 16, LARGEST_SIDE),
                checked("--frame-every", frameEvery == null ? defaults.frameEvery() : frameEvery, 0, MOST_STEPS),
                checked("--reach", reach == null ? preset.view().reach() : reach, false),
                colour);
        int count = checked("--bodies", bodies == null ? defaults.bodies() : bodies, preset.least(), MOST_BODIES);
        checked("--bodies-per-unit", perUnit, 1, MOST_BODIES);
        return new Settings(preset, law, span, count, perUnit, seed, look, out, verify);
    }

    private static int checked(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new ArgumentException(option, value, least + " to " + most);
        }
        return value;
    }

    private static double checked(String option, double value, boolean mayBeZero) {
        if (!(value > 0 || mayBeZero && value == 0) || Double.isInfinite(value)) {
            throw new ArgumentException(option, value, mayBeZero ? "0 or more" : "more than 0");
        }
        return value;
    }
}
