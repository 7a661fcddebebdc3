package dev.sluice.insight.weather;

import dev.sluice.json.Json;
import dev.sluice.master.weather.PathWeather;
import dev.sluice.master.weather.Weather;
import dev.sluice.model.IfKnown;
import dev.sluice.model.WorkerId;
import dev.sluice.model.Written;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.HostReport.Load;
import dev.sluice.net.message.HostReport.Memory;
import dev.sluice.net.message.HostReport.Processors;
import dev.sluice.net.message.SeriesWeather;
import dev.sluice.net.message.SeriesWeather.Expected;
import dev.sluice.net.message.SeriesWeather.Measurement;
import dev.sluice.net.message.SeriesWeather.Quantity;
import dev.sluice.net.message.SizeClass;
import dev.sluice.net.message.WorkerWeather;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The document of weather; the schema is {@code docs/weather.schema.json}. */
public record WeatherJson(
        String schema,
        String run,
        boolean live,
        Instant time,
        List<Worker> workers,
        @IfKnown String master,
        @IfKnown List<PathWeather> paths) {
    static final String SCHEMA = "sluice-weather-1";

    private record Worker(
            WorkerId worker,
            String host,
            boolean present,
            @IfKnown @Nullable Report report,
            List<Series> series) {
        private static Worker of(WorkerWeather from) {
            Report report = from.report().sequence() > 0
                    ? Report.of(from.report(), Instant.ofEpochMilli(from.reportedMillis()))
                    : null;
            List<Series> series = from.series().stream().map(Series::of).toList();
            return new Worker(new WorkerId(from.worker()), from.host(), from.present(), report, series);
        }

        /** The worker, which is no longer present. */
        private WorkerWeather weather() {
            return new WorkerWeather(
                    worker.number(),
                    host,
                    false,
                    report == null ? 0 : report.time.toEpochMilli(),
                    report == null ? HostReport.NONE : report.report(),
                    series.stream().map(Series::weather).toList());
        }
    }

    private record Report(
            Instant time,
            long sequence,
            @Written(value = "intervalSeconds", per = 1e9) long intervalNanos,
            HostReport.Source source,
            int slots,
            @IfKnown Optional<HostReport.Processor> processor,
            int processors,
            @IfKnown double quotaProcessors,
            @IfKnown double availability,
            @Written(flat = true) Load load,
            @Written(flat = true) Memory memory,
            @Written(value = "ownCpuSeconds", per = 1e9) long ownCpuNanos) {
        private static Report of(HostReport from, Instant time) {
            int quota = from.processors().quotaThousandths();
            return new Report(
                    time,
                    from.sequence(),
                    from.intervalNanos(),
                    from.source(),
                    from.slots(),
                    from.processor(),
                    from.processors().count(),
                    quota > 0 ? quota / (double) HostReport.THOUSANDTHS : Double.NaN,
                    from.availability().orElse(Double.NaN),
                    from.load(),
                    from.memory(),
                    from.ownCpuNanos());
        }

        private HostReport report() {
            return new HostReport(
                    sequence,
                    intervalNanos,
                    slots,
                    new Processors(processors, thousandths(quotaProcessors)),
                    Double.isNaN(availability) ? 0 : 1 + thousandths(availability),
                    load,
                    memory,
                    ownCpuNanos,
                    source,
                    processor,
                    List.of());
        }

        /** NaN is 0. */
        private static int thousandths(double number) {
            return (int) Math.round(number * HostReport.THOUSANDTHS);
        }
    }

    private record Series(
            Quantity quantity,
            @IfKnown @Nullable SizeClass sizes,
            Measurement newest,
            Expected forecast,
            List<Measurement> recent) {
        private static Series of(SeriesWeather from) {
            SizeClass sizes = from.quantity().hasSizes() ? from.sizes() : null;
            return new Series(from.quantity(), sizes, from.newest(), from.forecast(), from.recent());
        }

        private SeriesWeather weather() {
            return new SeriesWeather(quantity, sizes == null ? SizeClass.TINY : sizes, newest, forecast, recent);
        }
    }

    public static String of(Weather weather) {
        return Json.of(new WeatherJson(
                SCHEMA,
                weather.run(),
                weather.live(),
                weather.time(),
                weather.workers().stream().map(Worker::of).toList(),
                weather.master(),
                weather.paths().stream().filter(WeatherJson::isKnown).toList()));
    }

    private static boolean isKnown(PathWeather path) {
        return path.roundTrips() > 0
                || path.toMaster().isPresent()
                || path.fromMaster().isPresent();
    }

    /** The last weather of a run that is over. */
    Weather weather() {
        return new Weather(
                run, false, time, workers.stream().map(Worker::weather).toList(), master, paths);
    }
}
