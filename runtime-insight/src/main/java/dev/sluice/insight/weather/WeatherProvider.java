package dev.sluice.insight.weather;

import dev.sluice.insight.information.Fact;
import dev.sluice.insight.information.Name;
import dev.sluice.insight.information.Provider;
import dev.sluice.insight.information.Question;
import dev.sluice.json.Json;
import dev.sluice.master.weather.Weather;
import dev.sluice.model.forecast.Estimate;
import dev.sluice.net.message.SeriesWeather;
import dev.sluice.net.message.SeriesWeather.Expected;
import dev.sluice.net.message.SeriesWeather.Quantity;
import dev.sluice.net.message.WorkerWeather;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers from the weather of runs: the last sensor values and the kinds of hosts, or forecasts. Only the latest run
 * with a host counts for it. For one thread.
 */
public final class WeatherProvider implements Provider {
    private final RecentWeather weather;
    private final boolean forecasts;

    private WeatherProvider(RecentWeather weather, boolean forecasts) {
        this.weather = weather;
        this.forecasts = forecasts;
    }

    /** The last measurements, without an error. */
    public static Provider sensors(RecentWeather weather) {
        return new WeatherProvider(weather, false);
    }

    /** Forecasts of the next values, with the error of earlier forecasts. */
    public static Provider forecasts(RecentWeather weather) {
        return new WeatherProvider(weather, true);
    }

    @Override
    public String name() {
        return forecasts ? "forecasts" : "sensors";
    }

    @Override
    public List<Fact> facts(Question question) {
        return Name.of(question.asked())
                .filter(asked -> quantity(asked) != null || !forecasts && isOfMachines(asked))
                .map(asked -> latest(question, asked))
                .orElse(List.of());
    }

    private static @Nullable Quantity quantity(Name asked) {
        return switch (asked) {
            case AVAILABILITY -> Quantity.AVAILABILITY;
            case FREE_MEMORY -> Quantity.FREE_MEMORY;
            case ROUND_TRIP -> Quantity.ROUND_TRIP;
            case BANDWIDTH_IN -> Quantity.BANDWIDTH_IN;
            case BANDWIDTH_OUT -> Quantity.BANDWIDTH_OUT;
            default -> null;
        };
    }

    private static boolean isOfMachines(Name asked) {
        return asked == Name.PROCESSOR || asked == Name.CLOCK_HERTZ || asked == Name.PROCESSORS;
    }

    /** Facts by subject: from the latest weather that has any, and there from the latest of several workers. */
    private List<Fact> latest(Question question, Name asked) {
        Map<Map<String, String>, Fact> latest = new LinkedHashMap<>();
        for (Weather each : weather.latestFirst()) {
            Map<Map<String, String>, Fact> here = new LinkedHashMap<>();
            for (WorkerWeather worker : each.workers()) {
                for (Fact fact : facts(asked, each, worker)) {
                    here.merge(subject(fact), fact, (one, other) -> other.time().isAfter(one.time()) ? other : one);
                }
            }
            here.forEach(latest::putIfAbsent);
        }
        return latest.values().stream()
                .filter(fact -> fact.agreesWith(question))
                .toList();
    }

    /** The subject: a host, and a size class. */
    private static Map<String, String> subject(Fact fact) {
        return Map.of(
                Name.HOST.text(), fact.value(Name.HOST),
                Name.SIZES.text(), fact.value(Name.SIZES));
    }

    private List<Fact> facts(Name asked, Weather of, WorkerWeather worker) {
        Quantity quantity = quantity(asked);
        if (quantity == null) {
            return machine(asked, of, worker).stream().toList();
        }
        List<Fact> facts = new ArrayList<>();
        for (SeriesWeather series : worker.series()) {
            if (series.quantity() == quantity) {
                Map<String, String> about = about(worker);
                if (quantity.hasSizes()) {
                    about.put(Name.SIZES.text(), Json.lower(series.sizes()));
                }
                facts.add(Fact.number(about, asked, estimate(series, of)));
            }
        }
        return facts;
    }

    private static Map<String, String> about(WorkerWeather worker) {
        Map<String, String> about = new LinkedHashMap<>();
        about.put(Name.HOST.text(), worker.host());
        worker.report().processor().ifPresent(processor -> {
            about.put(Name.PROCESSOR.text(), processor.model());
            if (processor.clockHertz() > 0) {
                about.put(Name.CLOCK_HERTZ.text(), String.valueOf(processor.clockHertz()));
            }
        });
        return about;
    }

    private Estimate estimate(SeriesWeather series, Weather of) {
        Instant time = Instant.ofEpochMilli(series.newest().timeMillis());
        if (!forecasts) {
            return new Estimate(series.newest().value(), Double.NaN, run("measured", of), time);
        }
        Expected next = series.forecast();
        return new Estimate(
                next.value(),
                next.meanAbsoluteError(),
                run(next.predictor() + " of " + next.measurements() + " values", of),
                time);
    }

    private static String run(String how, Weather of) {
        return how + (of.live() ? ", run " + of.run() + " now" : ", run " + of.run());
    }

    private static Optional<Fact> machine(Name asked, Weather of, WorkerWeather worker) {
        Map<String, String> about = about(worker);
        String value = asked == Name.PROCESSORS
                ? String.valueOf(worker.report().processors().count())
                : about.remove(asked.text());
        if (value == null || value.isEmpty() || value.equals("0")) {
            return Optional.empty();
        }
        double number = asked == Name.PROCESSOR ? Double.NaN : Double.parseDouble(value);
        return Optional.of(new Fact(
                about,
                asked.text(),
                value,
                number,
                Double.NaN,
                run("the host's worker", of),
                Instant.ofEpochMilli(worker.reportedMillis())));
    }
}
