package dev.sluice.insight.weather;

import dev.sluice.json.JsonTree;
import dev.sluice.master.weather.PathWeather;
import dev.sluice.master.weather.Weather;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.HostReport.Load;
import dev.sluice.net.message.HostReport.Memory;
import dev.sluice.net.message.HostReport.Processor;
import dev.sluice.net.message.HostReport.Processors;
import dev.sluice.net.message.HostReport.Source;
import dev.sluice.net.message.HostReport.Times;
import dev.sluice.net.message.SeriesWeather;
import dev.sluice.net.message.SeriesWeather.Expected;
import dev.sluice.net.message.SeriesWeather.Measurement;
import dev.sluice.net.message.SeriesWeather.Quantity;
import dev.sluice.net.message.SizeClass;
import dev.sluice.net.message.WorkerWeather;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads what {@link WeatherJson} wrote. */
public final class WeatherFile {
    private static final double MILLIS = 1e3;
    private static final double NANOS = 1e9;

    private WeatherFile() {}

    /**
     * The weather file of a run.
     *
     * @throws SluiceException if there is no such file, or it has another format
     */
    public static Weather read(Path file) {
        JsonTree json = JsonTree.read(file);
        try {
            if (!json.at("schema").text().equals(WeatherJson.SCHEMA)) {
                throw json.at("schema").wrong(WeatherJson.SCHEMA);
            }
            return new Weather(
                    json.at("run").text(),
                    false,
                    time(json.at("time")),
                    json.at("workers").elements().stream()
                            .map(WeatherFile::worker)
                            .toList(),
                    json.has("master") ? json.at("master").text() : "",
                    json.has("paths")
                            ? json.at("paths").elements().stream()
                                    .map(WeatherFile::path)
                                    .toList()
                            : List.of());
        } catch (SluiceException | IllegalArgumentException | DateTimeException e) {
            String message = String.valueOf(e.getMessage());
            throw new SluiceException(
                    ErrorCode.WEATHER_UNUSABLE,
                    message.startsWith(file.toString()) ? message : file + ": " + message,
                    e);
        }
    }

    private static Instant time(JsonTree json) {
        return Instant.parse(json.text());
    }

    private static PathWeather path(JsonTree json) {
        return new PathWeather(
                json.at("host").text(),
                json.at("leastRoundTripSeconds").number(),
                json.at("roundTrips").whole(),
                direction(json, "toMaster"),
                direction(json, "fromMaster"));
    }

    private static Optional<PathWeather.Direction> direction(JsonTree json, String name) {
        if (!json.has(name)) {
            return Optional.empty();
        }
        JsonTree known = json.at(name);
        return Optional.of(new PathWeather.Direction(
                known.at("bytesPerSecond").number(),
                known.at("error").number(),
                known.at("transfers").whole(),
                known.at("carriedBytesPerSecond").number(),
                time(known.at("time")).toEpochMilli()));
    }

    private static WorkerWeather worker(JsonTree json) {
        String name = json.at("worker").text();
        if (!name.matches("w[1-9][0-9]{0,8}")) {
            throw json.at("worker").wrong("a worker, such as w1");
        }
        boolean reported = json.has("report");
        return new WorkerWeather(
                Integer.parseInt(name.substring(1)),
                json.at("host").text(),
                false,
                reported ? time(json.at("report").at("time")).toEpochMilli() : 0,
                reported ? report(json.at("report")) : HostReport.NONE,
                json.at("series").elements().stream().map(WeatherFile::series).toList());
    }

    private static HostReport report(JsonTree json) {
        return new HostReport(
                json.at("sequence").whole(),
                Math.round(json.at("intervalSeconds").number() * NANOS),
                (int) json.at("slots").whole(),
                new Processors(
                        (int) json.at("processors").whole(),
                        json.has("quotaProcessors") ? thousandths(json.at("quotaProcessors")) : 0),
                json.has("availability") ? 1 + thousandths(json.at("availability")) : 0,
                new Load(
                        thousandths(json.at("runQueue")),
                        thousandths(json.at("loadAverage")),
                        times(json.at("cpuSeconds"))),
                new Memory(
                        json.at("freeMemoryBytes").whole(),
                        json.at("memoryBytes").whole()),
                Math.round(json.at("ownCpuSeconds").number() * NANOS),
                json.at("source").oneOf(Source.class),
                json.has("processor") ? Optional.of(processor(json.at("processor"))) : Optional.empty(),
                List.of());
    }

    private static Processor processor(JsonTree json) {
        return new Processor(json.at("model").text(), (int) json.at("megaHertz").whole());
    }

    private static Times times(JsonTree json) {
        return new Times(
                millis(json.at("user")),
                millis(json.at("nice")),
                millis(json.at("system")),
                millis(json.at("idle")),
                millis(json.at("waiting")),
                millis(json.at("interrupts")),
                millis(json.at("stolen")));
    }

    private static long millis(JsonTree seconds) {
        return Math.round(seconds.number() * MILLIS);
    }

    private static int thousandths(JsonTree number) {
        return (int) Math.round(number.number() * HostReport.THOUSANDTHS);
    }

    private static SeriesWeather series(JsonTree json) {
        JsonTree forecast = json.at("forecast");
        return new SeriesWeather(
                json.at("quantity").oneOf(Quantity.class),
                json.has("sizes") ? json.at("sizes").oneOf(SizeClass.class) : SizeClass.TINY,
                measurement(json.at("newest")),
                new Expected(
                        forecast.at("value").number(),
                        numberIfAny(forecast, "meanAbsoluteError"),
                        numberIfAny(forecast, "rootMeanSquareError"),
                        forecast.at("predictor").text(),
                        forecast.at("measurements").whole()),
                json.at("recent").elements().stream()
                        .map(WeatherFile::measurement)
                        .toList());
    }

    private static Measurement measurement(JsonTree json) {
        return new Measurement(
                time(json.at("time")).toEpochMilli(),
                json.at("value").number(),
                numberIfAny(json, "forecast"),
                numberIfAny(json, "error"),
                json.at("ownBytesPerSecond").number());
    }

    private static double numberIfAny(JsonTree json, String field) {
        return json.has(field) ? json.at(field).number() : Double.NaN;
    }
}
