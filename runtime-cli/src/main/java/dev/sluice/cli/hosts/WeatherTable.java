package dev.sluice.cli.hosts;

import dev.sluice.cli.option.Table;
import dev.sluice.master.weather.Weather;
import dev.sluice.model.Amount;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.SeriesWeather;
import dev.sluice.net.message.SeriesWeather.Quantity;
import dev.sluice.net.message.SizeClass;
import dev.sluice.net.message.WorkerWeather;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Weather as people read it: a row for each worker. */
final class WeatherTable {
    private static final String NOTHING = "-";
    private static final double GIGA = 1 << 30;
    private static final double MEGA = 1e6;
    private static final double MILLIS = 1e3;

    private WeatherTable() {}

    /** @param mostRows workers that are shown; of more, those that are there come first */
    public static String of(Weather weather, int mostRows) {
        List<WorkerWeather> chosen = weather.workers().stream()
                .sorted((a, b) -> Boolean.compare(b.present(), a.present()))
                .limit(mostRows)
                .toList();
        StringBuilder text = new StringBuilder(title(weather)).append(System.lineSeparator());
        if (weather.workers().isEmpty()) {
            return text.append("no worker has joined")
                    .append(System.lineSeparator())
                    .toString();
        }
        text.append(columns(weather).of(chosen));
        int left = weather.workers().size() - chosen.size();
        if (left > 0) {
            text.append("and ").append(left).append(" more (--json has all)").append(System.lineSeparator());
        }
        return text.append(
                        "in, out: MB/s of transfers up to 4 KiB / 64 KiB / 1 MiB / larger; next: forecast of what is")
                .append(" available or free, and its mean error")
                .append(System.lineSeparator())
                .toString();
    }

    private static String title(Weather weather) {
        String time = weather.time().toString().replaceFirst("\\.[0-9]+", "");
        return weather.live()
                ? weather.run() + ": " + weather.present() + " of "
                        + weather.workers().size() + " workers, " + time
                : weather.run() + " is over: as it was at its end, " + time;
    }

    static Table<WorkerWeather> columns(Weather weather) {
        return new Table<WorkerWeather>()
                .left("worker", worker -> "w" + worker.worker())
                .left("host", worker -> worker.host() + (weather.live() && !worker.present() ? " (away)" : ""))
                .left("slots", worker -> said(worker, HostReport::slots))
                .left("processors", worker -> processors(worker.report()))
                .left("available", worker -> share(worker.report().availability()))
                .left("next", worker -> next(worker, Quantity.AVAILABILITY, WeatherTable::next))
                .left(
                        "queue",
                        worker -> said(worker, report -> decimal(report.load().queueThousandths() / 1e3)))
                .left(
                        "load",
                        worker -> said(worker, report -> decimal(report.load().averageThousandths() / 1e3)))
                .left("free", worker -> free(worker.report().memory()))
                .left("next free", worker -> next(worker, Quantity.FREE_MEMORY, WeatherTable::nextFree))
                .left(
                        "round trip",
                        worker -> next(
                                worker,
                                Quantity.ROUND_TRIP,
                                series -> String.format(
                                        Locale.ROOT, "%.2f ms", series.newest().value() * MILLIS)))
                .left("in", worker -> bandwidths(worker, Quantity.BANDWIDTH_IN))
                .left("out", worker -> bandwidths(worker, Quantity.BANDWIDTH_OUT));
    }

    private static Object said(WorkerWeather worker, Function<HostReport, Object> figure) {
        return worker.report().sequence() > 0 ? figure.apply(worker.report()) : NOTHING;
    }

    private static String next(WorkerWeather worker, Quantity quantity, Function<SeriesWeather, String> words) {
        return worker.of(quantity).map(words).orElse(NOTHING);
    }

    private static String free(HostReport.Memory memory) {
        return memory.bytes() > 0 ? String.format(Locale.ROOT, "%.1f GiB", memory.freeBytes() / GIGA) : NOTHING;
    }

    private static String processors(HostReport report) {
        int count = report.processors().count();
        OptionalDouble usable = report.processors().usable();
        if (usable.isEmpty()) {
            return NOTHING;
        }
        return usable.getAsDouble() < count ? decimal(usable.getAsDouble()) + " of " + count : String.valueOf(count);
    }

    private static String share(OptionalDouble share) {
        return share.isEmpty() ? NOTHING : String.format(Locale.ROOT, "%.0f %%", 100 * share.getAsDouble());
    }

    private static String next(SeriesWeather series) {
        double error = series.forecast().meanAbsoluteError();
        String value =
                String.format(Locale.ROOT, "%.0f", 100 * series.forecast().value());
        return Double.isFinite(error) ? value + String.format(Locale.ROOT, " ± %.1f %%", 100 * error) : value + " %";
    }

    private static String nextFree(SeriesWeather series) {
        double error = series.forecast().meanAbsoluteError();
        String value = String.format(Locale.ROOT, "%.1f", series.forecast().value() / GIGA);
        return value + (Double.isFinite(error) ? String.format(Locale.ROOT, " ± %.1f GiB", error / GIGA) : " GiB");
    }

    private static String bandwidths(WorkerWeather worker, Quantity quantity) {
        List<String> cells = new ArrayList<>();
        boolean any = false;
        for (SizeClass sizes : SizeClass.values()) {
            String cell = worker.of(quantity, sizes)
                    .map(series -> Amount.number(series.newest().value() / MEGA))
                    .orElse(NOTHING);
            any |= !cell.equals(NOTHING);
            cells.add(cell);
        }
        return any ? String.join("/", cells) : NOTHING;
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.2f", value).replaceFirst("\\.?0+$", "");
    }
}
