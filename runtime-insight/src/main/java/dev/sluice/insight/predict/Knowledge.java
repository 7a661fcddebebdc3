package dev.sluice.insight.predict;

import dev.sluice.api.extension.HostFacts;
import dev.sluice.api.extension.TimeModel;
import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.BenchmarkRow;
import dev.sluice.insight.history.History;
import dev.sluice.insight.weather.RecentWeather;
import dev.sluice.master.tune.Extensions;
import dev.sluice.master.weather.Weather;
import dev.sluice.model.forecast.Estimate;
import dev.sluice.net.message.SeriesWeather;
import dev.sluice.net.message.SeriesWeather.Expected;
import dev.sluice.net.message.SeriesWeather.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The knowledge about hosts before a run: unit times from the history, and load and memory as forecast by the runs and
 * pools that saw them last; before these, what the application tells. For one thread.
 */
public final class Knowledge {
    /** Largest age of a forecast of the load or the memory of a host. */
    private static final Duration FRESH = Duration.ofMinutes(15);

    /** Largest error of a share; a less certain one is no reason to choose another host. */
    private static final double SURE = 0.25;

    private final MeasuredTimes times;
    private final RecentWeather weather;
    private final ToldByApplication told;

    private Knowledge(MeasuredTimes times, RecentWeather weather, ToldByApplication told) {
        this.told = told;
        this.times = times;
        this.weather = weather;
    }

    /** Everything that this user's history has. */
    public static Knowledge ofHistory(History history) {
        return of(history, new RecentWeather(history));
    }

    /** The same, with weather that was already read. */
    public static Knowledge of(History history, RecentWeather weather) {
        KnownProcessors processors = new KnownProcessors(history, weather);
        return new Knowledge(
                new MeasuredTimes(history, processors, Instant.now()), weather, new ToldByApplication(processors));
    }

    /** The time of a unit of this application with its arguments on an idle slot of a host, from any machine [s]. */
    public Optional<UnitTime> unitSeconds(ApplicationKey application, String host) {
        return told.unitSeconds(application, host).or(() -> times.of(application, host, times::idleSeconds));
    }

    /** The same for each host with a known unit time, in their order. */
    public Map<String, UnitTime> unitSeconds(ApplicationKey application, Collection<String> hosts) {
        Map<String, UnitTime> known = new LinkedHashMap<>();
        hosts.forEach(host -> unitSeconds(application, host).ifPresent(time -> known.put(host, time)));
        return known;
    }

    /** The time that a master on this host needs to accept a unit's result; 0 if it is unknown [s]. */
    double acceptSeconds(ApplicationKey application, String host) {
        return times.of(application, host, BenchmarkRow::acceptSeconds)
                .map(time -> time.estimate().value())
                .orElse(0.0);
    }

    /** The share of a processor that a new process on a host gets, if it is known lately and well enough. */
    public Optional<Estimate> availability(String host, Instant now) {
        return told.availability(host, now)
                .or(() -> forecast(host, Quantity.AVAILABILITY, now)
                        .filter(share -> share.hasError() && share.error() <= SURE));
    }

    /** The forecast of a host's free memory less its mean error; empty if nothing is known lately [bytes]. */
    public OptionalDouble freeBytes(String host, Instant now) {
        OptionalDouble known = told.freeBytes(host);
        if (known.isPresent()) {
            return known;
        }
        return forecast(host, Quantity.FREE_MEMORY, now)
                .map(free -> OptionalDouble.of(Math.max(0, free.value() - (free.hasError() ? free.error() : 0))))
                .orElse(OptionalDouble.empty());
    }

    /** The forecast by the latest run or pool that saw the host, if it is fresh. */
    private Optional<Estimate> forecast(String host, Quantity quantity, Instant now) {
        for (Weather of : weather.latestFirst()) {
            Optional<SeriesWeather> latest = of.workers().stream()
                    .filter(worker -> worker.host().equals(host))
                    .flatMap(worker -> worker.series().stream())
                    .filter(series -> series.quantity() == quantity)
                    .max(Comparator.comparing(series -> series.newest().timeMillis()));
            if (latest.isPresent()) {
                return latest.map(series -> estimate(series, of)).filter(known -> isFresh(known, now));
            }
        }
        return Optional.empty();
    }

    private static Estimate estimate(SeriesWeather series, Weather of) {
        Expected next = series.forecast();
        String source = "forecasts: " + next.predictor() + " of " + next.measurements() + " values, run " + of.run();
        return new Estimate(
                next.value(),
                next.meanAbsoluteError(),
                source,
                Instant.ofEpochMilli(series.newest().timeMillis()));
    }

    private static boolean isFresh(Estimate known, Instant now) {
        return Duration.between(known.time(), now).abs().compareTo(FRESH) <= 0; // clocks of hosts differ
    }

    /** Services of the application that know hosts; the first one that knows answers. For one thread. */
    private static final class ToldByApplication {
        private final List<TimeModel> models = Extensions.services(TimeModel.class);
        private final List<HostFacts> facts = Extensions.services(HostFacts.class);
        private final KnownProcessors processors;

        ToldByApplication(KnownProcessors processors) {
            this.processors = processors;
        }

        /** The host, as a model is asked about it. */
        private record Asked(String name, String processor, double clockHertz, String arguments)
                implements TimeModel.Host {}

        /** The time of a unit on an idle slot of a host [s]. */
        Optional<UnitTime> unitSeconds(ApplicationKey application, String host) {
            if (models.isEmpty()) {
                return Optional.empty();
            }
            Instant now = Instant.now();
            Asked asked = new Asked(
                    host,
                    processors.model(host, now),
                    processors.clockHertz(host, now).orElse(Double.NaN),
                    application.arguments());
            for (TimeModel model : models) {
                double seconds = Extensions.answer(
                        model, "unitSeconds of " + host, Double.MAX_VALUE, () -> model.unitSeconds(asked));
                double error = Extensions.answer(model, "error", Double.MAX_VALUE, model::error);
                if (seconds > 0) {
                    String source = "model: " + model.getClass().getName();
                    Estimate estimate = new Estimate(seconds, seconds * error, source, now);
                    return Optional.of(new UnitTime(estimate, Generalization.TOLD, false, 1));
                }
            }
            return Optional.empty();
        }

        /** The share of a processor that a new process on a host gets. */
        Optional<Estimate> availability(String host, Instant now) {
            for (HostFacts each : facts) {
                double share = Extensions.answer(each, "availability of " + host, 1, () -> each.availability(host));
                if (!Double.isNaN(share)) {
                    return Optional.of(
                            new Estimate(share, 0, "facts: " + each.getClass().getName(), now));
                }
            }
            return Optional.empty();
        }

        /** Free memory of a host [bytes]. */
        OptionalDouble freeBytes(String host) {
            for (HostFacts each : facts) {
                double free =
                        Extensions.answer(each, "freeBytes of " + host, Double.MAX_VALUE, () -> each.freeBytes(host));
                if (!Double.isNaN(free)) {
                    return OptionalDouble.of(free);
                }
            }
            return OptionalDouble.empty();
        }
    }
}
