package dev.sluice.insight.predict;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.BenchmarkRow;
import dev.sluice.insight.history.GeneralRow;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.ProcessorUse;
import dev.sluice.model.Plural;
import dev.sluice.model.forecast.Estimate;
import dev.sluice.model.forecast.Forecast;
import dev.sluice.model.forecast.Forecaster;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Times of units on hosts, from the history: as measured on the host, else on its processor model, on a similar clock
 * (scaled), by a general benchmark of the host (scaled), and by one of its model. Repeated measurements are forecast
 * from their values, in the order of writing, which no clock disturbs. Reads the history once, at the first question;
 * for one thread.
 */
final class MeasuredTimes {
    /** Factor within which clocks are similar: beyond it, processors are of another kind. */
    private static final double SIMILAR_CLOCKS = 4.0 / 3;

    /**
     * Least ratio of processor time to wall time of a computing application. If its units use less of a processor on
     * every host, it waits for something.
     */
    private static final double COMPUTING = 0.5;

    /** A smaller share of a processor says nothing about the time of a unit. */
    private static final double LEAST = 0.05;

    /** The mean absolute deviation of a normal distribution, over its standard deviation. */
    private static final double ABSOLUTE_OVER_STANDARD = Math.sqrt(2 / Math.PI);

    /** Upper bound of the difference between the clocks of hosts. */
    private static final Duration SKEW = Duration.ofMinutes(5);

    private final History history;
    private final KnownProcessors processors;
    private final Instant now;
    private final Map<String, Double> shares = new HashMap<>();
    private @Nullable List<BenchmarkRow> benchmarks;
    private @Nullable List<GeneralRow> general;

    /** The measurements on one host: the latest row, and the estimate by all. */
    private record Measured(BenchmarkRow latest, Estimate estimate) {}

    MeasuredTimes(History history, KnownProcessors processors, Instant now) {
        this.history = history;
        this.processors = processors;
        this.now = now;
    }

    /**
     * A time on a host: of this build if any is known, of the least general step, among these the most certain, among
     * these the latest. Empty if none is known.
     *
     * @param value of one row [s]; the row does not count if it is not positive
     */
    Optional<UnitTime> of(ApplicationKey application, String host, ToDoubleFunction<BenchmarkRow> value) {
        Comparator<UnitTime> latestFirst = Comparator.comparing(
                        (UnitTime time) -> recency(time.measured().time(), now))
                .reversed();
        for (boolean anyBuild : new boolean[] {false, true}) {
            Collection<Measured> known = measured(application, anyBuild, value);
            for (Generalization step : Generalization.values()) {
                List<UnitTime> found = new ArrayList<>();
                for (Measured each : known) {
                    scale(host, step, each.latest)
                            .ifPresent(scale -> found.add(new UnitTime(each.estimate, step, anyBuild, scale)));
                }
                if (!found.isEmpty()) {
                    return found.stream()
                            .min(Comparator.comparingDouble(UnitTime::relativeError)
                                    .thenComparing(latestFirst));
                }
            }
        }
        return Optional.empty();
    }

    /** The factor from where a row was measured to a host; empty if this step does not lead there. */
    private OptionalDouble scale(String host, Generalization step, BenchmarkRow there) {
        if (step == Generalization.EXACT || there.host().equals(host)) {
            return step == Generalization.EXACT && there.host().equals(host)
                    ? OptionalDouble.of(1)
                    : OptionalDouble.empty();
        }
        return switch (step) {
            case TOLD -> OptionalDouble.empty();
            case MODEL -> {
                String model = processors.model(host, now);
                yield !model.isEmpty() && model.equals(there.processor())
                        ? OptionalDouble.of(1)
                        : OptionalDouble.empty();
            }
            case CLOCK -> {
                double scale =
                        there.clockHertz() / processors.clockHertz(host, now).orElse(Double.NaN);
                yield scale <= SIMILAR_CLOCKS && scale >= 1 / SIMILAR_CLOCKS
                        ? OptionalDouble.of(scale)
                        : OptionalDouble.empty();
            }
            case HOST_BENCHMARK -> ratio(general(row -> row.host().equals(host)), there);
            default -> ratio(ofModel(processors.model(host, now)), there);
        };
    }

    /** The ratio of a general benchmark to that of the host of a row, or of its processor model. */
    private OptionalDouble ratio(OptionalDouble here, BenchmarkRow there) {
        if (here.isEmpty()) {
            return here;
        }
        OptionalDouble other = general(row -> row.host().equals(there.host()));
        if (other.isEmpty()) {
            other = ofModel(there.processor());
        }
        return other.isEmpty() ? other : OptionalDouble.of(here.getAsDouble() / other.getAsDouble());
    }

