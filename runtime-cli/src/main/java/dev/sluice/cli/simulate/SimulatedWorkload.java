package dev.sluice.cli.simulate;

import dev.sluice.cli.option.NeedsText;
import dev.sluice.insight.predict.Prediction;
import dev.sluice.insight.predict.PredictionFile;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.predict.PredictedWorkload;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.simulate.Distribution;
import dev.sluice.model.simulate.Growth;
import dev.sluice.model.simulate.SizedWorkload;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.view.Quantity;
import dev.sluice.view.ViewFile;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The workload of {@code simulate}, given on the command line. */
final class SimulatedWorkload {
    /** A minute or two. */
    private static final long MOST_UNITS = 100_000_000;

    @Option(names = "--units", paramLabel = "N", description = "units per cycle (default: ${DEFAULT-VALUE})")
    private long units = 1_000;

    @Option(names = "--cycles", paramLabel = "N", description = "number of cycles (default: ${DEFAULT-VALUE})")
    private int cycles = 1;

    @Option(
            names = "--unit-time",
            paramLabel = "TIMES",
            description = "compute time of units at speed 1: 12ms, uniform:5ms..15ms, exponential:10ms, "
                    + "lognormal:MEAN,SD, bimodal:0.9@10ms,0.1@100ms, or trace:FILE (docs/simulation.md)")
    private @Nullable String unitTime;

    @Option(
            names = "--prediction",
            paramLabel = "FILE",
            description = "take the cost of each unit from a file of 'sluice predict' instead of --unit-time and "
                    + "the other costs")
    private @Nullable Path prediction;

    @Option(
            names = "--result-time",
            paramLabel = "TIMES",
            description = "time that the master needs for one result (default: ${DEFAULT-VALUE})")
    private String resultTime = "0s";

    @Option(
            names = "--input",
            paramLabel = "SIZES",
            description = "size of a unit's input, sent to a worker (default: ${DEFAULT-VALUE})")
    private String input = "24B";

    @Option(
            names = "--result",
            paramLabel = "SIZES",
            description = "size of a unit's result, sent back (default: ${DEFAULT-VALUE})")
    private String result = "32B";

    @Option(
            names = "--setup",
            paramLabel = "SIZE",
            description = "size of the setup, sent to each worker once per cycle (default: ${DEFAULT-VALUE})")
    private String setup = "0B";

    @Option(
            names = "--needs",
            paramLabel = "NEEDS",
            description = "needs of units beside one slot: processors=2,memory=4G, or with shares "
                    + "0.2@processors=4;0.1@licence=1, or trace:FILE (docs/needs.md)")
    private @Nullable String needs;

    @Option(
            names = "--arrivals",
            paramLabel = "WHEN",
            description = "open cycles: units come at a rate (20/s), one after each result (results:8), or as "
                    + "trace:FILE says (docs/adaptive-work.md)")
    private @Nullable String arrivals;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    SimulatedWorkload() {}

    /** @param view whose hosts may have times of their own */
    Workload workload(ViewFile view, long seed) {
        if (prediction != null) {
            if (unitTime != null) {
                throw new SluiceException(
                        ErrorCode.USAGE, "--prediction: with --unit-time (expected: one or the other)");
            }
            Prediction found = PredictionFile.read(prediction);
            return PredictedWorkload.of(found.sampled().cycle(), Long.MAX_VALUE / 2)
                    .times(view.speed(found.host()).orElse(1));
        }
        if (cycles < 1 || units < 0 || units > MOST_UNITS / cycles) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    cycles < 1
                            ? "--cycles: " + cycles + " (expected: at least 1)"
                            : String.format(
                                    Locale.ROOT,
                                    "--units: %d (expected: 0 to %,d in all cycles, because each is simulated;"
                                            + " 'sluice plan' estimates more)",
                                    units,
                                    MOST_UNITS));
        }
        String times = unitTime(view);
        boolean trace = SpreadText.isTrace(times);
        Workload drawn = Workloads.drawn(
                new Workloads.Shape(cycles, units, Math.round(Quantity.SIZE.of("--setup", setup))),
                new Workloads.Spreads(
                        trace ? new Distribution.Fixed(0) : new SpreadText("--unit-time", Quantity.TIME).parse(times),
                        new SpreadText("--input", Quantity.SIZE).parse(input),
                        new SpreadText("--result", Quantity.SIZE).parse(result),
                        new SpreadText("--result-time", Quantity.TIME).parse(resultTime)),
                seed);
        return sized(
                trace ? Workloads.traced(drawn, new SpreadText("--unit-time", Quantity.TIME).trace(times)) : drawn);
    }

    /** The same units with their needs, and as they come. */
    private Workload sized(Workload like) {
        if (needs == null && arrivals == null) {
            return like;
        }
        if (units > UnitsText.MOST_UNITS) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--units: " + units + " with --needs or --arrivals (expected: at most " + UnitsText.MOST_UNITS
                            + ")");
        }
        List<Event.Sized> kinds = needs == null ? List.of() : SizedWorkload.repeated(NeedsText.needs(needs), units);
        List<Growth> growth = arrivals == null ? List.of() : UnitsText.arrivals(arrivals, units);
        return new SizedWorkload(like, Collections.nCopies(cycles, kinds), Collections.nCopies(cycles, growth));
    }

    private String unitTime(ViewFile view) {
        if (unitTime != null) {
            return unitTime;
        }
        if (view.hostWithoutUnitTime().isEmpty()) {
            return "1s";
        }
        throw new SluiceException(
                ErrorCode.USAGE, "--unit-time: missing (expected: the time of one unit, such as 12ms)");
    }

    /** Mean time of a unit, by which hosts with times of their own get their speeds [s]. */
    double meanSeconds(Workload workload) {
        long count = Math.min(workload.units(0), 10_000);
        double sum = 0;
        for (long i = 0; i < count; i++) {
            sum += workload.computeNanos(0, i * workload.units(0) / count);
        }
        return count == 0 || sum == 0 ? 1 : sum / count * 1e-9;
    }

    /** Mean time of a result [s]. */
    double meanResultSeconds(Workload workload) {
        long nanos = workload.units(0) == 0 ? 0 : workload.acceptNanos(0, 0);
        return nanos == 0 ? 1 : nanos * 1e-9;
    }
}
