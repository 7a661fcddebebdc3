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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The workload of {@code simulate}, given on the command line. */
final class SimulatedWorkload {
    /** Units of the largest run of which each has its own needs or its own time. */
    private static final long MOST_UNLIKE = 4_000_000;

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
        if (units > MOST_UNLIKE) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--units: " + units + " with --needs or --arrivals (expected: at most " + MOST_UNLIKE + ")");
        }
        List<Event.Sized> kinds = needs == null ? List.of() : SizedWorkload.repeated(NeedsText.needs(needs), units);
        List<Growth> growth = arrivals == null ? List.of() : arrivals(arrivals, units);
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

    /**
     * Reads when the units of a cycle come: {@code 20/s}, {@code results:8} (eight at the beginning, and one after each
     * result), or {@code trace:FILE} with a line for each unit: its time, or {@code after N} results.
     *
     * @param units of the cycle
     */
    private static List<Growth> arrivals(String text, long units) {
        if (NeedsText.isTrace(text)) {
            List<Growth> steps = new ArrayList<>();
            for (String line : NeedsText.lines("--arrivals", text)) {
                steps.add(
                        line.matches("after [0-9]{1,9}")
                                ? new Growth(1, Long.parseLong(line.substring(6)), 0)
                                : new Growth(1, -1, Math.round(Quantity.TIME.of("--arrivals", line) * 1e9)));
            }
            return steps.size() > units ? steps.subList(0, (int) units) : steps;
        }
        if (text.matches("results:[1-9][0-9]{0,8}")) {
            long first = Math.min(units, Long.parseLong(text.substring(8)));
            return LongStream.rangeClosed(1, units - first)
                    .mapToObj(result -> new Growth(1, result, 0))
                    .toList();
        }
        if (text.matches("[0-9]{1,9}(\\.[0-9]{1,9})?/(s|min|h)")) {
            int slash = text.indexOf('/');
            double each = Quantity.TIME.of("--arrivals", "1" + text.substring(slash + 1))
                    / Double.parseDouble(text.substring(0, slash));
            if (each > 0 && Double.isFinite(each)) {
                return LongStream.range(0, units)
                        .mapToObj(unit -> new Growth(1, -1, Math.round(unit * each * 1e9)))
                        .toList();
            }
        }
        throw new SluiceException(
                ErrorCode.USAGE,
                "--arrivals: " + text + " (expected: a rate such as 20/s, results:N, or trace:FILE with a time or"
                        + " 'after N' for each unit)");
    }

    /**
     * Reads how times or sizes of units spread, written as for app-pep: {@code 10ms} or {@code fixed:10ms},
     * {@code uniform:5ms..15ms}, {@code exponential:10ms}, {@code lognormal:10ms,5ms} (mean and standard deviation of
     * the values themselves), {@code bimodal:0.9@10ms,0.1@100ms}, {@code trace:FILE}.
     *
     * @param option that is named in errors
     * @param quantity times become nanoseconds, sizes bytes
     */
    private record SpreadText(String option, Quantity quantity) {
        private static final String TRACE = "trace:";
        private static final int MOST_VALUES = 1 << 28;

        static boolean isTrace(String text) {
            return text.startsWith(TRACE);
        }

        Distribution parse(String text) {
            int colon = text.indexOf(':');
            String name = colon < 0 ? "fixed" : text.substring(0, colon);
            String rest = text.substring(colon + 1);
            return switch (name) {
                case "fixed" -> new Distribution.Fixed(value(text, rest));
                case "uniform" -> uniform(text, two(text, rest, "\\.\\."));
                case "exponential" -> new Distribution.Exponential(value(text, rest));
                case "lognormal" -> logNormal(text, two(text, rest, ","));
                case "bimodal" -> bimodal(text, two(text, rest, ","));
                default -> throw wrong(text);
            };
        }

        private Distribution uniform(String text, String[] ends) {
            double from = value(text, ends[0]);
            double to = value(text, ends[1]);
            if (from > to) {
                throw new SluiceException(
                        ErrorCode.USAGE, option + ": " + text + " (expected: uniform:A..B with A at most B)");
            }
            return new Distribution.Uniform(from, to);
        }

        private Distribution logNormal(String text, String[] parts) {
            double mean = value(text, parts[0]);
            if (mean == 0) {
                throw new SluiceException(
                        ErrorCode.USAGE, option + ": " + text + " (expected: lognormal:MEAN,SD with a mean above 0)");
            }
            return new Distribution.LogNormal(mean, value(text, parts[1]));
        }

        private Distribution bimodal(String text, String[] modes) {
            String[] first = two(text, modes[0], "@");
            String[] second = two(text, modes[1], "@");
            double share = share(text, first[0]);
            if (Math.abs(share + share(text, second[0]) - 1) > 1e-9) {
                throw new SluiceException(
                        ErrorCode.USAGE, option + ": " + text + " (expected: bimodal:P@A,Q@B with P + Q = 1)");
            }
            return new Distribution.Bimodal(share, value(text, first[1]), value(text, second[1]));
        }

        private double share(String text, String part) {
            if (part.strip().matches("[01]|0?\\.[0-9]{1,12}|[01]\\.0{1,12}")) {
                return Double.parseDouble(part);
            }
            throw wrong(text);
        }

        private String[] two(String text, String rest, String separator) {
            String[] parts = rest.split(separator, -1);
            if (parts.length != 2) {
                throw wrong(text);
            }
            return parts;
        }

        private double value(String text, String part) {
            try {
                return quantity.parse(part) * (quantity == Quantity.TIME ? 1e9 : 1);
            } catch (IllegalArgumentException e) {
                throw new SluiceException(
                        ErrorCode.USAGE, option + ": " + text + " (expected: " + e.getMessage() + ")", e);
            }
        }

        private SluiceException wrong(String text) {
            return new SluiceException(
                    ErrorCode.USAGE,
                    option + ": " + text + " (expected: fixed:A, uniform:A..B, exponential:MEAN, lognormal:MEAN,SD,"
                            + " bimodal:P@A,Q@B" + (quantity == Quantity.TIME ? " or trace:FILE" : "") + ")");
        }

        /**
         * The values of {@code trace:FILE}: one a line; empty lines and those that begin with {@code #} do not count.
         */
        long[] trace(String text) {
            Path file = Path.of(text.substring(TRACE.length()));
            List<String> lines;
            try {
                lines = Files.readAllLines(file);
            } catch (IOException e) {
                throw new SluiceException(
                        ErrorCode.FILE_NOT_FOUND, option + ": " + file + " (expected: a readable file)", e);
            }
            long[] values = new long[Math.min(lines.size(), MOST_VALUES)];
            int count = 0;
            for (int i = 0; i < lines.size() && count < values.length; i++) {
                String line = lines.get(i).strip();
                if (!line.isEmpty() && !line.startsWith("#")) {
                    values[count++] = Math.round(new SpreadText(file + ":" + (i + 1), quantity).value(line, line));
                }
            }
            if (count == 0) {
                throw new SluiceException(
                        ErrorCode.USAGE, option + ": " + file + " has no value (expected: one per line, such as 12ms)");
            }
            return Arrays.copyOf(values, count);
        }
    }
}