    private OptionalDouble ofModel(String model) {
        return model.isEmpty()
                ? OptionalDouble.empty()
                : general(row -> row.processor().equals(model));
    }

    /** The general benchmark of the host among these that was measured last; empty if there is none. */
    private OptionalDouble general(Predicate<GeneralRow> of) {
        Map<String, List<GeneralRow>> hosts = new LinkedHashMap<>();
        for (GeneralRow row : generalRows()) {
            if (of.test(row) && row.seconds() > 0) {
                hosts.computeIfAbsent(row.host(), unused -> new ArrayList<>()).add(row);
            }
        }
        return hosts.values().stream()
                .max(Comparator.comparing(rows -> recency(rows.get(0).time(), now)))
                .map(rows ->
                        OptionalDouble.of(forecast(rows, GeneralRow::seconds).value()))
                .orElse(OptionalDouble.empty());
    }

    /** The time for comparisons: a time in the future comes from a wrong clock and counts as the oldest. */
    static Instant recency(Instant time, Instant now) {
        return time.isAfter(now.plus(SKEW)) ? Instant.EPOCH : time;
    }

    private List<BenchmarkRow> benchmarks() {
        List<BenchmarkRow> rows = benchmarks;
        if (rows == null) {
            rows = history.benchmarks();
            benchmarks = rows;
        }
        return rows;
    }

    private List<GeneralRow> generalRows() {
        List<GeneralRow> rows = general;
        if (rows == null) {
            rows = history.general();
            general = rows;
        }
        return rows;
    }

    /** The measurements of this application with its arguments, one for each host. */
    private Collection<Measured> measured(
            ApplicationKey application, boolean anyBuild, ToDoubleFunction<BenchmarkRow> value) {
        Map<String, List<BenchmarkRow>> hosts = new LinkedHashMap<>();
        for (BenchmarkRow row : benchmarks()) {
            ApplicationKey of = row.application();
            boolean same =
                    of.type().equals(application.type()) && of.arguments().equals(application.arguments());
            if (same && (anyBuild || of.build().equals(application.build())) && value.applyAsDouble(row) > 0) {
                hosts.computeIfAbsent(row.host(), unused -> new ArrayList<>()).add(row);
            }
        }
        return hosts.values().stream().map(rows -> measured(rows, value)).toList();
    }

    private static Measured measured(List<BenchmarkRow> rows, ToDoubleFunction<BenchmarkRow> value) {
        BenchmarkRow latest = rows.get(0);
        long runs = rows.stream().filter(row -> !row.run().isEmpty()).count();
        Forecast forecast = forecast(rows, value);
        double alone = ABSOLUTE_OVER_STANDARD * latest.spreadSeconds() / Math.sqrt(latest.units());
        double error = rows.size() > 1 ? forecast.meanAbsoluteError() : alone;
        String source = "history: " + counted(runs, rows.size() - runs);
        return new Measured(latest, new Estimate(forecast.value(), error, source, latest.time()));
    }

    /** The forecast by rows, newest first. */
    private static <T> Forecast forecast(List<T> rows, ToDoubleFunction<T> value) {
        Forecaster forecaster = new Forecaster();
        for (int i = rows.size() - 1; i >= 0; i--) {
            forecaster.add(value.applyAsDouble(rows.get(i)));
        }
        return forecaster.forecast().orElseThrow();
    }

    private static String counted(long runs, long benchmarks) {
        String first = runs == 0 ? "" : Plural.of(runs, "run");
        String second = benchmarks == 0 ? "" : Plural.of(benchmarks, "benchmark");
        return first.isEmpty() || second.isEmpty() ? first + second : first + " and " + second;
    }

    /**
     * The time of a unit on an idle slot: processor time over the share of a processor that its units use. Units that
     * rather wait take their wall time at most, and that time if they hardly compute.
     */
    double idleSeconds(BenchmarkRow row) {
        double share = shares.computeIfAbsent(
                row.application().type(), unused -> ProcessorUse.measured(benchmarks(), row.application()));
        if (!(row.cpuSeconds() > 0) || share < LEAST) {
            return row.wallSeconds();
        }
        double idle = row.cpuSeconds() / Math.min(1, share);
        return share >= COMPUTING ? idle : Math.min(row.wallSeconds(), idle);
    }
}
