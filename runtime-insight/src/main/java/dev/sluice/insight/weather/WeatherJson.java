package dev.sluice.insight.weather;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.json.Json;
import dev.sluice.master.weather.PathWeather;
import dev.sluice.master.weather.Weather;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.HostReport.Times;
import dev.sluice.net.message.SeriesWeather;
import dev.sluice.net.message.SeriesWeather.Measurement;
import dev.sluice.net.message.WorkerWeather;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The JSON form of weather; the schema is {@code docs/weather.schema.json}. */
public final class WeatherJson {
    static final String SCHEMA = "sluice-weather-1";

    private static final double THOUSANDTHS = HostReport.THOUSANDTHS;
    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;

    private final JsonGenerator json;

    private WeatherJson(JsonGenerator json) {
        this.json = json;
    }

    public static String of(Weather weather) {
        return Json.object(json -> new WeatherJson(json).write(weather));
    }

    private void write(Weather weather) throws IOException {
        json.writeStringField("schema", SCHEMA);
        json.writeStringField("run", weather.run());
        json.writeBooleanField("live", weather.live());
        json.writeStringField("time", weather.time().toString());
        Json.objects(json, "workers", weather.workers(), this::worker);
        if (!weather.master().isEmpty()) {
            json.writeStringField("master", weather.master());
        }
        List<PathWeather> known =
                weather.paths().stream().filter(WeatherJson::isKnown).toList();
        if (!known.isEmpty()) {
            Json.objects(json, "paths", known, this::path);
        }
    }

    private static boolean isKnown(PathWeather path) {
        return path.roundTrips() > 0
                || path.toMaster().isPresent()
                || path.fromMaster().isPresent();
    }

    private void path(PathWeather path) throws IOException {
        json.writeStringField("host", path.host());
        json.writeNumberField("leastRoundTripSeconds", path.leastRoundTripSeconds());
        json.writeNumberField("roundTrips", path.roundTrips());
        direction("toMaster", path.toMaster());
        direction("fromMaster", path.fromMaster());
    }

    private void direction(String name, Optional<PathWeather.Direction> known) throws IOException {
        if (known.isPresent()) {
            PathWeather.Direction direction = known.get();
            json.writeObjectFieldStart(name);
            json.writeNumberField("bytesPerSecond", direction.bytesPerSecond());
            json.writeNumberField("error", direction.error());
            json.writeNumberField("transfers", direction.transfers());
            json.writeNumberField("carriedBytesPerSecond", direction.carriedBytesPerSecond());
            json.writeStringField(
                    "time", Instant.ofEpochMilli(direction.timeMillis()).toString());
            json.writeEndObject();
        }
    }

    private void worker(WorkerWeather worker) throws IOException {
        json.writeStringField("worker", "w" + worker.worker());
        json.writeStringField("host", worker.host());
        json.writeBooleanField("present", worker.present());
        if (worker.report().sequence() > 0) {
            json.writeObjectFieldStart("report");
            report(worker.report(), Instant.ofEpochMilli(worker.reportedMillis()));
            json.writeEndObject();
        }
        Json.objects(json, "series", worker.series(), this::series);
    }

    private void report(HostReport report, Instant time) throws IOException {
        json.writeStringField("time", time.toString());
        json.writeNumberField("sequence", report.sequence());
        json.writeNumberField("intervalSeconds", report.intervalNanos() / NANOS);
        json.writeStringField("source", Json.lower(report.source()));
        json.writeNumberField("slots", report.slots());
        if (report.processor().isPresent()) {
            HostReport.Processor processor = report.processor().get();
            json.writeObjectFieldStart("processor");
            json.writeStringField("model", processor.model());
            json.writeNumberField("megaHertz", processor.megaHertz());
            json.writeEndObject();
        }
        json.writeNumberField("processors", report.processors().count());
        if (report.processors().quotaThousandths() > 0) {
            json.writeNumberField("quotaProcessors", report.processors().quotaThousandths() / THOUSANDTHS);
        }
        if (report.availability().isPresent()) {
            json.writeNumberField("availability", report.availability().getAsDouble());
        }
        json.writeNumberField("runQueue", report.load().queueThousandths() / THOUSANDTHS);
        json.writeNumberField("loadAverage", report.load().averageThousandths() / THOUSANDTHS);
        times(report.load().times());
        json.writeNumberField("freeMemoryBytes", report.memory().freeBytes());
        json.writeNumberField("memoryBytes", report.memory().bytes());
        json.writeNumberField("ownCpuSeconds", report.ownCpuNanos() / NANOS);
    }

    private void times(Times times) throws IOException {
        json.writeObjectFieldStart("cpuSeconds");
        json.writeNumberField("user", times.user() / MILLIS);
        json.writeNumberField("nice", times.nice() / MILLIS);
        json.writeNumberField("system", times.system() / MILLIS);
        json.writeNumberField("idle", times.idle() / MILLIS);
        json.writeNumberField("waiting", times.waiting() / MILLIS);
        json.writeNumberField("interrupts", times.interrupts() / MILLIS);
        json.writeNumberField("stolen", times.stolen() / MILLIS);
        json.writeEndObject();
    }

    private void series(SeriesWeather series) throws IOException {
        json.writeStringField("quantity", Json.lower(series.quantity()));
        if (series.quantity().hasSizes()) {
            json.writeStringField("sizes", Json.lower(series.sizes()));
        }
        json.writeObjectFieldStart("newest");
        measurement(series.newest());
        json.writeEndObject();
        SeriesWeather.Expected forecast = series.forecast();
        json.writeObjectFieldStart("forecast");
        json.writeNumberField("value", forecast.value());
        numberIfAny("meanAbsoluteError", forecast.meanAbsoluteError());
        numberIfAny("rootMeanSquareError", forecast.rootMeanSquareError());
        json.writeStringField("predictor", forecast.predictor());
        json.writeNumberField("measurements", forecast.measurements());
        json.writeEndObject();
        Json.objects(json, "recent", series.recent(), this::measurement);
    }

    private void measurement(Measurement one) throws IOException {
        json.writeStringField("time", Instant.ofEpochMilli(one.timeMillis()).toString());
        json.writeNumberField("value", one.value());
        numberIfAny("forecast", one.forecast());
        numberIfAny("error", one.error());
        json.writeNumberField("ownBytesPerSecond", one.ownTraffic());
    }

    private void numberIfAny(String name, double value) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumberField(name, value);
        }
    }
}
